//===- FactsText.cpp - Facts for people -----------------------------------===//
// The lines of --print-facts, and the names of spaces, operations and forms.
//===----------------------------------------------------------------------===//
#include "access/AccessReader.h"
#include "access/Polynomial.h"

namespace warptidy {

const char *addressSpaceName(AddressSpace S) {
  static const char *const Names[] = {"global", "shared",      "constant",
                                      "local",  "distributed", "generic"};
  return Names[static_cast<unsigned>(S)];
}

const char *accessOpName(AccessOp Op) {
  static const char *const Names[] = {"load", "store", "atomic", "reduction",
                                      "copy"};
  return Names[static_cast<unsigned>(Op)];
}

const char *accessFormName(AccessForm F) {
  static const char *const Names[] = {"plain",    "read-only", "cp.async",
                                      "ldmatrix", "stmatrix",  "increment",
                                      "cas",      "cas-loop"};
  return Names[static_cast<unsigned>(F)];
}

static std::string guardText(const KernelFacts &K, const Guard &G) {
  return (G.Holds ? "" : "!") + ("(" + exprText(K.Pool, G.Cond) + ")");
}

static std::string accessText(const KernelFacts &K, const AccessFact &A,
                              PolynomialBuilder &Builder) {
  std::string S = A.Where.File + ":" + std::to_string(A.Where.Line) + ":" +
                  std::to_string(A.Where.Column) + ": " +
                  addressSpaceName(A.Space) + " " + accessOpName(A.Op) + " " +
                  std::to_string(A.WidthBytes) + "B";
  if (A.Form != AccessForm::Plain)
    S += std::string(" ") + accessFormName(A.Form);
  if (!A.Words.Text.empty())
    S += " '" + A.Words.Text + "'";
  if (A.Address != NoExpr)
    S += " address=" + polynomialText(K.Pool, Builder.of(A.Address));
  if (!A.Mask.empty()) {
    S += " mask=";
    for (size_t I = 0; I < A.Mask.size(); ++I)
      S += (I ? " && " : "") + guardText(K, A.Mask[I]);
  }
  if (!A.MaskComplete)
    S += " mask-incomplete";
  for (unsigned L : A.Loops)
    S += " loop@" + std::to_string(K.Loops[L].Line);
  if (A.Words.Record)
    S += " record=" + A.Words.Record->Record + "(" +
         std::to_string(A.Words.Record->Size) + "B)." + A.Words.Record->Field +
         "@" + std::to_string(A.Words.Record->FieldOffset);
  for (const InlinedCall &C : A.InlinedAt)
    S += " inlined=" + C.Callee + "@" + std::to_string(C.CallSite.Line);
  if (A.Unknown != UnknownReason::None)
    S += std::string(" unknown=") + unknownReasonName(A.Unknown);
  return S + "\n";
}

std::string factsText(const KernelFacts &K) {
  std::string S = "kernel " + K.Name;
  if (K.MaxThreadsPerBlock)
    S += " launch_bounds=" + std::to_string(K.MaxThreadsPerBlock);
  if (K.Unknown != UnknownReason::None)
    S += std::string(" unknown=") + unknownReasonName(K.Unknown);
  S += "\n";
  // Printing adds quotient nodes, so it works on a copy of the pool.
  KernelFacts Copy = K;
  PolynomialBuilder::Knowledge Known;
  Known.ExpandPhis = false; // Loop variables by their name.
  PolynomialBuilder Builder(Copy.Pool, Copy.Loops, Known);
  for (const AccessFact &A : Copy.Accesses)
    S += accessText(Copy, A, Builder);
  return S;
}

} // namespace warptidy
