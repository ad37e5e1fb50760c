//===- MangledName.h - Kernel names that compilers agree on -----*- C++ -*-===//
// nvcc and Clang mangle kernels of internal linkage differently; what they have
// in common identifies the kernel within a program.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_MANGLEDNAME_H
#define WARPTIDY_MEASURE_MANGLEDNAME_H

#include <string>

namespace warptidy::measure {

/// The mangled name without what only one compiler writes: nvcc's hash and file
/// name in anonymous namespaces and before the names of relocatable code, and
/// Clang's `L` of internal linkage and its suffix `__intern__<hash>`.
std::string comparableMangled(const std::string &Mangled);

} // namespace warptidy::measure

#endif
