//===- FixCheck.h - Compiling fixes before they are offered -----*- C++ -*-===//
// A fix of a rule is what the model says would help. It is offered if the
// changed file, compiled and analysed again in memory, is as was promised: the
// findings are gone, none is new, no access costs more.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_FIXCHECK_H
#define WARPTIDY_TOOL_FIXCHECK_H

#include "tool/FileRun.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warptidy {

/// Changed files, by absolute path.
using ChangedTexts = std::map<std::string, std::string>;

/// Whether some finding of a rule carries a fix.
bool hasFixes(const FileRun &Run);

/// Takes the fixes that do not hold out of Run, together with their notes.
/// Again analyses the file with other texts.
void checkFixes(FileRun &Run,
                llvm::function_ref<FileRun(const ChangedTexts &)> Again);

/// The same with the file on disk.
void checkFixes(FileRun &Run, const ToolOptions &Options);

} // namespace warptidy

#endif
