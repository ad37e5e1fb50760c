//===- Fixes.cpp - Applying and exporting fixes ---------------------------===//
// See Fixes.h. clang-tidy's handleErrors is not used to apply them: it speaks
// of itself as clang-tidy, and what it leaves when a write fails is half a
// file.
//===----------------------------------------------------------------------===//
#include "tool/Fixes.h"
#include "clang-tidy/ClangTidy.h"
#include "tool/Outputs.h"
#include "clang/Tooling/Core/Replacement.h"

using namespace llvm;
using namespace clang;

namespace warptidy {

using FixMap = std::map<std::string, tooling::Replacements>;

/// Adds a finding's replacements, or none of them if one is in conflict.
static bool addFix(const tidy::ClangTidyError &E, FixMap &All) {
  const auto *Fix = tidy::getFixIt(E, /*AnyFix=*/false);
  FixMap Tried = All;
  for (const auto &[Unused, Replacements] : *Fix)
    for (const tooling::Replacement &R : Replacements) {
      std::string Path = absolutePath(R.getFilePath(), E.BuildDirectory);
      tooling::Replacement Mine(Path, R.getOffset(), R.getLength(),
                                R.getReplacementText());
      if (is_contained(Tried[Path], Mine))
        continue; // Another finding has it as well.
      if (Error Conflict = Tried[Path].add(Mine)) {
        consumeError(std::move(Conflict));
        return false;
      }
    }
  All = std::move(Tried);
  return true;
}

bool applyFixes(ArrayRef<RunFinding> Findings, bool Quiet) {
  FixMap All;
  unsigned Found = 0, Applied = 0;
  for (const RunFinding &F : Findings)
    if (F.Report.Suppressed == Suppression::None && !F.Report.Fix.empty()) {
      ++Found;
      Applied += addFix(F.Error, All);
    }
  bool Ok = true;
  for (const auto &[Path, Replacements] : All) {
    auto Buffer = MemoryBuffer::getFile(Path);
    Expected<std::string> Text =
        Buffer ? tooling::applyAllReplacements((*Buffer)->getBuffer(),
                                               Replacements)
               : createStringError(Buffer.getError(), "unreadable");
    if (Text) {
      Ok &= writeFile(Path, *Text);
      continue;
    }
    errs() << "warp-tidy: error: cannot fix '" << Path
           << "': " << toString(Text.takeError()) << "\n";
    Ok = false;
  }
  if (Ok && Found && !Quiet)
    errs() << "warp-tidy: note: applied " << Applied << " of " << Found
           << (Found == 1 ? " fix\n" : " fixes\n");
  return Ok;
}

std::string exportedFixes(ArrayRef<RunFinding> Findings,
                          const std::string &MainFile) {
  std::vector<tidy::ClangTidyError> Errors;
  for (const RunFinding &F : Findings)
    if (F.Report.Suppressed == Suppression::None)
      Errors.push_back(F.Error);
  std::string Out;
  raw_string_ostream OS(Out);
  tidy::exportReplacements(MainFile, Errors, OS);
  return Out;
}

} // namespace warptidy
