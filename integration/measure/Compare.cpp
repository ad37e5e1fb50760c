//===- Compare.cpp - Predictions against measurements ---------------------===//
// See Compare.h.
//===----------------------------------------------------------------------===//
#include "measure/Compare.h"
#include "measure/LaunchJudge.h"
#include "measure/MangledName.h"
#include "measure/Text.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace warptidy::measure {

static bool sameShape(const PredictedLaunch &P, const Launch &L) {
  return P.Block == L.Block && (!P.Grid || *P.Grid == L.Grid) &&
         (!P.DynamicSharedBytes || !L.DynamicSharedBytes ||
          *P.DynamicSharedBytes == *L.DynamicSharedBytes);
}

std::vector<LaunchPair>
pairLaunches(const PredictedKernel &Kernel,
             const std::vector<const Launch *> &Measured, bool InOrder) {
  std::vector<LaunchPair> Pairs;
  std::vector<unsigned> Seen;
  for (unsigned I = 0; I < Kernel.Launches.size(); ++I)
    if (std::any_of(Measured.begin(), Measured.end(), [&](const Launch *L) {
          return sameShape(Kernel.Launches[I], *L);
        }))
      Seen.push_back(I);
  InOrder &= Seen.size() == Measured.size();
  for (unsigned M = 0; InOrder && M < Measured.size(); ++M)
    InOrder = sameShape(Kernel.Launches[Seen[M]], *Measured[M]);
  for (unsigned M = 0; M < Measured.size(); ++M) {
    LaunchPair Pair{{}, Measured[M]};
    for (unsigned I : Seen)
      if (InOrder ? I == Seen[M] : sameShape(Kernel.Launches[I], *Measured[M]))
        Pair.Candidates.push_back(I);
    Pairs.push_back(std::move(Pair));
  }
  return Pairs;
}

static std::string shapeText(const Dims &D) {
  return std::to_string(D[0]) + "x" + std::to_string(D[1]) + "x" +
         std::to_string(D[2]);
}

/// The name up to its parameters, without "void", spaces and the casts that
/// the profiler puts before template arguments.
static std::string comparableName(std::string Name) {
  if (startsWith(Name, "void "))
    Name = Name.substr(5);
  for (const char *Cast : {"(int)", "(unsigned int)", "(bool)", "(long)",
                           "(unsigned long)", "(char)", " "})
    Name = replaceAll(Name, Cast, "");
  int Depth = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    Depth += Name[I] == '<' ? 1 : Name[I] == '>' ? -1 : 0;
    if (Name[I] == '(' && Depth == 0 && I)
      return Name.substr(0, I);
  }
  return Name;
}

static bool samePrediction(const Prediction *A, const Prediction *B) {
  if (!A || !B)
    return A == B;
  auto Key = [](const Prediction &P) {
    return std::tie(P.Pattern, P.Unit, P.Min, P.Max, P.BlockRequests,
                    P.BlockUnits, P.Unknown);
  };
  return Key(*A) == Key(*B);
}

namespace {
class Comparer {
public:
  Comparer(const PredictionSet &P, const Measurements &M) : P(P), M(M) {}

  Comparison run(const std::string &Sources) {
    if (!P.Architecture.empty() && !M.Architecture.empty() &&
        P.Architecture != M.Architecture)
      C.Errors.push_back("the predictions are for " + P.Architecture +
                         " and the measurements from " + M.Architecture);
    if (!Sources.empty())
      checkSources(Sources);
    for (const PredictedFile &F : P.Files)
      for (const PredictedKernel &K : F.Kernels)
        kernel(F, K);
    return std::move(C);
  }

private:
  void checkSources(const std::string &Folder) {
    C.SourcesChecked = true;
    auto Check = [&](const std::string &File, const std::string &Expected) {
      if (File.empty() || Expected.empty())
        return;
      std::optional<std::string> Bytes = readSource(Folder, File);
      if (!Bytes)
        C.Errors.push_back("the measured source " + File + " is not there");
      else if (sha256(*Bytes) != Expected)
        C.Errors.push_back("the source " + File +
                           " changed since it was measured: measure it again");
    };
    std::set<std::string> Seen;
    for (const Program &Program : M.Programs) {
      Check(Program.File, Program.Sha256);
      for (const SourceFile &H : Program.Headers)
        if (Seen.insert(H.File + H.Sha256).second)
          Check(H.File, H.Sha256);
    }
  }

  /// A recorded absolute path may be that of another machine: then a tail of it
  /// leads to the file.
  static std::optional<std::string> readSource(const std::string &Folder,
                                               const std::string &File) {
    if (File[0] != '/')
      return readFile(Folder + "/" + File);
    std::optional<std::string> Bytes = readFile(File);
    for (size_t At = 0; !Bytes && At != std::string::npos;
         At = File.find('/', At + 1))
      Bytes = readFile(Folder + File.substr(At));
    return Bytes;
  }

  const Program *programOf(const std::string &File) const {
    for (const Program &Program : M.Programs)
      if (!Program.File.empty() && samePath(Program.File, File))
        return &Program;
    // A user's own program may consist of many files.
    if (M.Programs.size() == 1 && M.Programs[0].File.empty())
      return &M.Programs[0];
    return nullptr;
  }

  void kernel(const PredictedFile &F, const PredictedKernel &K) {
    const Program *Program = programOf(F.File);
    Name = Program ? Program->Name : F.File;
    if (!K.Unknown.empty())
      return plainRow(K, Judgement::of(Verdict::Ambiguous, "UNKNOWN_PREDICTION",
                                       K.Unknown));
    if (!Program)
      return allRows(K, 0, "NO_PROGRAM", "no measured program has this file");
    if (!Program->Ok)
      return allRows(K, 0, "PROGRAM_FAILED", Program->Reason);
    std::vector<const Launch *> Launches;
    for (const Launch &L : Program->Launches)
      if (!L.Mangled.empty() && !K.Mangled.empty()
              ? comparableMangled(L.Mangled) == comparableMangled(K.Mangled)
              : comparableName(L.Kernel) == comparableName(K.Name))
        Launches.push_back(&L);
    if (Launches.empty())
      return allRows(K, 0, "NOT_LAUNCHED", "the program never ran this kernel");
    launches(K, Launches, !Program->File.empty());
  }

  void launches(const PredictedKernel &K,
                const std::vector<const Launch *> &Measured, bool InOrder) {
    std::set<unsigned> Used;
    const Launch *Stranger = nullptr;
    for (const LaunchPair &Pair : pairLaunches(K, Measured, InOrder)) {
      if (Pair.Candidates.empty())
        Stranger = Pair.Measured;
      else
        one(K, Pair);
      Used.insert(Pair.Candidates.begin(), Pair.Candidates.end());
    }
    for (unsigned I = 0; I < K.Launches.size(); ++I)
      if (!Used.count(I))
        allRows(K, I, Stranger ? "LAUNCH_DIFFERS" : "LAUNCH_NOT_SEEN",
                Stranger ? "predicted for blocks of " +
                               shapeText(K.Launches[I].Block) +
                               ", measured with " + shapeText(Stranger->Block)
                         : "the program did not run this launch");
  }

  void one(const PredictedKernel &K, const LaunchPair &Pair) {
    std::vector<const Instruction *> Unclaimed;
    unsigned First = Pair.Candidates[0];
    std::vector<Row> Rows = judgeLaunch(K, First, *Pair.Measured, Unclaimed);
    for (size_t A = 0; A < Rows.size(); ++A) {
      for (unsigned Other : Pair.Candidates)
        for (const char *View : {"source", "compiled"})
          if (!samePrediction(
                  findPrediction(K.Accesses[A].Predictions, First, View),
                  findPrediction(K.Accesses[A].Predictions, Other, View)))
            Rows[A].Judged =
                Judgement::of(Verdict::Ambiguous, "LAUNCH_AMBIGUOUS",
                              "several launch sites have this shape");
      add(K, First, std::move(Rows[A]));
    }
    for (const Instruction *I : Unclaimed)
      unclaimed(K, *I);
  }

  void unclaimed(const PredictedKernel &K, const Instruction &I) {
    for (const Unpredicted &U : C.Unmatched)
      if (U.Program == Name && U.Kernel == K.Name && U.Line == I.Line &&
          U.Sass == I.Sass)
        return;
    C.Unmatched.push_back({Name, K.Name, I.File, I.Sass, I.Line});
  }

  static std::string launchText(const PredictedKernel &K, unsigned Launch) {
    return Launch < K.Launches.size() ? "#" + std::to_string(Launch + 1) + " " +
                                            shapeText(K.Launches[Launch].Block)
                                      : "-";
  }

  void plainRow(const PredictedKernel &K, Judgement J) {
    Row R;
    R.Id = K.Name, R.Predicted = K.Unknown, R.Measured = "-";
    R.Judged = std::move(J);
    add(K, ~0u, std::move(R));
  }

  void allRows(const PredictedKernel &K, unsigned Launch, const char *Reason,
               const std::string &Note) {
    for (const PredictedAccess &A : K.Accesses) {
      Row R = predictedRow(A, findPrediction(A.Predictions, Launch, "source"));
      R.Judged = Judgement::of(Verdict::NotMeasured, Reason, Note);
      add(K, Launch, std::move(R));
    }
  }

  /// Launches with the same outcome share a row.
  void add(const PredictedKernel &K, unsigned Launch, Row R) {
    R.Program = Name, R.Kernel = K.Name, R.Launch = launchText(K, Launch);
    for (Row &Old : C.Rows)
      if (std::tie(Old.Program, Old.Id, Old.Launch, Old.Units, Old.Executed,
                   Old.Judged.Result, Old.Judged.Reason, Old.Judged.Note) ==
          std::tie(R.Program, R.Id, R.Launch, R.Units, R.Executed,
                   R.Judged.Result, R.Judged.Reason, R.Judged.Note)) {
        ++Old.Times;
        return;
      }
    C.Rows.push_back(std::move(R));
  }

  const PredictionSet &P;
  const Measurements &M;
  Comparison C;
  std::string Name; ///< Of the current program.
};
} // namespace

Comparison compare(const PredictionSet &Predictions,
                   const Measurements &Measured, const std::string &Sources) {
  return Comparer(Predictions, Measured).run(Sources);
}

} // namespace warptidy::measure
