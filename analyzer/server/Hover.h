//===- Hover.h - The prediction of an access in words -----------*- C++ -*-===//
// What the editor shows about the access under the pointer and, if wished,
// behind each access.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_HOVER_H
#define WARPTIDY_SERVER_HOVER_H

#include "server/Places.h"
#include "llvm/Support/JSON.h"

namespace warptidy {

/// The accesses of one place, in Markdown or plain text.
std::string hoverText(const std::vector<AccessRef> &Accesses,
                      const ArchInfo &Arch, bool Markdown);

enum class HintsShown { None, Costly, All };

/// Figures behind the accesses in lines First to Last (from 0) of a file.
llvm::json::Array inlayHints(const DocumentAnalysis &Analysis,
                             const std::string &File, Places &Where,
                             HintsShown Shown, int First, int Last);

} // namespace warptidy

#endif
