//===- RowCure.cpp - Rows of shared arrays without conflicts --------------===//
// Looks for the least padding of the innermost extent with which every access
// to the array, in every kernel and launch of the unit, is ideal as compiled;
// failing that, for an exchange of the columns.
//===----------------------------------------------------------------------===//
#include "model/Request.h"
#include "model/Rows.h"
#include "rules/Cures.h"
#include <map>

namespace warptidy {
namespace {

constexpr unsigned MostPadding = 8; // Elements.
constexpr unsigned MostShift = 3;

class RowCure {
public:
  RowCure(const UnitFacts &Unit, const ArrayFact &Array)
      : Unit(Unit), Array(Array) {
    collect();
    for (Use &U : Uses)
      Reach = std::max(Reach, rowReach(*U.Kernel, U.Base, Unit.Arch, U.Shifts));
  }
  /// Nothing if it is not known what the accesses cost.
  std::optional<FindingFix> find() const;

private:
  /// The array in one kernel.
  struct Use {
    const KernelPredictions *Kernel;
    ExprRef Base;
    std::vector<size_t> Accesses;
    RowShifts Shifts;
  };
  void collect();
  bool isHere(const AccessFact &A, const ExprPool &Pool) const;
  bool mayBeHere(const AccessFact &A, const ExprPool &Pool) const;
  const SymbolInfo &infoOf(const Use &U) const {
    return U.Kernel->Facts.Pool.symbolInfo(U.Base);
  }
  bool mayServe(const Use &U, unsigned MoreBytes) const;
  enum class Outcome {
    Conflicts,
    Splits, ///< Ideal, but what nvcc merged comes apart.
    Ideal,
  };
  Outcome tryLayout(const std::function<RowLayout(const Use &)> &Layout) const;
  Outcome pads(unsigned More) const;
  bool swizzles(unsigned Shift) const;
  uint64_t bytesNeeded(const Use &U, unsigned More) const;
  std::string tooLarge(unsigned More) const;
  std::string obstacle() const;
  FindingFix padding(unsigned More, std::string Why) const;
  std::string swizzle() const;

  const UnitFacts &Unit;
  const ArrayFact &Array;
  std::vector<Use> Uses;
  bool Readable = true; ///< All accesses are by subscripts.
  bool Located = true;  ///< It is clear in each kernel which array is meant.
  RowReach Reach = RowReach::Inside;
};

bool RowCure::isHere(const AccessFact &A, const ExprPool &Pool) const {
  if (A.Space != AddressSpace::Shared || A.Base == NoExpr ||
      Pool[A.Base].Op != ExprOp::Symbol)
    return false;
  const SymbolInfo &Info = Pool.symbolInfo(A.Base);
  const SourceSpot &Where = A.Words.ArrayDecl;
  return Info.Kind == SymbolKind::SharedArray && Info.RowBytes &&
         Info.Name == Array.Name && Where.Line == Array.Where.Line &&
         Where.Column == Array.Where.Column && Where.File == Array.Where.File;
}

/// An access that may be one to the array, by its place or for want of one.
bool RowCure::mayBeHere(const AccessFact &A, const ExprPool &Pool) const {
  const SourceSpot &Where = A.Words.ArrayDecl;
  if (A.Space != AddressSpace::Shared)
    return false;
  if (Where.Line)
    return Where.Line == Array.Where.Line &&
           Where.Column == Array.Where.Column && Where.File == Array.Where.File;
  return A.Base == NoExpr || Pool[A.Base].Op != ExprOp::Symbol ||
         Pool.symbolInfo(A.Base).Name == Array.Name;
}

void RowCure::collect() {
  for (const KernelPredictions &K : Unit.Kernels) {
    if (K.Facts.Unknown != UnknownReason::None) {
      Located = false; // It may use the array.
      continue;
    }
    std::set<ExprRef> Bases;
    for (const AccessFact &A : K.Facts.Accesses)
      if (isHere(A, K.Facts.Pool))
        Bases.insert(A.Base);
    for (ExprRef Base : Bases) {
      bool All;
      Use U{&K, Base, accessesTo(K.Facts, Base, All), {}};
      Readable &= All;
      Uses.push_back(std::move(U));
    }
    for (const AccessFact &A : K.Facts.Accesses)
      if (mayBeHere(A, K.Facts.Pool) && !Bases.count(A.Base))
        Located = false;
  }
}

/// Whether the worst requests, moved to longer rows, are ideal: what fails here
/// need not be predicted.
bool RowCure::mayServe(const Use &U, unsigned MoreBytes) const {
  const unsigned RowBytes = infoOf(U).RowBytes;
  for (size_t I : U.Accesses)
    for (const MachineAccess &M : machineAccesses(*U.Kernel, I))
      for (const Prediction &P : *M.PerLaunch) {
        if (!P.Request ||
            M.Fact->WidthBytes != U.Kernel->Facts.Accesses[I].WidthBytes)
          continue; // Merged accesses may come apart.
        LaneAddresses Lanes = *P.Request;
        for (unsigned L = 0; L < WarpLanes; ++L)
          Lanes.Byte[L] += Lanes.Byte[L] / RowBytes * MoreBytes;
        RequestCost Cost = requestCost(Unit.Arch, *M.Fact, Lanes);
        if (Cost.Units > Cost.Ideal)
          return false;
      }
  return true;
}

RowCure::Outcome
RowCure::tryLayout(const std::function<RowLayout(const Use &)> &Layout) const {
  Outcome Out = Outcome::Ideal;
  for (const Use &U : Uses) {
    KernelPredictions K =
        predictRows(*U.Kernel, U.Base, Layout(U), Unit.Arch, Unit.Predict);
    if (Unit.Predict.Stop && *Unit.Predict.Stop)
      return Outcome::Conflicts;
    for (size_t I : U.Accesses) {
      if (!isIdeal(K, I))
        return Outcome::Conflicts;
      if (machineWidth(K, I) < machineWidth(*U.Kernel, I))
        Out = Outcome::Splits;
    }
  }
  return Out;
}

RowCure::Outcome RowCure::pads(unsigned More) const {
  auto BytesOf = [&](const Use &U) { return More * infoOf(U).ElementBytes; };
  for (const Use &U : Uses)
    if (!mayServe(U, BytesOf(U)))
      return Outcome::Conflicts;
  return tryLayout(
      [&](const Use &U) { return RowLayout{BytesOf(U), {}, U.Shifts}; });
}

bool RowCure::swizzles(unsigned Shift) const {
  for (const Use &U : Uses) {
    unsigned Columns = infoOf(U).RowBytes / infoOf(U).ElementBytes;
    if (Columns & (Columns - 1))
      return false;
  }
  return tryLayout([&](const Use &U) {
           return RowLayout{0, Shift, U.Shifts};
         }) == Outcome::Ideal;
}

uint64_t RowCure::bytesNeeded(const Use &U, unsigned More) const {
  const SymbolInfo &Info = infoOf(U);
  return staticSharedBytes(U.Kernel->Facts) +
         Info.SizeBytes / Info.RowBytes * More * Info.ElementBytes;
}

/// Why a block has not the shared memory for longer rows; empty if it has.
std::string RowCure::tooLarge(unsigned More) const {
  const unsigned Limit = Unit.Arch.StaticSharedLimit;
  for (const Use &U : Uses) {
    uint64_t Static = bytesNeeded(U, More);
    bool Dynamic = usesDynamicShared(U.Kernel->Facts);
    for (const LaunchShape &L : U.Kernel->Launches) {
      uint64_t Bytes =
          Static + (Dynamic ? L.DynamicSharedBytes.value_or(0) : 0);
      if (Bytes > Limit)
        return "a block would need " + std::to_string(Bytes) +
               " bytes of shared memory, of which it has " +
               std::to_string(Limit);
      if (Dynamic && !L.DynamicSharedBytes)
        return "how much dynamic shared memory the launch asks for is not "
               "known";
    }
  }
  return "";
}

/// Why the declaration must stay as it is; empty if it need not.
std::string RowCure::obstacle() const {
  if (!Array.Obstacle.empty())
    return Array.Obstacle;
  if (!Located)
    return "not all of its uses are known";
  if (Reach != RowReach::Inside)
    return "that its subscripts stay in their rows is not certain";
  return "";
}

FindingFix RowCure::padding(unsigned More, std::string Why) const {
  FindingFix Fix;
  const bool Written = Array.Extent.Line != 0;
  std::string New = Written ? Array.longer(More) : "";
  std::string What = Written
                         ? "with '" + Array.Head + New + "]'"
                         : "with rows of " + std::to_string(More) +
                               (More == 1 ? " more element" : " more elements");
  Fix.Note = {Array.Where,
              What + " no access to '" + Array.Name + "' has a conflict"};
  if (Why.empty())
    Why = tooLarge(More);
  if (Why.empty())
    Why = obstacle();
  if (!Why.empty()) {
    Fix.Note.Message += "; not done by --fix: " + Why;
    return Fix;
  }
  Fix.Edits.push_back({Array.Extent, Array.ExtentText, New});
  Fix.Array = Array.Name;
  Fix.Line = Array.Where.Line;
  return Fix;
}

/// The index form of an exchange of columns that serves; empty for none.
std::string RowCure::swizzle() const {
  if (Array.Dimensions != 2)
    return "";
  for (unsigned Shift = 0; Shift <= MostShift; ++Shift) {
    if (!swizzles(Shift))
      continue;
    const SymbolInfo &Info = infoOf(Uses[0]);
    std::string Row =
        Shift ? "r / " + std::to_string(1u << Shift) : std::string("r");
    return Array.Name + "[r][c ^ " + Row + " % " +
           std::to_string(Info.RowBytes / Info.ElementBytes) + "]";
  }
  return "";
}

std::optional<FindingFix> RowCure::find() const {
  if (Uses.empty() || !Readable)
    return std::nullopt;
  for (const Use &U : Uses)
    for (size_t I : U.Accesses)
      if (!isDecided(*U.Kernel, I) && !isIdeal(*U.Kernel, I))
        return std::nullopt;
  FindingFix Fix;
  if (Reach == RowReach::Outside) {
    Fix.Note = {Array.Where, "subscripts of '" + Array.Name +
                                 "' lead into other rows, which cannot be "
                                 "padded therefore"};
    return Fix;
  }
  unsigned Splitting = 0;
  for (unsigned More = 1; More <= MostPadding; ++More) {
    Outcome Of = pads(More);
    if (Of == Outcome::Ideal)
      return padding(More, "");
    if (Of == Outcome::Splits && !Splitting)
      Splitting = More;
  }
  if (Splitting)
    return padding(Splitting, "nvcc would no longer merge accesses to it");
  Fix.Note = {Array.Where, "no padding of up to " +
                               std::to_string(MostPadding) +
                               " elements leaves all accesses to '" +
                               Array.Name + "' without conflicts"};
  if (std::string Form = swizzle(); !Form.empty())
    Fix.Note.Message +=
        ", '" + Form + "' for each '" + Array.Name + "[r][c]' does";
  if (Unit.Predict.Stop && *Unit.Predict.Stop)
    return std::nullopt;
  return Fix;
}

} // namespace

void cureRows(const UnitFacts &Unit, const RuleOptions &,
              std::vector<Finding> &Findings) {
  std::map<const ArrayFact *, std::optional<FindingFix>> Known;
  for (Finding &F : Findings) {
    FoundAccess At = accessOf(Unit, F);
    if (!At.Kernel || F.Level < Severity::Warning)
      continue;
    const ArrayFact *Array = Unit.Declarations.arrayAt(
        At.Kernel->Facts.Accesses[At.Index].Words.ArrayDecl);
    if (!Array)
      continue;
    auto [It, New] = Known.try_emplace(Array);
    if (New)
      It->second = RowCure(Unit, *Array).find();
    F.Fix = It->second;
  }
}

} // namespace warptidy
