//===- AsmTable.cpp - Memory accesses written in PTX ----------------------===//
// Splits the text into instructions and reads opcode, modifiers and address
// operand. Source: the PTX ISA reference, "Data Movement" instructions.
//===----------------------------------------------------------------------===//
#include "access/AsmTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warptidy {
namespace {

/// Bytes of a PTX fundamental type suffix (b32, u8, f64, ...), 0 if not one.
unsigned typeBytes(StringRef Part) {
  if (Part.size() < 2 || !StringRef("busf").contains(Part[0]))
    return 0;
  unsigned Bits;
  if (Part.drop_front().getAsInteger(10, Bits))
    return 0;
  return Bits / 8;
}

unsigned accessBytes(ArrayRef<StringRef> Parts) {
  unsigned Type = 0, Count = 1;
  for (StringRef P : Parts) {
    if (unsigned B = typeBytes(P))
      Type = B;
    if (P == "f16x2" || P == "bf16x2")
      Type = 4;
    if (P == "v2")
      Count = 2;
    if (P == "v4")
      Count = 4;
    if (P == "v8")
      Count = 8;
  }
  return Type * Count;
}

AddressSpace spaceOf(ArrayRef<StringRef> Parts) {
  for (StringRef P : Parts) {
    StringRef Base = P.split("::").first;
    if (Base == "global")
      return AddressSpace::Global;
    if (P == "shared::cluster")
      return AddressSpace::Distributed;
    if (Base == "shared")
      return AddressSpace::Shared;
    if (Base == "const")
      return AddressSpace::Constant;
    if (Base == "local")
      return AddressSpace::Local;
  }
  return AddressSpace::Generic;
}

/// Reads "[%3+16]" or "[ $3 ]"; false when the address is not an operand.
bool readAddress(StringRef Bracket, AsmAccess &A) {
  Bracket = Bracket.trim();
  if (Bracket.empty() || (Bracket[0] != '%' && Bracket[0] != '$'))
    return false;
  Bracket = Bracket.drop_front();
  if (Bracket.consume_front("{"))
    Bracket.consume_back("}");
  if (Bracket.consumeInteger(10, A.Operand))
    return false;
  Bracket = Bracket.ltrim();
  if (Bracket.empty())
    return true;
  if (!Bracket.consume_front("+"))
    return false;
  return !Bracket.trim().getAsInteger(0, A.OffsetBytes);
}

SmallVector<StringRef> brackets(StringRef Text) {
  SmallVector<StringRef> Out;
  for (;;) {
    size_t Open = Text.find('['), Close = Text.find(']', Open);
    if (Open == StringRef::npos || Close == StringRef::npos)
      return Out;
    Out.push_back(Text.slice(Open + 1, Close));
    Text = Text.drop_front(Close + 1);
  }
}

void readCpAsync(StringRef Instruction, ArrayRef<StringRef> Parts,
                 std::vector<AsmAccess> &Out) {
  if (Parts.size() > 2 &&
      (Parts[2] == "commit_group" || Parts[2] == "wait_group" ||
       Parts[2] == "wait_all" || Parts[2] == "mbarrier"))
    return;
  SmallVector<StringRef> Addresses = brackets(Instruction);
  AsmAccess Shared{AddressSpace::Shared, AccessOp::Copy, AccessForm::CpAsync};
  AsmAccess Global{AddressSpace::Global, AccessOp::Copy, AccessForm::CpAsync};
  bool Bulk = Parts.size() > 2 && Parts[2] == "bulk";
  Shared.Bulk = Global.Bulk = Bulk;
  Shared.Known = !Bulk && Addresses.size() == 2 &&
                 readAddress(Addresses[0], Shared) &&
                 readAddress(Addresses[1], Global);
  if (Shared.Known) {
    StringRef Tail = Instruction.substr(Instruction.rfind(']') + 1);
    Tail.consume_front(",");
    Tail = Tail.split(',').first.trim();
    AsmAccess Size;
    if (Tail.getAsInteger(0, Shared.WidthBytes)) {
      Shared.WidthBytes = 0;
      Shared.Known = readAddress(Tail, Size);
      Shared.SizeOperand = static_cast<int>(Size.Operand);
    }
  }
  Shared.Bypass = Global.Bypass = is_contained(Parts, "cg");
  Global.SizeOperand = Shared.SizeOperand;
  Global.Known = Shared.Known;
  Global.WidthBytes = Shared.WidthBytes;
  Out.push_back(Shared);
  Out.push_back(Global);
}

void readInstruction(StringRef Instruction, std::vector<AsmAccess> &Out) {
  StringRef Opcode = Instruction.take_until([](char C) { return isSpace(C); });
  SmallVector<StringRef> Parts;
  Opcode.split(Parts, '.');
  StringRef Name = Parts[0];
  if (Name == "cp" && Parts.size() > 1 && Parts[1] == "async")
    return readCpAsync(Instruction, Parts, Out);
  AsmAccess A;
  if (Name == "ld" || Name == "ldu")
    A.Op = AccessOp::Load;
  else if (Name == "st")
    A.Op = AccessOp::Store;
  else if (Name == "red")
    A.Op = AccessOp::Reduction;
  else if (Name == "atom")
    A.Op = AccessOp::Atomic;
  else if (Name == "ldmatrix") {
    A.Op = AccessOp::Load;
    A.Form = AccessForm::LdMatrix;
  } else if (Name == "stmatrix") {
    A.Op = AccessOp::Store;
    A.Form = AccessForm::StMatrix;
  } else if (Name == "wmma" && Parts.size() > 1 &&
             (Parts[1] == "load" || Parts[1] == "store")) {
    A.Known = false;
  } else {
    return;
  }
  if (is_contained(Parts, "param"))
    return;
  SmallVector<StringRef> Addresses = brackets(Instruction);
  A.Space = spaceOf(Parts);
  A.Known &= Addresses.size() == 1 && readAddress(Addresses[0], A);
  if (A.Form != AccessForm::Plain) {
    unsigned Matrices = is_contained(Parts, "x4")   ? 4
                        : is_contained(Parts, "x2") ? 2
                                                    : 1;
    A.WidthBytes = 16 * Matrices;
  } else {
    A.WidthBytes = accessBytes(Parts);
  }
  A.Known &= A.WidthBytes != 0;
  Out.push_back(A);
}

} // namespace

std::vector<AsmAccess> readAsm(StringRef Text) {
  std::vector<AsmAccess> Out;
  SmallVector<StringRef> Statements;
  Text.split(Statements, ';');
  for (StringRef S : Statements) {
    // Scopes, predicates ("@p") and labels come before the opcode.
    S = S.ltrim("{} \t\n");
    if (S.consume_front("@"))
      S = S.drop_until([](char C) { return isSpace(C); }).ltrim();
    if (!S.empty())
      readInstruction(S, Out);
  }
  return Out;
}

} // namespace warptidy
