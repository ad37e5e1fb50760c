//===- MeasuringHalf.cpp - Running warp-tidy-measure ----------------------===//
// See MeasuringHalf.h.
//===----------------------------------------------------------------------===//
#include "tool/MeasuringHalf.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

int warptidy::runMeasuringHalf(const std::vector<std::string> &Arguments,
                               const char *Program) {
  std::string Exe = sys::fs::getMainExecutable(
      Program, reinterpret_cast<void *>(&runMeasuringHalf));
  SmallString<256> Tool(sys::path::parent_path(Exe));
  sys::path::append(Tool, "warp-tidy-measure");
  if (!sys::fs::can_execute(Tool)) {
    errs() << "warp-tidy: error: '" << Tool << "' is not there; build it with "
           << "the rest of the project\n";
    return 2;
  }
  std::vector<StringRef> Args{Tool};
  Args.insert(Args.end(), Arguments.begin(), Arguments.end());
  std::string Message;
  outs().flush();
  int Code = sys::ExecuteAndWait(Tool, Args, std::nullopt, {}, 0, 0, &Message);
  if (!Message.empty())
    errs() << "warp-tidy: error: " << Message << "\n";
  return Code < 0 ? 1 : Code;
}
