//===- AnnotationText.cpp - The words of a launch annotation --------------===//
// A hand-written parser: the two notations are small, and its messages name
// what was expected and what was found.
//===----------------------------------------------------------------------===//
#include "launch/AnnotationText.h"

#include "launch/LaunchShape.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace warptidy;
using llvm::StringRef;

using Dims = std::array<unsigned, 3>;

static llvm::Error fail(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// One to three positive integers separated by commas.
static llvm::Expected<Dims> parseDims(StringRef Text, StringRef What) {
  llvm::SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  if (Parts.size() > 3)
    return fail(What + " takes at most 3 numbers, found " +
                llvm::Twine(Parts.size()));
  Dims Result{1, 1, 1};
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Parts[I].trim().getAsInteger(0, Result[I]) || Result[I] == 0)
      return fail(What + " expects positive integers, found '" +
                  Parts[I].trim() + "'");
  return Result;
}

static llvm::Error setBlock(AnnotationText &Out, StringRef Text,
                            StringRef What) {
  llvm::Expected<Dims> Block = parseDims(Text, What);
  if (!Block)
    return Block.takeError();
  if (!isLaunchableBlock(*Block))
    return fail(What + " is not a block that can be launched: at most 1024 "
                       "threads, at most 64 in z");
  Out.Block = *Block;
  return llvm::Error::success();
}

static llvm::Error setGrid(AnnotationText &Out, StringRef Text,
                           StringRef What) {
  llvm::Expected<Dims> Grid = parseDims(Text, What);
  if (!Grid)
    return Grid.takeError();
  Out.Grid = *Grid;
  return llvm::Error::success();
}

static llvm::Error setShared(AnnotationText &Out, StringRef Text) {
  uint64_t Bytes;
  if (Text.trim().getAsInteger(0, Bytes))
    return fail("shared expects a number of bytes, found '" + Text.trim() +
                "'");
  Out.SharedBytes = Bytes;
  return llvm::Error::success();
}

/// Reads `(...)` after Name off Text.
static llvm::Error parseCall(StringRef Name, StringRef &Text,
                             AnnotationText &Out) {
  size_t Close = Text.find(')');
  if (Close == StringRef::npos)
    return fail("missing ')' after " + Name + "(");
  StringRef Inside = Text.slice(1, Close);
  Text = Text.drop_front(Close + 1);
  if (Name == "block")
    return setBlock(Out, Inside, Name);
  if (Name == "grid")
    return setGrid(Out, Inside, Name);
  if (Name == "shared")
    return setShared(Out, Inside);
  return fail("unknown entry '" + Name +
              "(': expected block(...), grid(...), shared(...) or name=value");
}

/// Reads `=value` after Name off Text.
static llvm::Error parseValue(StringRef Name, StringRef &Text,
                              AnnotationText &Out) {
  Text = Text.drop_front().ltrim();
  StringRef Word =
      Text.take_until([](char C) { return llvm::isSpace(C) || C == ','; });
  int64_t Value;
  if (Word.getAsInteger(0, Value))
    return fail("the value of '" + Name + "' is not an integer: '" + Word +
                "'");
  Text = Text.drop_front(Word.size());
  Out.Values.emplace_back(Name.str(), Value);
  return llvm::Error::success();
}

/// Reads one entry off Text.
static llvm::Error parseEntry(StringRef &Text, AnnotationText &Out) {
  StringRef Name =
      Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  StringRef Rest = Text.drop_front(Name.size()).ltrim();
  if (Name.empty() || !(Rest.starts_with("(") || Rest.starts_with("=")))
    return fail("expected block(...), grid(...), shared(...) or name=value at "
                "'" +
                Text + "'");
  Text = Rest;
  return Rest.front() == '(' ? parseCall(Name, Text, Out)
                             : parseValue(Name, Text, Out);
}

llvm::Expected<AnnotationText> warptidy::parseAnnotation(StringRef Text) {
  AnnotationText Out;
  for (Text = Text.trim(); !Text.empty(); Text = Text.ltrim(", \t\r\n"))
    if (llvm::Error Failed = parseEntry(Text, Out))
      return Failed;
  if (!Out.Block)
    return fail("an annotation needs block(x, y, z)");
  return Out;
}

/// The value of `--option=` at the front of Text: a bracketed list, or the
/// text up to white space.
static StringRef takeOptionValue(StringRef Text) {
  size_t Bracket = StringRef("[({").find(Text.empty() ? 'x' : Text.front());
  if (Bracket == StringRef::npos)
    return Text.take_until([](char C) { return llvm::isSpace(C); });
  size_t Close = Text.find(StringRef("])}")[Bracket]);
  return Close == StringRef::npos ? Text : Text.slice(1, Close);
}

llvm::Expected<AnnotationText> warptidy::parseHeaderOptions(StringRef Comment) {
  AnnotationText Out;
  Comment.consume_front("//");
  Comment = Comment.trim();
  if (!Comment.starts_with("--"))
    return Out;
  constexpr StringRef BlockOption = "--blockDim=", GridOption = "--gridDim=";
  size_t At = Comment.find(BlockOption);
  if (At != StringRef::npos)
    if (llvm::Error Failed = setBlock(
            Out, takeOptionValue(Comment.substr(At + BlockOption.size())),
            "--blockDim"))
      return Failed;
  At = Comment.find(GridOption);
  if (At != StringRef::npos)
    if (llvm::Error Failed = setGrid(
            Out, takeOptionValue(Comment.substr(At + GridOption.size())),
            "--gridDim"))
      return Failed;
  return Out;
}
