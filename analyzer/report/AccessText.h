//===- AccessText.h - The words about one access ----------------*- C++ -*-===//
// What is said of an access outside of findings: figures, launches, views and
// reasons. The editor's hover, --explain-access and the pages of --html share
// them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_ACCESSTEXT_H
#define WARPTIDY_REPORT_ACCESSTEXT_H

#include "rules/Support.h"
#include <string>
#include <vector>

namespace warptidy {

/// An access of an analysis.
struct AccessRef {
  const KernelPredictions *Kernel;
  size_t Index;
  const AccessFact &fact() const { return Kernel->Facts.Accesses[Index]; }
};

/// "global load, 4 bytes a lane".
std::string accessHead(const AccessFact &Access);
/// "launched at k.cu:12".
std::string launchSourceText(const LaunchShape &Shape);
/// "32 sectors a request, 4 suffice", with what it depends on, or why there is
/// no figure.
std::string figureText(const Prediction &P);
/// "launch bounds unknown (detail)".
std::string unknownText(UnknownReason Reason, const std::string &Detail);
/// "32/4 sectors" for a label behind the access; P has a figure.
std::string shortFigure(const Prediction &P);
bool hasFigure(const Prediction &P);

/// The costliest prediction of an access, as compiled, and the access that it
/// is of; null when there is none with a figure.
const Prediction *worstPrediction(const AccessRef &Access,
                                  const AccessFact **Made = nullptr);

struct ExplainedLaunch {
  const Prediction *Of = nullptr;
  std::string Launch; ///< Block, grid, arguments, and where it comes from.
  std::string Figure;
  std::vector<std::string> Why;
};

/// The access as written, or as nvcc compiles it.
struct ExplainedView {
  std::string Name;
  std::vector<std::string> Notes;
  const AccessFact *Fact = nullptr; ///< Null where there is no access.
  std::vector<ExplainedLaunch> Launches;
};

struct ExplainedAccess {
  std::string Head, Kernel, Source, Index;
  std::string Unknown;            ///< Why nothing is predicted, else empty.
  std::vector<std::string> Calls; ///< That it was inlined through.
  std::vector<ExplainedView> Views;
  /// What there is a picture of: the costliest request of the last view.
  const AccessFact *MappedFact = nullptr;
  const Prediction *Mapped = nullptr;
};

ExplainedAccess explainAccess(const AccessRef &Access, const ArchInfo &Arch);

/// How an access is coloured.
enum class CostLevel {
  Ideal,
  Slight, ///< Below twice the ideal.
  Costly, ///< Below eight times.
  Severe,
  Data,    ///< Depends on data; there are bounds only.
  Unknown, ///< With a reason.
  Idle,    ///< Nothing executes it, or it is no access of its own.
};
const char *costLevelName(CostLevel L);

struct CostLabel {
  CostLevel Level = CostLevel::Unknown;
  std::string Text;
  bool Certain = true; ///< Not only for some stride that the source leaves.
  double Ratio = 1;    ///< Over the ideal, of the costliest request.
  double Surely = 1;   ///< Over the ideal, whatever is unknown.
};
CostLabel costLabel(const AccessRef &Access);

} // namespace warptidy

#endif
