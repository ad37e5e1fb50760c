//===- DiskCache.cpp - Results kept from run to run -----------------------===//
// See DiskCache.h. A file is the bytes, a null character, the key, and a tail
// of fixed size with their lengths and a hash of all: bytes that are mapped
// from the start of a file are aligned as on disk.
//===----------------------------------------------------------------------===//
#include "frontend/DiskCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warptidy {
namespace {

/// Changes with the form of the files.
constexpr StringLiteral Magic = "wtcache1";
/// Length of the bytes, length of the key, hash of what stands before the
/// hash, and Magic.
constexpr size_t TailSize = 8 + 8 + 8 + Magic.size();

/// A part of a file that it keeps open.
class Slice : public MemoryBuffer {
public:
  Slice(std::unique_ptr<MemoryBuffer> File, size_t Size)
      : File(std::move(File)) {
    const char *Start = this->File->getBufferStart();
    init(Start, Start + Size, /*RequiresNullTerminator=*/true);
  }
  StringRef getBufferIdentifier() const override {
    return File->getBufferIdentifier();
  }
  BufferKind getBufferKind() const override { return File->getBufferKind(); }

private:
  std::unique_ptr<MemoryBuffer> File;
};

void append(SmallVectorImpl<char> &Out, uint64_t Number) {
  char Bytes[8];
  support::endian::write64le(Bytes, Number);
  Out.append(Bytes, Bytes + 8);
}

std::string tailOf(StringRef Bytes, StringRef Key) {
  SmallString<256> Tail;
  Tail.push_back('\0');
  Tail += Key;
  append(Tail, Bytes.size());
  append(Tail, Key.size());
  append(Tail, xxh3_64bits(Bytes) * 31 + xxh3_64bits(Tail.str()));
  Tail += Magic;
  return Tail.str().str();
}

} // namespace

std::string DiskCache::defaultFolder() {
  SmallString<256> Folder;
  if (!sys::path::cache_directory(Folder))
    return "";
  sys::path::append(Folder, "warp-tidy");
  return Folder.str().str();
}

std::string DiskCache::pathOf(StringRef Kind, StringRef Key) const {
  BLAKE3 Hash;
  Hash.update(Kind);
  Hash.update(StringRef("\0", 1));
  Hash.update(Key);
  SmallString<256> Path(Folder);
  // pruneCache knows its files by the start of their names.
  sys::path::append(Path, "llvmcache-" + Kind + "-" +
                              toHex(Hash.final<20>(), /*LowerCase=*/true));
  return Path.str().str();
}

std::unique_ptr<MemoryBuffer> DiskCache::load(StringRef Kind,
                                              StringRef Key) const {
  if (!enabled())
    return nullptr;
  const std::string Path = pathOf(Kind, Key);
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return nullptr;
  StringRef All = (*File)->getBuffer();
  if (All.size() >= TailSize + 1) {
    StringRef Tail = All.take_back(TailSize);
    uint64_t Bytes = support::endian::read64le(Tail.data());
    if (Bytes < All.size() &&
        All.drop_front(Bytes) == tailOf(All.take_front(Bytes), Key))
      return std::make_unique<Slice>(std::move(*File), Bytes);
  }
  sys::fs::remove(Path);
  return nullptr;
}

bool DiskCache::store(StringRef Kind, StringRef Key, StringRef Bytes) const {
  if (!enabled() || sys::fs::create_directories(Folder))
    return false;
  const std::string Path = pathOf(Kind, Key);
  // Of another name in the same folder, which pruneCache does not know.
  auto File = sys::fs::TempFile::create(Folder + "/new-%%%%%%%%%%");
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
  OS << Bytes << tailOf(Bytes, Key);
  OS.flush();
  const bool Written = !OS.has_error();
  OS.clear_error();
  if (Written && !errorToBool(File->keep(Path)))
    return true;
  consumeError(File->discard());
  return false;
}

void DiskCache::prune(uint64_t MaxBytes) const {
  if (!enabled() || !sys::fs::is_directory(Folder))
    return;
  CachePruningPolicy Policy;
  Policy.Interval = std::chrono::minutes(10);
  Policy.Expiration = std::chrono::hours(24 * 30);
  Policy.MaxSizeBytes = MaxBytes;
  pruneCache(Folder, Policy);
}

} // namespace warptidy
