//===- Csv.h - The profiler's tables ----------------------------*- C++ -*-===//
// Reads comma-separated rows with quoted cells, as ncu --csv prints them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_CSV_H
#define WARPTIDY_MEASURE_CSV_H

#include <string>
#include <vector>

namespace warptidy::measure {

using CsvRow = std::vector<std::string>;

/// Rows in order. A quote within a quoted cell is doubled, or stands as it is
/// when no comma or line end follows (ncu does not double the quotes of source
/// text); a cell never goes on in the next line. Lines that start with "==" are
/// the profiler's own messages: skipped.
std::vector<CsvRow> readCsv(const std::string &Text);

/// Position of the column called Name at or after From, or npos.
size_t column(const CsvRow &Header, const std::string &Name, size_t From = 0);

} // namespace warptidy::measure

#endif
