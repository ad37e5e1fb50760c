//===- ExprText.cpp - Expressions for people ------------------------------===//
// Prints addresses and conditions with the names of the source.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include <algorithm>

namespace warptidy {
namespace {

const char *operatorText(ExprOp Op) {
  switch (Op) {
  case ExprOp::Add:
    return "+";
  case ExprOp::Sub:
    return "-";
  case ExprOp::Mul:
    return "*";
  case ExprOp::UDiv:
  case ExprOp::SDiv:
    return "/";
  case ExprOp::URem:
  case ExprOp::SRem:
    return "%";
  case ExprOp::Shl:
    return "<<";
  case ExprOp::LShr:
  case ExprOp::AShr:
    return ">>";
  case ExprOp::And:
    return "&";
  case ExprOp::Or:
    return "|";
  case ExprOp::Xor:
    return "^";
  case ExprOp::Eq:
    return "==";
  case ExprOp::Ne:
    return "!=";
  case ExprOp::ULt:
  case ExprOp::SLt:
    return "<";
  case ExprOp::ULe:
  case ExprOp::SLe:
    return "<=";
  default:
    return nullptr;
  }
}

const char *functionText(ExprOp Op) {
  switch (Op) {
  case ExprOp::UMin:
  case ExprOp::SMin:
    return "min";
  case ExprOp::UMax:
  case ExprOp::SMax:
    return "max";
  case ExprOp::PopCount:
    return "popc";
  case ExprOp::BitReverse:
    return "brev";
  case ExprOp::LeadingZeros:
    return "clz";
  case ExprOp::TrailingZeros:
    return "ctz";
  default:
    return "mulhi";
  }
}

/// Long expressions are cut here; the text is for a message, not a parser.
constexpr unsigned MaxTextDepth = 12;

std::string text(const ExprPool &Pool, ExprRef R, unsigned Depth, bool Nested) {
  if (R == NoExpr || Depth > MaxTextDepth)
    return "...";
  const ExprNode &N = Pool[R];
  switch (N.Op) {
  case ExprOp::Const:
    return std::to_string(N.Value);
  case ExprOp::Builtin:
    return builtinName(static_cast<Builtin>(N.Value));
  case ExprOp::Symbol:
    return Pool.symbolInfo(R).Name;
  case ExprOp::Phi:
    return Pool.phiInfo(R).Name;
  case ExprOp::Load:
    return Pool.loadInfo(R).Name;
  case ExprOp::Opaque:
    return "<" +
           (Pool.opaqueInfo(R).What.empty() ? "?" : Pool.opaqueInfo(R).What) +
           ">";
  case ExprOp::Trunc:
    if (N.Bits < 32 && N.Bits > 1)
      return text(Pool, N.A, Depth + 1, true) + " % " +
             std::to_string(int64_t(1) << N.Bits);
    [[fallthrough]];
  case ExprOp::ZExt:
  case ExprOp::SExt:
    return text(Pool, N.A, Depth, Nested);
  case ExprOp::Select:
    return "(" + text(Pool, N.A, Depth + 1, true) + " ? " +
           text(Pool, N.B, Depth + 1, true) + " : " +
           text(Pool, N.C, Depth + 1, true) + ")";
  default:
    break;
  }
  std::string A = text(Pool, N.A, Depth + 1, true);
  if (isUnary(N.Op))
    return std::string(functionText(N.Op)) + "(" + A + ")";
  std::string B = text(Pool, N.B, Depth + 1, true);
  if (const char *Op = operatorText(N.Op)) {
    std::string S = A + " " + Op + " " + B;
    return Nested ? "(" + S + ")" : S;
  }
  return std::string(functionText(N.Op)) + "(" + A + ", " + B + ")";
}

} // namespace

std::string exprText(const ExprPool &Pool, ExprRef R) {
  return text(Pool, R, 0, false);
}

/// Sorting key: builtins in block, thread order, then names, so that texts do
/// not depend on the order in which nodes were made.
static std::string termText(const ExprPool &Pool, const Monomial &M) {
  std::vector<std::string> Factors;
  for (ExprRef A : M)
    Factors.push_back(text(Pool, A, 1, true));
  std::sort(Factors.begin(), Factors.end());
  std::string Out;
  for (const std::string &F : Factors)
    Out += (Out.empty() ? "" : "*") + F;
  return Out;
}

std::string polynomialText(const ExprPool &Pool, const Polynomial &P,
                           ExprRef Skip) {
  std::map<std::string, int64_t> Terms;
  for (const auto &[M, C] : P.Terms)
    if (!M.empty() && !(M.size() == 1 && M[0] == Skip))
      Terms[termText(Pool, M)] += C;
  std::string Out;
  auto Append = [&](int64_t C, const std::string &T) {
    if (C == 0)
      return;
    if (!Out.empty())
      Out += C < 0 ? " - " : " + ";
    else if (C < 0)
      Out += "-";
    uint64_t Abs =
        C < 0 ? 0 - static_cast<uint64_t>(C) : static_cast<uint64_t>(C);
    if (T.empty())
      Out += std::to_string(Abs);
    else
      Out += Abs == 1 ? T : std::to_string(Abs) + "*" + T;
  };
  for (const auto &[T, C] : Terms)
    Append(C, T);
  Append(P.constantTerm(), "");
  return Out.empty() ? "0" : Out;
}

} // namespace warptidy
