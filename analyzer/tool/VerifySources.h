//===- VerifySources.h - Finding what was measured --------------*- C++ -*-===//
// The source files that verify predicts: the kernels of a folder, or the files
// that measurements name.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_VERIFYSOURCES_H
#define WARPTIDY_TOOL_VERIFYSOURCES_H

#include "launch/MeasuredLaunches.h"
#include "clang/Tooling/CompilationDatabase.h"
#include <string>
#include <vector>

namespace warptidy {

/// FOLDER/<name>/kernel.cu, sorted; Only one name unless it is empty.
std::vector<std::string> kernelFiles(const std::string &Folder,
                                     const std::string &Only);

/// A recorded path as it is here: below Sources, or where it says, or where a
/// tail of it leads from Sources. Empty when the file is not there.
std::string locate(const std::string &Recorded, const std::string &Sources);

/// Those of the files that are here, .cu files first.
std::vector<std::string> locateAll(const std::set<std::string> &Recorded,
                                   const std::string &Sources);

/// The located files of programs of one source each; Only one program unless it
/// is empty.
std::vector<std::string> programFiles(const MeasuredLaunches &Measured,
                                      const std::string &Only,
                                      const std::string &Sources);

/// The located files that can be compiled by themselves: .cu, and what the
/// database (which may be null) has a command for.
std::vector<std::string>
unitsAmong(const std::set<std::string> &Recorded, const std::string &Sources,
           const clang::tooling::CompilationDatabase *Database);

/// All .cu files of the database, sorted.
std::vector<std::string>
unitsOf(const clang::tooling::CompilationDatabase *Database);

} // namespace warptidy

#endif
