//===- AccessIndex.cpp - The accesses of a run by place -------------------===//
// See AccessIndex.h.
//===----------------------------------------------------------------------===//
#include "report/AccessIndex.h"
#include <algorithm>

namespace warptidy {

std::string AccessSpot::id() const {
  return "a" + std::to_string(Line) + "-" + std::to_string(Column) + "-" +
         std::to_string(EndLine) + "-" + std::to_string(EndColumn);
}

namespace {

/// Orders what is nested in an expression behind it.
struct Place {
  unsigned Line, Column, EndLine, EndColumn;
  bool operator<(const Place &Other) const {
    return std::tie(Line, Column, Other.EndLine, Other.EndColumn) <
           std::tie(Other.Line, Other.Column, EndLine, EndColumn);
  }
};

class Indexer {
public:
  Indexer(const PictureInput &Input, AccessIndex &Out)
      : Input(Input), Out(Out) {}

  void run() {
    for (const FilePredictions &F : Input.Files) {
      const ArchInfo *Arch = F.Arch.empty() ? &Input.Arch : findArch(F.Arch);
      Arch = &withSectorBytes(*Arch, Input.Arch.SectorBytes);
      Out.Files[Input.Absolute(F.File, "")];
      for (const KernelPredictions &K : F.Kernels)
        addKernel(F, K, *Arch);
    }
    for (auto &[Path, Places] : Spots)
      for (auto &[Where, Spot] : Places)
        Out.Files[Path].Spots.push_back(std::move(Spot));
    for (const ReportedFinding &F : Input.Report.Findings)
      addFinding(F);
    for (auto &[Path, File] : Out.Files)
      finish(File);
  }

private:
  void addKernel(const FilePredictions &F, const KernelPredictions &K,
                 const ArchInfo &Arch) {
    std::string Path = Input.Absolute(K.Facts.Where.File, F.Directory);
    if (!Seen.insert({Path, K.Facts.Mangled, Arch.Name}).second)
      return;
    Out.Files[Path];
    Out.Kernels.push_back({&K, &Arch, Path});
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
      const SourceSpot &W = K.Facts.Accesses[I].Where;
      const std::string File = Input.Absolute(W.File, F.Directory);
      if (!W.Line) {
        Out.Files[File].Placeless.push_back({{&K, I}, &Arch});
        continue;
      }
      AccessSpot &Spot =
          Spots[File][{W.Line, W.Column, W.EndLine, W.EndColumn}];
      Spot.Line = W.Line;
      Spot.Column = W.Column;
      Spot.EndLine = W.EndLine;
      Spot.EndColumn = W.EndColumn;
      Spot.Accesses.push_back({{&K, I}, &Arch});
    }
  }

  void addFinding(const ReportedFinding &F) {
    IndexedFile &File = Out.Files[F.Where.Path];
    File.Findings.push_back(&F);
    // Of nested expressions that begin together, the one it names.
    AccessSpot *Best = nullptr;
    for (AccessSpot &S : File.Spots)
      if (S.Line == F.Where.Start.Line && S.Column == F.Where.Start.Column &&
          (!Best || (S.EndLine == F.Where.End.Line &&
                     S.EndColumn == F.Where.End.Column)))
        Best = &S;
    if (Best)
      Best->Findings.push_back(&F);
    else
      File.Others.push_back(&F);
  }

  static void finish(IndexedFile &File) {
    for (AccessSpot &S : File.Spots) {
      std::vector<Ranked> All;
      for (const PlacedAccess &A : S.Accesses)
        All.push_back({costLabel(A.Ref), A, All.size()});
      std::sort(All.begin(), All.end(), costlier);
      S.Label = All.front().Label;
      for (size_t I = 0; I < All.size(); ++I)
        S.Accesses[I] = All[I].Access;
    }
    std::multimap<std::pair<unsigned, unsigned>, const ReportedFinding *>
        Sorted;
    for (const ReportedFinding *F : File.Findings)
      Sorted.insert({{F->Where.Start.Line, F->Where.Start.Column}, F});
    File.Findings.clear();
    for (const auto &[Where, F] : Sorted)
      File.Findings.push_back(F);
  }

  struct Ranked {
    CostLabel Label;
    PlacedAccess Access;
    size_t Number;
  };
  /// What has a figure before what has none, then by cost.
  static bool costlier(const Ranked &A, const Ranked &B) {
    auto Rank = [](const CostLabel &L) {
      if (L.Level == CostLevel::Idle)
        return 0;
      if (L.Level == CostLevel::Ideal)
        return 1;
      if (L.Level == CostLevel::Unknown)
        return 2;
      return L.Level == CostLevel::Data ? 3 : 4;
    };
    return std::tuple(-Rank(A.Label), -A.Label.Ratio, A.Number) <
           std::tuple(-Rank(B.Label), -B.Label.Ratio, B.Number);
  }

  const PictureInput &Input;
  AccessIndex &Out;
  std::map<std::string, std::map<Place, AccessSpot>> Spots;
  std::set<std::tuple<std::string, std::string, std::string>> Seen;
};

} // namespace

AccessIndex::AccessIndex(const PictureInput &Input) {
  Indexer(Input, *this).run();
}

} // namespace warptidy
