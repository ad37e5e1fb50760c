//===- DiskCache.h - Results kept from run to run ---------------*- C++ -*-===//
// Files in the user's cache folder, by kind and key. Whatever is wrong with
// the folder or with a file in it, the answer is "not there": a cache never
// makes a run fail, and never gives back bytes other than those put in.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_DISKCACHE_H
#define WARPTIDY_FRONTEND_DISKCACHE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace warptidy {

/// Safe for several threads and several processes on one folder: a file is
/// written under another name and renamed when it is whole.
class DiskCache {
public:
  /// No cache: nothing is found, nothing is kept.
  DiskCache() = default;
  /// In that folder, made when something is first stored.
  explicit DiskCache(std::string Folder) : Folder(std::move(Folder)) {}

  /// Where results are kept by default: $XDG_CACHE_HOME/warp-tidy or the
  /// system's equivalent; empty where the system names no such folder.
  static std::string defaultFolder();

  bool enabled() const { return !Folder.empty(); }
  const std::string &folder() const { return Folder; }

  /// The bytes that were stored last under the key; null if there are none or
  /// the file is not whole: one that is damaged is removed. The key may be any
  /// text; it is compared in full. The buffer ends with a null character.
  std::unique_ptr<llvm::MemoryBuffer> load(llvm::StringRef Kind,
                                           llvm::StringRef Key) const;

  /// Keeps the bytes, in place of any others of the key. False where they could
  /// not be written: nothing is left behind then.
  bool store(llvm::StringRef Kind, llvm::StringRef Key,
             llvm::StringRef Bytes) const;

  /// Takes the least recently used files away until the rest has no more than
  /// that many bytes; does nothing if it was done within the last minutes.
  void prune(uint64_t MaxBytes) const;

private:
  std::string pathOf(llvm::StringRef Kind, llvm::StringRef Key) const;
  std::string Folder;
};

} // namespace warptidy

#endif
