//===- Progress.cpp - A line on the terminal while files run --------------===//
// See Progress.h.
//===----------------------------------------------------------------------===//
#include "tool/Progress.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warptidy {

static constexpr const char *EraseLine = "\r\x1b[K";

Progress::Progress(size_t Files, bool Wanted)
    : Wanted(Wanted && Files > 1 && sys::Process::StandardErrIsDisplayed()),
      Files(Files) {}

Progress::~Progress() {
  if (Wanted)
    errs() << EraseLine;
}

void Progress::start(const std::string &File) {
  if (!Wanted)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  std::string Line =
      "[" + std::to_string(++Started) + "/" + std::to_string(Files) + "] ";
  // A longer line would wrap, and could not be erased.
  size_t Room = std::max(sys::Process::StandardErrColumns(), 40u) - 1;
  Room -= std::min(Room, Line.size());
  Line += File.size() <= Room ? File : File.substr(File.size() - Room);
  errs() << EraseLine << Line;
}

void Progress::again(size_t NumFiles) {
  Started = 0;
  Files = NumFiles;
}

} // namespace warptidy
