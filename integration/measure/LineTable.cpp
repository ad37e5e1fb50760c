//===- LineTable.cpp - From instruction offsets to source lines -----------===//
// See LineTable.h. The table is DWARF's, with one extension of NVIDIA's: the
// extended opcode 0x90 (inlined call: row, name) says that the rows which
// follow were inlined at the place that the row of that number describes; row
// 0 ends it.
//===----------------------------------------------------------------------===//
#include "measure/LineTable.h"
#include "measure/Text.h"
#include <algorithm>

namespace warptidy::measure {

const std::vector<Frame> *FunctionLines::at(uint64_t Offset) const {
  if (Offset >= Size)
    return nullptr;
  auto After = std::upper_bound(
      Rows.begin(), Rows.end(), Offset,
      [](uint64_t O, const LineRow &R) { return O < R.Offset; });
  return After == Rows.begin() ? nullptr : &std::prev(After)->Frames;
}

bool isSystemFile(const std::string &Path) {
  std::string P = normalPath(Path);
  if (startsWith(P, "/usr/include/") || startsWith(P, "/usr/lib/") ||
      contains(P, "/nvidia/hpc_sdk/"))
    return true;
  size_t Targets = P.find("/targets/");
  if (Targets != std::string::npos &&
      P.find("/include/", Targets) != std::string::npos)
    return true;
  size_t Cuda = P.find("/cuda"); // "/usr/local/cuda-13.0/include/..."
  size_t End = Cuda == std::string::npos ? Cuda : P.find('/', Cuda + 1);
  return End != std::string::npos && P.compare(End, 9, "/include/") == 0;
}

const Frame *userFrame(const std::vector<Frame> &Frames) {
  for (const Frame &F : Frames)
    if (F.Line && !isSystemFile(F.File))
      return &F;
  return nullptr;
}

namespace {
/// Runs the line programs of one section.
class Decoder {
public:
  Decoder(const Cubin &Image, const Section &Lines)
      : Image(Image), Reader(Lines.Bytes.data(), Lines.Bytes.size()) {
    auto It = Image.Relocations.find(Lines.Name);
    if (It != Image.Relocations.end())
      Targets = It->second;
  }
  std::vector<FunctionLines> run() {
    while (!Reader.atEnd() && !Reader.failed() && unit())
      ;
    return std::move(Functions);
  }

private:
  struct Row {
    Frame Place;
    uint64_t InlinedAt = 0; ///< Number of another row, 0 for none.
  };

  bool unit() {
    uint64_t Length = Reader.number(4);
    size_t End = Reader.position() + Length;
    uint64_t Version = Reader.number(2);
    if (Version < 2 || Version > 4)
      return false;
    uint64_t HeaderLength = Reader.number(4);
    size_t Program = Reader.position() + HeaderLength;
    MinLength = Reader.number(1);
    if (Version == 4)
      Reader.number(1);
    Reader.number(1);
    LineBase = static_cast<int8_t>(Reader.number(1));
    LineRange = std::max<uint64_t>(1, Reader.number(1));
    OpcodeBase = Reader.number(1);
    Lengths.assign(1, 0);
    for (uint64_t I = 1; I < OpcodeBase; ++I)
      Lengths.push_back(Reader.number(1));
    files();
    Reader.seek(Program);
    reset();
    while (Reader.position() < End && !Reader.failed())
      step();
    return !Reader.failed();
  }

  void files() {
    std::vector<std::string> Folders(1);
    for (std::string Name = Reader.text(); !Name.empty(); Name = Reader.text())
      Folders.push_back(Name);
    Files.assign(1, "");
    for (std::string Name = Reader.text(); !Name.empty();
         Name = Reader.text()) {
      uint64_t Folder = Reader.uleb();
      Reader.uleb();
      Reader.uleb();
      bool Relative = Folder && Folder < Folders.size() && Name[0] != '/';
      Files.push_back(
          normalPath(Relative ? Folders[Folder] + "/" + Name : Name));
    }
  }

  void reset() {
    Rows.assign(1, Row()); // Numbered from 1 within each function.
    Address = 0, File = 1, Line = 1, InlinedAt = 0;
    Current = nullptr;
  }

  void step() {
    uint64_t Opcode = Reader.number(1);
    if (Opcode >= OpcodeBase) {
      uint64_t Adjusted = Opcode - OpcodeBase;
      Address += Adjusted / LineRange * MinLength;
      Line += LineBase + static_cast<int64_t>(Adjusted % LineRange);
      emit();
    } else if (Opcode == 0) {
      extended();
    } else {
      standard(Opcode);
    }
  }

  void standard(uint64_t Opcode) {
    switch (Opcode) {
    case 1: // copy
      return emit();
    case 2: // advance_pc
      Address += Reader.uleb() * MinLength;
      return;
    case 3: // advance_line
      Line += Reader.sleb();
      return;
    case 4: // set_file
      File = Reader.uleb();
      return;
    case 8: // const_add_pc
      Address += (255 - OpcodeBase) / LineRange * MinLength;
      return;
    case 9: // fixed_advance_pc
      Address += Reader.number(2);
      return;
    default:
      for (uint64_t I = 0; I < Lengths[Opcode]; ++I)
        Reader.uleb();
    }
  }

  void extended() {
    uint64_t Length = Reader.uleb();
    size_t Next = Reader.position() + Length;
    uint64_t Opcode = Reader.number(1);
    if (Opcode == 1) { // end_sequence
      reset();
    } else if (Opcode == 2) { // set_address
      auto Target = Targets.find(Reader.position());
      Address = Reader.number(8);
      start(Target == Targets.end() ? "" : Target->second);
    } else if (Opcode == 0x90) {
      InlinedAt = Reader.uleb();
    }
    Reader.seek(Next);
  }

  void start(const std::string &Symbol) {
    const Section *Code = Image.find(".text." + Symbol);
    Functions.push_back({Symbol, Code ? Code->Bytes.size() : 0, {}});
    Current = &Functions.back();
  }

  void emit() {
    Rows.push_back({{File < Files.size() ? Files[File] : "",
                     Line > 0 ? static_cast<unsigned>(Line) : 0},
                    InlinedAt});
    if (!Current)
      return;
    LineRow R{Address, {}};
    for (size_t At = Rows.size() - 1; At && R.Frames.size() < 64;) {
      R.Frames.push_back(Rows[At].Place);
      At = Rows[At].InlinedAt < At ? Rows[At].InlinedAt : 0;
    }
    // The last of several rows at one address describes it.
    if (!Current->Rows.empty() && Current->Rows.back().Offset == Address)
      Current->Rows.pop_back();
    Current->Rows.push_back(std::move(R));
  }

  const Cubin &Image;
  ByteReader Reader;
  std::map<uint64_t, std::string> Targets;
  std::vector<std::string> Files;
  std::vector<uint64_t> Lengths;
  std::vector<Row> Rows;
  std::vector<FunctionLines> Functions;
  FunctionLines *Current = nullptr;
  uint64_t MinLength = 1, LineRange = 1, OpcodeBase = 10;
  uint64_t Address = 0, File = 1, InlinedAt = 0;
  int64_t Line = 1, LineBase = 0;
};
} // namespace

std::vector<FunctionLines> lineTable(const Cubin &Image) {
  const Section *Lines = Image.find(".debug_line");
  if (!Lines)
    return {};
  return Decoder(Image, *Lines).run();
}

} // namespace warptidy::measure
