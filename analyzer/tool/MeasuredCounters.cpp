//===- MeasuredCounters.cpp - Counters of source lines --------------------===//
// Sums the instructions of a measurements.json by kernel, line and kind of
// access. See integration/measurements.schema.json for its form.
//===----------------------------------------------------------------------===//
#include "launch/MangledName.h"
#include "tool/Pictures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace warptidy {
namespace {

/// What an instruction is counted by, for one side of it.
struct Side {
  const char *Space, *Key, *Counter;
};
const Side Sides[] = {
    {"global", "sectors", "L2 Theoretical Sectors Global"},
    {"shared", "wavefronts", "L1 Wavefronts Shared"},
    {"local", "sectors_local", "L2 Theoretical Sectors Local"}};

bool hasSide(StringRef Space, StringRef Side) {
  return Space == Side || (Space == "generic" && Side == "global") ||
         (Space == "global+shared" && (Side == "global" || Side == "shared"));
}

class CounterReader {
public:
  CounterReader(const std::set<std::string> &Paths) : Paths(Paths) {}

  Expected<MeasuredCounters> read(StringRef Text) {
    Expected<json::Value> Document = json::parse(Text);
    if (!Document)
      return Document.takeError();
    const json::Object *Root = Document->getAsObject();
    const json::Array *Programs = Root ? Root->getArray("programs") : nullptr;
    if (!Programs)
      return createStringError("it is not a document of measurements");
    Out.Device = Root->getString("device").value_or("").str();
    Out.Date = Root->getString("date").value_or("").str();
    for (const json::Value &V : *Programs)
      if (const json::Object *Program = V.getAsObject())
        program(*Program);
    return std::move(Out);
  }

private:
  /// The file of the run that is meant; null for none.
  const std::string *pathOf(StringRef Name) {
    auto [It, New] = Found.try_emplace(Name, nullptr);
    if (New)
      for (const std::string &Path : Paths)
        if (!Name.empty() && !It->second && sameMeasuredFile(Name, Path))
          It->second = &Path;
    return It->second;
  }

  void checkHash(const json::Object &Source) {
    const std::string *Path = pathOf(Source.getString("file").value_or(""));
    StringRef Hash = Source.getString("sha256").value_or("");
    if (!Path || Hash.empty())
      return;
    auto Buffer = MemoryBuffer::getFile(*Path);
    if (!Buffer ||
        toHex(SHA256::hash(arrayRefFromStringRef((*Buffer)->getBuffer())),
              /*LowerCase=*/true) != Hash)
      Out.Stale.insert(*Path);
  }

  void program(const json::Object &Program) {
    checkHash(Program);
    if (const json::Array *Headers = Program.getArray("headers"))
      for (const json::Value &V : *Headers)
        if (const json::Object *Header = V.getAsObject())
          checkHash(*Header);
    if (const json::Array *Launches = Program.getArray("launches"))
      for (const json::Value &V : *Launches)
        if (const json::Object *Launch = V.getAsObject())
          launch(*Launch);
  }

  static std::array<unsigned, 3> dims(const json::Object &Launch,
                                      StringRef Key) {
    std::array<unsigned, 3> Out{};
    if (const json::Array *A = Launch.getArray(Key))
      for (size_t I = 0; I < 3 && I < A->size(); ++I)
        Out[I] = static_cast<unsigned>((*A)[I].getAsInteger().value_or(0));
    return Out;
  }

  void launch(const json::Object &Launch) {
    const json::Array *Instructions = Launch.getArray("instructions");
    auto Kernel = Launch.getString("mangled");
    if (!Instructions || !Kernel || Kernel->empty())
      return;
    MeasuredRow Row;
    Row.Block = dims(Launch, "block");
    Row.Grid = dims(Launch, "grid");
    for (const json::Value &V : *Instructions)
      if (const json::Object *I = V.getAsObject())
        instruction(comparableMangled(Kernel->str()), Row, *I);
  }

  void instruction(const std::string &Kernel, MeasuredRow Row,
                   const json::Object &I) {
    const std::string *Path = pathOf(I.getString("file").value_or(""));
    const int64_t Executed = I.getInteger("executed").value_or(0);
    if (!Path || Executed <= 0)
      return;
    const std::string Op =
        measuredOperation(I.getString("op").value_or("").str());
    for (const Side &S : Sides) {
      std::optional<int64_t> Units = I.getInteger(S.Key);
      if (!hasSide(I.getString("space").value_or(""), S.Space) || !Units)
        continue;
      Row.Instructions = 1;
      Row.Requests = static_cast<uint64_t>(Executed);
      Row.Units = static_cast<uint64_t>(*Units);
      Row.Counter = S.Counter;
      unsigned Line = static_cast<unsigned>(I.getInteger("line").value_or(0));
      add(Out.Rows[{Kernel, *Path, Line, S.Space, Op}], Row);
    }
  }

  static void add(std::vector<MeasuredRow> &Rows, const MeasuredRow &New) {
    for (MeasuredRow &Row : Rows)
      if (Row.Block == New.Block && Row.Grid == New.Grid) {
        Row.Instructions += New.Instructions;
        Row.Requests += New.Requests;
        Row.Units += New.Units;
        return;
      }
    Rows.push_back(New);
  }

  const std::set<std::string> &Paths;
  StringMap<const std::string *> Found; ///< By the names in the document.
  MeasuredCounters Out;
};

} // namespace

Expected<MeasuredCounters>
readMeasuredCounters(StringRef Text, const std::set<std::string> &Paths) {
  return CounterReader(Paths).read(Text);
}

} // namespace warptidy
