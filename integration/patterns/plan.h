//===- plan.h - Counters in groups of one pass each -------------*- C++ -*-===//
// The host side of CUPTI: which counters exist, which can be read together in
// one pass, and what their values are in a decoded image. Needs no GPU.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_PLAN_H
#define WARPTIDY_PATTERNS_PLAN_H

#include <cstdint>
#include <cupti_profiler_host.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace patterns {

/// A CUPTI call that failed.
struct CuptiError : std::runtime_error {
  CuptiError(const std::string &Call, CUptiResult Result);
  CUptiResult Result;
};

/// Throws CuptiError unless the call went well.
void check(CUptiResult Result, const char *Call);

using Image = std::vector<uint8_t>;

/// Counters that are read in one pass, and their configuration.
class Group {
public:
  /// Throws when a counter is unknown.
  Group(const std::string &Chip, const Image &Availability,
        std::vector<std::string> Counters);
  ~Group();
  Group(const Group &) = delete;
  Group &operator=(const Group &) = delete;

  const std::vector<std::string> &counters() const { return Counters; }
  const std::vector<const char *> &names() const { return Names; }
  const Image &config() const { return Config; }
  size_t passes() const { return Passes; }
  /// The values of all counters in one range of a decoded image.
  std::vector<double> evaluate(const Image &Data, size_t Range) const;

private:
  std::vector<std::string> Counters;
  std::vector<const char *> Names; ///< Point into Counters.
  Image Config;
  size_t Passes = 0;
  CUpti_Profiler_Host_Object *Host = nullptr;

  void configure();
  void release();
};

using Groups = std::vector<std::unique_ptr<Group>>;

/// Puts each counter into the first group where it still fits in one pass.
/// Counters that cannot be had are reported on stderr and left out.
Groups planGroups(const std::string &Chip, const Image &Availability,
                  const std::vector<std::string> &Counters);

} // namespace patterns

#endif
