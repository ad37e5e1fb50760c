//===- rows.h - The rows of a file of measurements --------------*- C++ -*-===//
// Writes a row a launch: the pattern, then each counter less its baseline, the
// value in the operation's first launch, whose mask is empty.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_ROWS_H
#define WARPTIDY_PATTERNS_ROWS_H

#include "launches.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>

namespace patterns {

/// The values of a launch's counters, by name; those not read are not in it.
using Values = std::map<std::string, double>;

class Rows {
public:
  Rows(const std::string &Path, std::vector<std::string> Columns)
      : Out(std::fopen(Path.c_str(), "w")), Columns(std::move(Columns)) {
    if (!Out)
      throw std::runtime_error("cannot write " + Path);
  }

  void write(const Launch &L, const Values *Read) {
    std::fprintf(Out, "%s\t%s\t%u\t%08x\t%s\t", L.Of->Kind, L.Of->Op,
                 L.Of->WidthBytes, L.P.Mask, L.Family.c_str());
    writeOffsets(L.P.Address);
    std::fputc('\t', Out);
    if (isKind(*L.Of, "copy"))
      writeOffsets(L.P.Source);
    else
      std::fputc('-', Out);
    if (Read)
      writeCounters(L, *Read);
    std::fputc('\n', Out);
    ++Written;
  }

  void flush() { std::fflush(Out); }
  bool close() { return std::fclose(Out) == 0; }
  size_t written() const { return Written; }

  /// Counters whose later baselines differ from the first, and how often.
  void complain() const {
    for (const auto &[Counter, Count] : Unsteady)
      std::fprintf(stderr,
                   "patterns: the baseline of %s changed %u times, by up to "
                   "%g\n",
                   Counter.c_str(), Count, Worst.at(Counter));
  }

private:
  std::FILE *Out;
  std::vector<std::string> Columns;
  std::map<const Probe *, Values> Baseline;
  std::map<std::string, unsigned> Unsteady;
  std::map<std::string, double> Worst;
  size_t Written = 0;

  void writeCounters(const Launch &L, const Values &Read) {
    // A counter's baseline is the first that was read.
    Values &Base = Baseline[L.Of];
    for (const std::string &Column : Columns) {
      const auto At = Read.find(Column);
      if (At == Read.end()) {
        std::fputs("\t-", Out);
        continue;
      }
      if (!std::isfinite(At->second)) {
        std::fputs("\t?", Out);
        continue;
      }
      const double First = Base.emplace(Column, At->second).first->second;
      const double Difference = At->second - First;
      if (L.Family == "baseline" && Difference != 0) {
        ++Unsteady[Column];
        Worst[Column] = std::max(Worst[Column], std::fabs(Difference));
      }
      std::fprintf(Out, "\t%.12g", Difference);
    }
  }

  void writeOffsets(const uint32_t *Offset) {
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      std::fprintf(Out, Lane ? ",%u" : "%u", Offset[Lane]);
  }
};

} // namespace patterns

#endif
