//===- HtmlIndex.h - The first page of --html -------------------*- C++ -*-===//
// Totals, where the cost is, and tables of files and kernels.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_HTMLINDEX_H
#define WARPTIDY_REPORT_HTMLINDEX_H

#include "report/HtmlParts.h"

namespace warptidy {

std::string htmlIndex(const PictureInput &Input, const AccessIndex &Index,
                      const PageNames &Pages);

} // namespace warptidy

#endif
