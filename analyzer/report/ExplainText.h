//===- ExplainText.h - Accesses explained in a terminal ---------*- C++ -*-===//
// What --explain-access prints: the accesses of a line with their predictions,
// reasons, findings, counters and a table of the lanes.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_EXPLAINTEXT_H
#define WARPTIDY_REPORT_EXPLAINTEXT_H

#include "report/AccessIndex.h"

namespace warptidy {

/// One place of the file Path. Accesses of several kernels of which the same is
/// to be said are told once.
std::string explainText(const AccessSpot &Spot, const std::string &Path,
                        const PictureInput &Input);

/// Whether a note is about another line than its finding.
bool hasOwnPlace(const ReportedNote &Note, const ReportedFinding &Of);

/// The accesses of a spot of which the same is to be said.
struct ToldAccess {
  ExplainedAccess What;
  PlacedAccess First;
  std::vector<std::string> Kernels;
};
std::vector<ToldAccess> toldAccesses(const AccessSpot &Spot);

/// The lines of a file with accesses that are nearest to a line, at most Count,
/// ascending.
std::vector<unsigned> nearestLines(const IndexedFile &File, unsigned Line,
                                   size_t Count);

} // namespace warptidy

#endif
