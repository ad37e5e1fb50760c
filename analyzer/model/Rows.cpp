//===- Rows.cpp - Other layouts of a shared array -------------------------===//
// See Rows.h.
//===----------------------------------------------------------------------===//
#include "model/Rows.h"
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

std::vector<size_t> accessesTo(const KernelFacts &Facts, ExprRef Base,
                               bool &All) {
  std::vector<size_t> Out;
  All = true;
  for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
    const AccessFact &A = Facts.Accesses[I];
    if (A.Base != Base)
      continue;
    Out.push_back(I);
    All &= A.Row != NoExpr && A.Form != AccessForm::CpAsync &&
           A.Form != AccessForm::LdMatrix && A.Form != AccessForm::StMatrix;
  }
  return Out;
}

static void shiftRow(ExprPool &Pool, AccessFact &A, unsigned RowBytes,
                     int64_t Rows) {
  auto Plus = [&](ExprRef To, int64_t V) {
    return Pool.binary(ExprOp::Add, To, Pool.constant(V, 64));
  };
  A.Row = Plus(A.Row, Rows);
  A.Column = Plus(A.Column, -Rows * int64_t(RowBytes));
}

/// The place in its row, in another layout.
static ExprRef newColumn(ExprPool &Pool, const AccessFact &A,
                         const SymbolInfo &Array, const RowLayout &Layout) {
  if (!Layout.SwizzleShift)
    return A.Column;
  auto Number = [&](int64_t V) { return Pool.constant(V, 64); };
  ExprRef Element = Number(Array.ElementBytes);
  unsigned Columns = Array.RowBytes / Array.ElementBytes;
  ExprRef Key = Pool.binary(
      ExprOp::And,
      Pool.binary(ExprOp::LShr, A.Row, Number(*Layout.SwizzleShift)),
      Number(Columns - 1));
  ExprRef Exchanged = Pool.binary(
      ExprOp::Xor, Pool.binary(ExprOp::UDiv, A.Column, Element), Key);
  return Pool.binary(ExprOp::Add, Pool.binary(ExprOp::Mul, Exchanged, Element),
                     Pool.binary(ExprOp::URem, A.Column, Element));
}

KernelPredictions predictRows(const KernelPredictions &K, ExprRef Base,
                              const RowLayout &Layout, const ArchInfo &Arch,
                              const PredictOptions &Options) {
  KernelFacts Facts = K.Facts;
  ExprPool &Pool = Facts.Pool;
  const SymbolInfo Array = Pool.symbolInfo(Base);
  const unsigned RowBytes = Array.RowBytes + Layout.MoreBytes;
  PredictOptions Mine = Options;
  Mine.Only.assign(Facts.Accesses.size(), false);
  for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
    AccessFact &A = Facts.Accesses[I];
    if (A.Base != Base || A.Row == NoExpr)
      continue;
    Mine.Only[I] = true;
    if (auto It = Layout.Shifts.find(I); It != Layout.Shifts.end())
      shiftRow(Pool, A, Array.RowBytes, It->second);
    ExprRef Start = Pool.binary(
        ExprOp::Add, Base,
        Pool.binary(ExprOp::Mul, A.Row, Pool.constant(RowBytes, 64)));
    A.Address =
        Pool.binary(ExprOp::Add, Start, newColumn(Pool, A, Array, Layout));
  }
  SymbolInfo &Changed = Pool.symbolInfo(Base);
  Changed.RowBytes = RowBytes;
  Changed.SizeBytes = Array.SizeBytes / Array.RowBytes * RowBytes;
  return predictKernel(std::move(Facts), K.Launches, Arch, std::move(Mine));
}

/// The access restricted to lanes that are out of their row.
static AccessFact outsideOf(ExprPool &Pool, AccessFact A, unsigned RowBytes) {
  // Of a condition that varies by lane all loops are followed. This one does
  // in form; no lane has a number of 32 or more.
  ExprRef Lane = Pool.cast(ExprOp::ZExt, Pool.builtin(Builtin::LaneId), 64);
  ExprRef Limit =
      Pool.binary(ExprOp::Add, Pool.constant(RowBytes, 64),
                  Pool.binary(ExprOp::LShr, Lane, Pool.constant(5, 64)));
  ExprRef Inside = Pool.binary(ExprOp::ULt, A.Column, Limit);
  A.Mask.push_back({Inside, /*Holds=*/false});
  return A;
}

static RowReach reachOf(KernelFacts &Facts, const AccessFact &Outside,
                        const std::vector<LaunchShape> &Launches,
                        const ArchInfo &Arch) {
  RowReach Worst = RowReach::Inside;
  for (const LaunchShape &Shape : Launches) {
    Prediction P = AccessPredictor(Facts, Shape, Arch).predict(Outside);
    bool Known = P.BlockRequests && !isGuess(Shape); // Nothing was assumed.
    if (P.Kind != Pattern::NotExecuted)
      Worst = std::max(Worst, Known ? RowReach::Outside : RowReach::Unknown);
  }
  return Worst;
}

RowReach rowReach(const KernelPredictions &K, ExprRef Base,
                  const ArchInfo &Arch, RowShifts &Shifts) {
  KernelFacts Facts = K.Facts;
  const unsigned RowBytes = Facts.Pool.symbolInfo(Base).RowBytes;
  RowReach Worst = RowReach::Inside;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Base != Base)
      continue;
    if (A.Row == NoExpr)
      return RowReach::Unknown;
    std::optional<RowReach> Reach;
    for (int64_t Rows : {0, 1, -1}) {
      AccessFact Shifted = A;
      shiftRow(Facts.Pool, Shifted, RowBytes, Rows);
      RowReach Now = reachOf(Facts, outsideOf(Facts.Pool, Shifted, RowBytes),
                             K.Launches, Arch);
      if (!Reach || Now == RowReach::Inside)
        Reach = Now;
      if (Now != RowReach::Inside)
        continue;
      if (Rows)
        Shifts[I] = Rows;
      break;
    }
    Worst = std::max(Worst, *Reach);
  }
  return Worst;
}

static std::set<ExprRef> sharedArrays(const KernelFacts &Facts) {
  std::set<ExprRef> Out;
  for (ExprRef R = 0; R < Facts.Pool.size(); ++R)
    if (Facts.Pool[R].Op == ExprOp::Symbol &&
        Facts.Pool.symbolInfo(R).Kind == SymbolKind::SharedArray)
      Out.insert(R);
  return Out;
}

uint64_t staticSharedBytes(const KernelFacts &Facts) {
  uint64_t Sum = 0;
  for (ExprRef R : sharedArrays(Facts)) {
    const SymbolInfo &Info = Facts.Pool.symbolInfo(R);
    Sum = (Sum + Info.LayoutAlign - 1) / Info.LayoutAlign * Info.LayoutAlign;
    Sum += Info.SizeBytes;
  }
  return Sum;
}

bool usesDynamicShared(const KernelFacts &Facts) {
  for (ExprRef R : sharedArrays(Facts))
    if (!Facts.Pool.symbolInfo(R).SizeBytes)
      return true;
  return false;
}

} // namespace warptidy
