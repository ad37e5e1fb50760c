//===- OutputOptions.cpp - What is shown, and where -----------------------===//
// See OutputOptions.h.
//===----------------------------------------------------------------------===//
#include "tool/OutputOptions.h"
#include "tool/SourceLines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {

cl::OptionCategory &optionCategory() {
  static cl::OptionCategory Category("warp-tidy options");
  return Category;
}

/// One entry of --line-filter; without lines, all of the file is meant.
static bool fromJSON(const json::Value &V, LineRange &L, json::Path P) {
  std::vector<std::vector<unsigned>> Pairs;
  json::ObjectMapper O(V, P);
  if (!O || !O.map("name", L.File) || !O.mapOptional("lines", Pairs))
    return false;
  L.Suffix = true;
  for (const std::vector<unsigned> &Pair : Pairs) {
    if (Pair.size() != 2)
      return false;
    L.Ranges.emplace_back(Pair[0], Pair[1]);
  }
  return true;
}

namespace {

cl::opt<std::string>
    Format("output-format", cl::init("text"),
           cl::desc("Form of the findings: text as a compiler's, json for "
                    "scripts, sarif (2.1.0) for code scanning, gitlab for "
                    "Code Quality in GitLab"),
           cl::value_desc("text|json|sarif|gitlab"), cl::cat(optionCategory()));
cl::opt<std::string>
    OutputFile("output-file",
               cl::desc("Write the findings there and not to standard output"),
               cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string>
    SarifFile("sarif",
              cl::desc("Write the findings in SARIF there as well, whatever "
                       "--output-format is"),
              cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string>
    GitLabFile("gitlab",
               cl::desc("Write the findings as a Code Quality report of "
                        "GitLab there as well"),
               cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string> SourceRoot(
    "source-root",
    cl::desc("Folder that paths in JSON, SARIF and baselines start from "
             "(default: the git repository of the first file, else the "
             "working directory)"),
    cl::value_desc("DIR"), cl::cat(optionCategory()));
cl::opt<std::string>
    BaselineFile("baseline",
                 cl::desc("Report only findings that are not in this file of "
                          "--write-baseline"),
                 cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string> WriteBaselineFile(
    "write-baseline",
    cl::desc("Write all findings there, for --baseline, and report none"),
    cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string>
    Diff("diff",
         cl::desc("Report only in lines that this unified diff changes; "
                  "'-' for standard input. Without files, the CUDA files of "
                  "the diff are linted"),
         cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string>
    LineFilter("line-filter",
               cl::desc("Report only in these lines, as in clang-tidy: "
                        "[{\"name\":\"k.cu\",\"lines\":[[1,3],[5,7]]}, ...]"),
               cl::value_desc("JSON"), cl::cat(optionCategory()));
cl::opt<bool> Fix("fix", cl::desc("Apply the fixes of the findings"),
                  cl::cat(optionCategory()));
cl::opt<bool>
    FixErrors("fix-errors",
              cl::desc("Apply the fixes even if there are compile errors"),
              cl::cat(optionCategory()));
cl::opt<std::string> ExportFixes(
    "export-fixes",
    cl::desc("Write the fixes there, for clang-apply-replacements (YAML)"),
    cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string>
    Html("html",
         cl::desc("Write a report in HTML into this folder: each source with "
                  "its accesses, their figures and pictures of their lanes"),
         cl::value_desc("DIR"), cl::cat(optionCategory()));
cl::opt<std::string> ExplainAccess(
    "explain-access",
    cl::desc("Explain the accesses of this place, and report nothing else"),
    cl::value_desc("FILE:LINE[:COLUMN]"), cl::cat(optionCategory()));
cl::opt<std::string>
    Measured("measured",
             cl::desc("Counters for --html and --explain-access: a "
                      "measurements.json, whose launches are predicted as "
                      "with --launches"),
             cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string> Estimate(
    "estimate", cl::ValueOptional,
    cl::desc("Sum up what each launch moves: bytes asked for and moved, passes "
             "of shared memory, and which accesses waste them; with a file "
             "as JSON"),
    cl::value_desc("FILE"), cl::cat(optionCategory()));
cl::opt<std::string>
    Bandwidth("bandwidth",
              cl::desc("Of device memory, for the times of --estimate "
                       "(default: that of a device of the architecture)"),
              cl::value_desc("GB/s"), cl::cat(optionCategory()));
cl::opt<bool> WarnUnusedNolint(
    "warn-unused-nolint", cl::init(true),
    cl::desc("Warn of NOLINT comments for rules of warp-tidy that silence "
             "nothing"),
    cl::cat(optionCategory()));
cl::opt<bool> UseColor("use-color",
                       cl::desc("Colours (default: on a terminal)"),
                       cl::cat(optionCategory()));

Error readFormat(OutputOptions &Out) {
  if (Format == "json")
    Out.Format = OutputFormat::Json;
  else if (Format == "sarif")
    Out.Format = OutputFormat::Sarif;
  else if (Format == "gitlab")
    Out.Format = OutputFormat::GitLab;
  else if (Format != "text")
    return createStringError("--output-format=" + Format +
                             " is not known; one of text, json, sarif, gitlab");
  return Error::success();
}

/// The nearest folder above the file with a .git, or the working directory.
std::string findRoot(StringRef FirstFile) {
  SmallString<256> Folder(absolutePath(FirstFile));
  while (sys::path::has_parent_path(Folder)) {
    sys::path::remove_filename(Folder);
    if (sys::fs::exists(Folder + "/.git"))
      return std::string(Folder);
  }
  return absolutePath(".");
}

/// One document at most goes to standard output.
Error checkStdout(const OutputOptions &Out) {
  StringRef First = Out.ownsStdout() ? "--output-format" : "";
  for (auto [Option, File] : {std::pair("--sarif=-", &Out.SarifFile),
                              {"--gitlab=-", &Out.GitLabFile}})
    if (*File == "-") {
      if (!First.empty())
        return createStringError(Twine(Option) + " and " + First +
                                 " both write to standard output");
      First = Option;
    }
  return Error::success();
}

Error readRoot(StringRef FirstFile, OutputOptions &Out) {
  if (SourceRoot.empty()) {
    Out.SourceRoot = findRoot(FirstFile);
    return Error::success();
  }
  if (!sys::fs::is_directory(SourceRoot))
    return createStringError("--source-root=" + SourceRoot +
                             " is not a folder");
  Out.SourceRoot = absolutePath(SourceRoot);
  return Error::success();
}

Error readDiff(OutputOptions &Out) {
  if (Diff.empty())
    return Error::success();
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Diff);
  if (!Buffer)
    return createStringError("--diff=" + Diff + ": " +
                             Buffer.getError().message());
  auto Lines = parseUnifiedDiff((*Buffer)->getBuffer());
  if (!Lines)
    return createStringError("--diff=" + Diff + ": " +
                             toString(Lines.takeError()));
  Out.LinesGiven = Out.DiffGiven = true;
  for (LineRange &L : *Lines) {
    // git writes paths from the repository's root, diff from where it ran.
    std::string Here = absolutePath(L.File);
    std::string Below = absolutePath(L.File, Out.SourceRoot);
    L.File = sys::fs::exists(Below) ? Below : Here;
    if (sys::fs::exists(L.File))
      Out.DiffFiles.push_back(L.File);
    Out.Lines.push_back(std::move(L));
  }
  return Error::success();
}

Error readLineFilter(OutputOptions &Out) {
  if (LineFilter.empty())
    return Error::success();
  if (Out.LinesGiven)
    return createStringError("--line-filter and --diff do not go together");
  // clang-tidy's parser writes to standard error by itself.
  Expected<json::Value> Parsed = json::parse(LineFilter);
  json::Path::Root Where("line filter");
  if (!Parsed || !fromJSON(*Parsed, Out.Lines, Where)) {
    consumeError(Parsed.takeError());
    return createStringError("--line-filter=" + LineFilter +
                             " is not of the form "
                             "[{\"name\":\"k.cu\",\"lines\":[[1,3]]}]");
  }
  Out.LinesGiven = true;
  return Error::success();
}

/// Takes ":NUMBER" off the end of Text; a number of a place is never 0.
bool takeNumber(StringRef &Text, unsigned &Number) {
  auto [Before, Digits] = Text.rsplit(':');
  unsigned Value;
  if (Before.empty() || Digits.getAsInteger(10, Value) || Value == 0)
    return false;
  Text = Before;
  Number = Value;
  return true;
}

Error readPictures(OutputOptions &Out) {
  Out.HtmlFolder = Html;
  Out.MeasuredFile = Measured;
  Out.ExplainText = ExplainAccess;
  if (!Html.empty() && sys::fs::exists(Html) && !sys::fs::is_directory(Html))
    return createStringError("--html=" + Html + " is not a folder");
  if (!Measured.empty() && Html.empty() && ExplainAccess.empty())
    return createStringError(
        "--measured needs --html or --explain-access, which show counters");
  if (!ExplainAccess.getNumOccurrences())
    return Error::success();
  if (Out.ownsStdout())
    return createStringError("--explain-access and --output-format both write "
                             "to standard output");
  StringRef Place(ExplainAccess);
  if (!takeNumber(Place, Out.ExplainLine))
    return createStringError("--explain-access=" + ExplainAccess +
                             " is not of the form FILE:LINE or "
                             "FILE:LINE:COLUMN, counted from 1");
  if (unsigned Line; takeNumber(Place, Line)) {
    Out.ExplainColumn = Out.ExplainLine;
    Out.ExplainLine = Line;
  }
  Out.ExplainFile = Place.str();
  return Error::success();
}

Error readEstimate(OutputOptions &Out) {
  Out.Estimate = Estimate.getNumOccurrences() > 0;
  Out.EstimateFile = Estimate;
  if (Bandwidth.empty())
    return Error::success();
  if (!Out.Estimate)
    return createStringError("--bandwidth needs --estimate");
  if (StringRef(Bandwidth).getAsDouble(Out.Bandwidth) || Out.Bandwidth <= 0)
    return createStringError("--bandwidth=" + Bandwidth +
                             " is not a number of 10^9 bytes a second");
  return Error::success();
}

} // namespace

Expected<OutputOptions> outputOptions(StringRef FirstFile) {
  OutputOptions Out;
  if (Error E = readFormat(Out))
    return std::move(E);
  if (OutputFile != "-")
    Out.File = OutputFile;
  Out.SarifFile = SarifFile;
  Out.GitLabFile = GitLabFile;
  Out.ExportFixesFile = ExportFixes;
  Out.BaselineFile = BaselineFile;
  Out.WriteBaselineFile = WriteBaselineFile;
  Out.FixErrors = FixErrors;
  Out.Fix = Fix || FixErrors;
  Out.WarnUnusedNolint = WarnUnusedNolint;
  if (UseColor.getNumOccurrences())
    Out.Color = UseColor;
  if (!Out.File.empty() && Out.Format == OutputFormat::Text)
    return createStringError("--output-file needs --output-format=json, sarif "
                             "or gitlab");
  if (Error E = checkStdout(Out))
    return std::move(E);
  if (Error E = readPictures(Out))
    return std::move(E);
  if (Error E = readEstimate(Out))
    return std::move(E);
  if (FirstFile.empty())
    FirstFile =
        Out.ExplainFile.empty() ? "none.cu" : StringRef(Out.ExplainFile);
  if (Error E = readRoot(FirstFile, Out))
    return std::move(E);
  if (Error E = readDiff(Out))
    return std::move(E);
  if (Error E = readLineFilter(Out))
    return std::move(E);
  return Out;
}

} // namespace warptidy
