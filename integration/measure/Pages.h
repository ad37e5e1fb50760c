//===- Pages.h - The profiler's pages, read ---------------------*- C++ -*-===//
// Turns the CSV of "ncu --import R --page source --print-source cuda,sass" and
// "--page raw" into launches with counters. Columns are found by name.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_PAGES_H
#define WARPTIDY_MEASURE_PAGES_H

#include "measure/Csv.h"
#include "measure/Measurement.h"

namespace warptidy::measure {

/// One launch on the source page: all its instructions in address order.
struct PageLaunch {
  std::string Function;
  std::vector<Instruction> Instructions;
};

/// Reads the source page. Error is set to a sentence when a needed column is
/// missing or the page is empty.
std::vector<PageLaunch> readSourcePage(const std::string &Csv,
                                       std::string &Error);

/// Reads the raw page: one launch a row, without instructions. Counters are
/// the names of the hardware counters to keep.
std::vector<Launch> readRawPage(const std::string &Csv,
                                const std::vector<std::string> &Counters,
                                std::string &Error);

/// Gives each launch of the raw page its instructions. False, with a sentence,
/// when the pages do not list the same launches.
bool joinPages(std::vector<Launch> &Raw, std::vector<PageLaunch> Pages,
               std::string &Error);

} // namespace warptidy::measure

#endif
