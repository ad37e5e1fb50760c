//===- AccessReader.h - Facts of the kernels of one file --------*- C++ -*-===//
// Reads the access facts of every kernel of a canonicalized device module.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_ACCESSREADER_H
#define WARPTIDY_ACCESS_ACCESSREADER_H

#include "access/AccessFact.h"
#include "access/SourceIndex.h"
#include "frontend/DeviceModule.h"
#include <vector>

namespace warptidy {

/// The facts of all kernels of the module, in source order. A kernel that was
/// not compiled has no accesses and says why in Unknown.
std::vector<KernelFacts> readKernels(DeviceModule &Device, SourceIndex &Index,
                                     clang::ASTContext &Context);

/// One line for each access, and one for each kernel, for --print-facts.
std::string factsText(const KernelFacts &Kernel);

} // namespace warptidy

#endif
