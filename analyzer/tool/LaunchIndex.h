//===- LaunchIndex.h - Launches across the files of a run -------*- C++ -*-===//
// Joins kernels with the launches that other files make of them: files of the
// command line, and those of the compile database that may hold one.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_LAUNCHINDEX_H
#define WARPTIDY_TOOL_LAUNCHINDEX_H

#include "tool/FileRun.h"

namespace warptidy {

/// Whether files of this run are to be joined.
bool joinsLaunches(const ToolOptions &Options);

/// Whether the text has the word, not as a part of another.
bool hasWord(llvm::StringRef Text, llvm::StringRef Word);

/// The launches of files that were run. With -p, further files of the database
/// are parsed, without being analysed: those whose text names a kernel of Runs
/// and launches something, or names a function that launches with its
/// parameters. A unit whose functions are called in another is read again with
/// what the calls tell. Texts are those of Disk.
ProjectLaunches
indexLaunches(const std::vector<FileRun> &Runs, const ToolOptions &Options,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
                  llvm::vfs::getRealFileSystem());

/// Whether launches in other files change the shapes of a kernel of the file.
bool isAffected(const FileRun &Run, const ProjectLaunches &Project,
                const LaunchOverrides &Overrides);

} // namespace warptidy

#endif
