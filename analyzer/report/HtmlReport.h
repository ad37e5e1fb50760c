//===- HtmlReport.h - The pages of --html -----------------------*- C++ -*-===//
// An index and a page for each source file, without scripts and without
// anything from elsewhere. The same input gives the same bytes.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_HTMLREPORT_H
#define WARPTIDY_REPORT_HTMLREPORT_H

#include "report/AccessIndex.h"

namespace warptidy {

/// Gives each page, with its name in the folder of the report, to Write.
void htmlReport(
    const PictureInput &Input,
    const std::function<void(const std::string &, const std::string &)> &Write);

} // namespace warptidy

#endif
