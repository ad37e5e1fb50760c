//===- HostOnly.cpp - Units without device code ---------------------------===//
// See HostOnly.h.
//===----------------------------------------------------------------------===//
#include "frontend/HostOnly.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace warptidy {

/// Whether the main file includes a file; others come from -include.
static bool isOfMainFile(const SourceManager &SM, FileID ID) {
  while (ID.isValid() && ID != SM.getMainFileID())
    ID = SM.getFileID(SM.getIncludeLoc(ID));
  return ID.isValid();
}

bool mentionsDevice(const SourceManager &SM) {
  std::vector<FileEntryRef> Files; // To look for one may load others.
  for (auto I = SM.fileinfo_begin(); I != SM.fileinfo_end(); ++I)
    Files.push_back(I->first);
  for (FileEntryRef File : Files) {
    FileID ID = SM.translateFile(File);
    if (!isOfMainFile(SM, ID) ||
        SM.isInSystemHeader(SM.getLocForStartOfFile(ID)))
      continue;
    StringRef Text = SM.getBufferData(ID);
    if (Text.contains("__global__") || Text.contains("__device__"))
      return true;
  }
  return false;
}

/// A missing header is reported where its name begins.
bool isOnlyHost(const ASTContext &Context, ArrayRef<SourceLocation> Errors) {
  const SourceManager &SM = Context.getSourceManager();
  auto IsMissing = [&](SourceLocation L) {
    return L.isFileID() && *SM.getCharacterData(L) == '"';
  };
  if (llvm::any_of(Errors, IsMissing) || mentionsDevice(SM))
    return false;
  // What is precompiled is not of the main file.
  return llvm::any_of(
      Context.getTranslationUnitDecl()->noload_decls(), [&](const Decl *D) {
        const auto *F = dyn_cast<FunctionDecl>(D);
        return F && F->hasBody() &&
               SM.isInMainFile(SM.getExpansionLoc(F->getLocation()));
      });
}

} // namespace warptidy
