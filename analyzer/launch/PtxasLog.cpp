//===- PtxasLog.cpp - What ptxas says of kernels --------------------------===//
// See PtxasLog.h. The lines, of CUDA 11 to 13:
//   ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'
//   ptxas info    : Function properties for _Z1kPf
//       176 bytes stack frame, 332 bytes spill stores, 348 bytes spill loads
//   ptxas info    : Used 32 registers, used 0 barriers, ...
// A function that is not inlined has properties, too, after those of its entry.
//===----------------------------------------------------------------------===//
#include "launch/PtxasLog.h"
#include "launch/MangledName.h"

using namespace llvm;

namespace warptidy {

namespace {

class LogReader {
public:
  Error line(StringRef Text);
  unsigned Number = 0; ///< Of the line, from 1.
  PtxasLog Log;

private:
  Error entry(StringRef Rest);
  Error properties(StringRef Text);
  Error number(StringRef &Text, StringRef After, unsigned &Out) const;

  KernelResources *Current = nullptr;
  StringRef Name;   ///< Of Current.
  StringRef Member; ///< The function that the next properties are of.
};

} // namespace

/// Takes "332 bytes spill stores" with After "bytes spill stores" off Text.
Error LogReader::number(StringRef &Text, StringRef After, unsigned &Out) const {
  Text = Text.ltrim(" ,\t");
  if (Text.consumeInteger(10, Out) || !Text.consume_front(" ") ||
      !Text.consume_front(After))
    return createStringError("line " + Twine(Number) + ": no number of " +
                             After);
  return Error::success();
}

Error LogReader::entry(StringRef Rest) {
  auto [Entry, More] = Rest.split('\'');
  if (!More.consume_front(" for '") || !More.contains('\''))
    return createStringError("line " + Twine(Number) +
                             ": no architecture of '" + Entry + "'");
  std::vector<KernelResources> &All = Log[comparableMangled(Entry.str())];
  All.push_back({More.split('\'').first.str()});
  Current = &All.back();
  Name = Member = Entry;
  return Error::success();
}

Error LogReader::properties(StringRef Text) {
  if (Error E = number(Text, "bytes stack frame", Current->StackBytes))
    return E;
  if (Error E = number(Text, "bytes spill stores", Current->SpillStoreBytes))
    return E;
  return number(Text, "bytes spill loads", Current->SpillLoadBytes);
}

Error LogReader::line(StringRef Text) {
  ++Number;
  if (auto At = Text.find("Compiling entry function '"); At != StringRef::npos)
    return entry(Text.substr(At).split('\'').second);
  if (auto At = Text.find("Function properties for "); At != StringRef::npos)
    Member =
        Text.substr(At + StringRef("Function properties for ").size()).trim();
  if (!Current)
    return Error::success();
  if (Text.contains(" bytes stack frame") && Member == Name)
    return properties(Text);
  auto At = Text.find(": Used ");
  if (At == StringRef::npos)
    return Error::success();
  StringRef Rest = Text.substr(At + StringRef(": Used ").size());
  return number(Rest, "registers", Current->Registers);
}

Expected<PtxasLog> readPtxasLog(StringRef Text) {
  LogReader Reader;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    if (Error E = Reader.line(Line))
      return std::move(E);
    Text = Rest;
  }
  if (Reader.Log.empty())
    return createStringError("no line \"Compiling entry function\": nvcc "
                             "prints them with -Xptxas -v");
  return std::move(Reader.Log);
}

} // namespace warptidy
