//===- Outputs.cpp - Showing and writing the findings ---------------------===//
// See Outputs.h.
//===----------------------------------------------------------------------===//
#include "tool/Outputs.h"
#include "clang-tidy/ClangTidy.h"
#include "model/Devices.h"
#include "report/Estimate.h"
#include "report/FindingsJson.h"
#include "report/GitLab.h"
#include "report/Sarif.h"
#include "tool/Baseline.h"
#include "tool/FileOptions.h"
#include "tool/Fixes.h"
#include "tool/Pictures.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace clang;

namespace warptidy {

enum ExitCode { Clean = 0, Failed = 1 };

bool writeFile(const std::string &Path, StringRef Text) {
  // A pipe or a device can't be replaced.
  bool Replace = !sys::fs::exists(Path) || sys::fs::is_regular_file(Path);
  Error E = Error::success();
  if (Replace) {
    E = joinErrors(std::move(E), writeToOutput(Path, [&](raw_ostream &OS) {
                     OS << Text;
                     return Error::success();
                   }));
  } else {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    OS << Text;
    OS.flush();
    E = joinErrors(std::move(E), errorCodeToError(EC ? EC : OS.error()));
    OS.clear_error();
  }
  if (!E)
    return true;
  errs() << "warp-tidy: error: cannot write '" << Path
         << "': " << toString(std::move(E)) << "\n";
  return false;
}

namespace {

class Shower {
public:
  Shower(LintResult &Result, const ToolOptions &Options)
      : Result(Result), Options(Options), Output(Options.Output) {
    Report.ToolVersion = WARPTIDY_VERSION;
    Report.Homepage = WARPTIDY_HOMEPAGE;
    Report.SourceRoot = Output.SourceRoot;
  }

  int show();

private:
  bool writeAll();
  bool writeEstimates() const;
  bool writeBaseline();
  void useBaseline();
  void sayExpired(const Baseline &Expired) const;
  void countErrors();
  void showText() const;
  bool showDocument();
  bool fix();

  LintResult &Result;
  const ToolOptions &Options;
  const OutputOptions &Output;
  RunReport Report;
};

void say(const Twine &Text) { errs() << "warp-tidy: note: " << Text << "\n"; }

void Shower::sayExpired(const Baseline &Expired) const {
  unsigned Count = 0;
  for (const BaselineEntry &E : Expired)
    Count += E.Count;
  say(Twine(Count) + (Count == 1 ? " finding" : " findings") +
      " of the baseline " + (Count == 1 ? "was" : "were") +
      " not found again; --write-baseline drops " +
      (Count == 1 ? "it:" : "them:"));
  for (const BaselineEntry &E : Expired) {
    std::string Times = E.Count > 1 ? ", " + std::to_string(E.Count) + "x" : "";
    std::string What = E.Source.empty() ? "" : " '" + E.Source + "'";
    std::string Where = E.Function.empty() ? "" : " in '" + E.Function + "'";
    say("  " + E.File + ": " + E.Rule + What + Where + Times);
  }
}

void Shower::useBaseline() {
  Baseline Expired =
      applyBaseline(*Result.Known, Report, Result.Analysed, Result.Findings);
  auto Known = count_if(Result.Findings, [](const RunFinding &F) {
    return F.Report.Suppressed == Suppression::Baseline;
  });
  if (Options.Quiet || !Output.WriteBaselineFile.empty())
    return;
  if (Known)
    say(Twine(Known) + (Known == 1 ? " finding is" : " findings are") +
        " in the baseline");
  // What lies outside the lines that were asked for was not looked for.
  if (!Expired.empty() && !Output.LinesGiven)
    sayExpired(Expired);
}

bool Shower::writeBaseline() {
  Baseline Entries = makeBaseline(Result.Findings, Report);
  unsigned Count = 0;
  for (const BaselineEntry &E : Entries)
    Count += E.Count;
  if (!writeFile(Output.WriteBaselineFile, baselineText(Entries)))
    return false;
  for (RunFinding &F : Result.Findings)
    if (F.Report.Suppressed == Suppression::None)
      F.Report.Suppressed = Suppression::Baseline;
  if (!Options.Quiet)
    say("wrote " + Twine(Count) + (Count == 1 ? " finding" : " findings") +
        " to " + Output.WriteBaselineFile);
  return true;
}

void Shower::countErrors() {
  for (const RunFinding &F : Result.Findings)
    Result.Totals.Errors += F.Report.Suppressed == Suppression::None &&
                            F.Report.Level == Severity::Error;
}

void Shower::showText() const {
  std::vector<tidy::ClangTidyError> Errors;
  for (const RunFinding &F : Result.Findings)
    if (F.Report.Suppressed == Suppression::None)
      Errors.push_back(F.Error);
  if (Errors.empty())
    return;
  unsigned Promoted = 0;
  tidy::ClangTidyContext Context(optionsProvider(Options));
  Context.setCurrentFile(Options.Files.front());
  tidy::handleErrors(Errors, Context, tidy::FB_NoFix, Promoted,
                     vfs::createPhysicalFileSystem());
}

bool Shower::showDocument() {
  std::string Text = Output.Format == OutputFormat::Json ? findingsJson(Report)
                     : Output.Format == OutputFormat::Sarif
                         ? sarifLog(Report)
                         : gitLabReport(Report);
  if (!Output.File.empty())
    return writeFile(Output.File, Text);
  outs() << Text;
  outs().flush();
  return true;
}

/// As in clang-tidy, code that does not compile is left alone.
bool Shower::fix() {
  if (Result.CompileErrors && !Output.FixErrors) {
    errs() << "warp-tidy: error: --fix: there are compile errors, so no fix is "
              "applied; --fix-errors applies them all the same\n";
    return false;
  }
  return applyFixes(Result.Findings, Options.Quiet);
}

bool Shower::writeEstimates() const {
  EstimateDevice Device{"", Output.Bandwidth};
  if (const DeviceInfo *Known = deviceOf(*Result.Arch);
      Known && !Output.Bandwidth)
    Device = {Known->Name, Known->GBs};
  std::vector<FileEstimate> Files =
      estimateTraffic(Result.Predictions, Report.Findings);
  if (!Output.EstimateFile.empty())
    return writeFile(Output.EstimateFile,
                     estimatesJson(Files, *Result.Arch, Device));
  (Output.ownsStdout() ? errs() : outs())
      << estimatesText(Files, *Result.Arch, Device);
  return true;
}

bool Shower::writeAll() {
  bool Ok = true;
  for (const RunFinding &F : Result.Findings)
    Report.Findings.push_back(F.Report);
  Report.Notices = Result.Totals.Notices;
  if (Output.Format != OutputFormat::Text)
    Ok &= showDocument();
  else if (Output.ExplainText.empty())
    showText();
  if (!Output.SarifFile.empty())
    Ok &= writeFile(Output.SarifFile, sarifLog(Report));
  if (!Output.GitLabFile.empty())
    Ok &= writeFile(Output.GitLabFile, gitLabReport(Report));
  if (!Output.ExportFixesFile.empty())
    Ok &=
        writeFile(Output.ExportFixesFile,
                  exportedFixes(Result.Findings,
                                Options.Files.empty() ? "" : Options.Files[0]));
  if (!Options.PredictionsFile.empty())
    Ok &= writePredictions(Options.PredictionsFile, Result);
  if (!Output.HtmlFolder.empty())
    Ok &= writeHtml(Result, Options, Report);
  return Ok;
}

int Shower::show() {
  if (Options.PrintFacts)
    Result.Findings.clear();
  if (Result.Known)
    useBaseline();
  bool Ok = Output.WriteBaselineFile.empty() || writeBaseline();
  if (Output.ExplainText.empty()) // Else none is reported.
    countErrors();
  // Fixed last, but a failure belongs to the status that is written.
  bool CanFix = !Output.Fix || !Result.CompileErrors || Output.FixErrors;
  bool Bad =
      !Ok || !CanFix || Result.Totals.FailedFiles || Result.Totals.Errors;
  Report.ExitCode = Bad ? Failed : Clean;
  Ok &= writeAll();
  if (Output.Estimate)
    Ok &= writeEstimates();
  if (Options.Statistics)
    printStatistics(Result.Totals, Output.ownsStdout() ? errs() : outs());
  if (Output.Fix)
    Ok &= fix();
  if (!Output.ExplainText.empty())
    if (int Status = printExplanation(Result, Options, Report))
      return Status;
  return Ok ? Report.ExitCode : Failed;
}

} // namespace

int showResult(LintResult &Result, const ToolOptions &Options) {
  return Shower(Result, Options).show();
}

} // namespace warptidy
