//===- LiveProblems.cpp - A file's run as a document's problems -----------===//
// See LiveProblems.h.
//===----------------------------------------------------------------------===//
#include "tool/LiveProblems.h"
#include "tool/ProjectDatabase.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

class Converter {
public:
  explicit Converter(FileRun &Run) : Run(Run) {}
  void convert(DocumentAnalysis &Out);

private:
  std::string absolute(const std::string &File) const {
    return File.empty() ? "" : absolutePath(File, Run.Command.Directory);
  }
  unsigned offsetOf(const SourceSpot &Spot) const;
  void addFix(Problem &P, const tooling::DiagnosticMessage &M,
              const std::string &Title) const;
  Problem finding(const tidy::ClangTidyError &E) const;
  Problem sentence(const char *Code, Severity Level, std::string Message,
                   const SourceSpot &Where) const;
  void brokenKernels(DocumentAnalysis &Out) const;
  void makeAbsolute(KernelFacts &Facts) const;

  FileRun &Run;
};

unsigned Converter::offsetOf(const SourceSpot &Spot) const {
  auto Buffer = Run.Disk->getBufferForFile(Spot.File);
  if (!Buffer || Spot.Line == 0)
    return 0;
  StringRef Text = (*Buffer)->getBuffer();
  size_t At = 0;
  for (unsigned Line = 1; Line < Spot.Line && At != StringRef::npos; ++Line)
    At = Text.find('\n', At) == StringRef::npos ? StringRef::npos
                                                : Text.find('\n', At) + 1;
  return At == StringRef::npos ? 0 : At + (Spot.Column ? Spot.Column - 1 : 0);
}

void Converter::addFix(Problem &P, const tooling::DiagnosticMessage &M,
                       const std::string &Title) const {
  ProblemFix Fix{Title, {}};
  for (const auto &Entry : M.Fix)
    for (const tooling::Replacement &R : Entry.getValue())
      Fix.Edits.push_back({absolute(R.getFilePath().str()), R.getOffset(),
                           R.getLength(), R.getReplacementText().str()});
  if (!Fix.Edits.empty())
    P.Fixes.push_back(std::move(Fix));
}

Problem Converter::finding(const tidy::ClangTidyError &E) const {
  Problem P;
  P.Code = E.DiagnosticName;
  P.IsRule = StringRef(P.Code).starts_with("gpu-");
  P.Message = E.Message.Message;
  P.File = absolute(E.Message.FilePath.empty() ? Run.File : E.Message.FilePath);
  P.Offset = E.Message.FilePath.empty() ? 0 : E.Message.FileOffset;
  if (E.IsWarningAsError || E.DiagLevel == tooling::Diagnostic::Error)
    P.Level = Severity::Error;
  else if (E.DiagLevel == tooling::Diagnostic::Remark)
    P.Level = Severity::Remark;
  auto It = Run.Emitted.find({E.DiagnosticName, E.Message.FilePath,
                              E.Message.FileOffset, E.Message.Message});
  bool Told = It != Run.Emitted.end() && !It->second.FixNote.empty();
  addFix(P, E.Message, "fix: " + (Told ? It->second.FixNote : P.Message));
  for (const tooling::DiagnosticMessage &N : E.Notes) {
    P.Notes.push_back({absolute(N.FilePath), N.FileOffset, N.Message});
    addFix(P, N, N.Message);
  }
  return P;
}

Problem Converter::sentence(const char *Code, Severity Level,
                            std::string Message,
                            const SourceSpot &Where) const {
  Problem P;
  P.Code = Code;
  P.IsRule = false;
  P.Level = Level;
  P.Message = std::move(Message);
  P.File = Where.File.empty() ? Run.File : absolute(Where.File);
  P.Offset = offsetOf(Where);
  return P;
}

/// The compiler's own errors are other servers' to show; what they cost is
/// ours.
void Converter::brokenKernels(DocumentAnalysis &Out) const {
  for (const KernelPredictions &K : Run.Analysis.Kernels)
    if (K.Facts.Unknown != UnknownReason::None)
      Out.Problems.push_back(sentence(
          "compile", Severity::Remark,
          "kernel '" + K.Facts.Name + "' is not analysed: " +
              unknownReasonName(K.Facts.Unknown) + ": " + K.Facts.UnknownDetail,
          K.Facts.Where));
  if (Run.Sound || Run.OnlyHost || !Run.Analysis.Kernels.empty())
    return;
  for (const tidy::ClangTidyError &E : Run.Errors)
    if (isCompileError(E)) {
      Problem P = finding(E);
      P.Code = "compile";
      P.Level = Severity::Warning;
      P.Message = "no kernel could be analysed: " + P.Message;
      Out.Problems.push_back(std::move(P));
      return;
    }
}

void Converter::makeAbsolute(KernelFacts &Facts) const {
  Facts.Where.File = absolute(Facts.Where.File);
  for (AccessFact &A : Facts.Accesses)
    A.Where.File = absolute(A.Where.File);
}

void Converter::convert(DocumentAnalysis &Out) {
  Out.Arch = Run.Command.Arch;
  const std::string &Failure =
      Run.Failure.empty() ? Run.Analysis.Failure : Run.Failure;
  if (!Failure.empty())
    Out.Problems.push_back(
        sentence("analysis", Severity::Warning, Failure, {}));
  for (const AnnotationError &E : Run.Analysis.AnnotationErrors)
    Out.Problems.push_back(
        sentence("annotation", Severity::Error, E.Message, E.Where));
  brokenKernels(Out);
  for (const tidy::ClangTidyError &E : Run.Errors)
    if (!isCompileError(E))
      Out.Problems.push_back(finding(E));
  Out.Kernels = std::move(Run.Analysis.Kernels);
  for (KernelPredictions &K : Out.Kernels)
    makeAbsolute(K.Facts);
}

} // namespace

DocumentAnalysis documentAnalysis(FileRun Run) {
  DocumentAnalysis Out;
  Converter(Run).convert(Out);
  return Out;
}

} // namespace warptidy
