//===- LaneSvg.h - Pictures of a warp's request -----------------*- C++ -*-===//
// Draws the sectors or the banks of a request as an SVG symbol. Accesses with
// the same picture share it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_LANESVG_H
#define WARPTIDY_REPORT_LANESVG_H

#include "report/LaneMap.h"
#include <map>

namespace warptidy {

struct LanePicture {
  std::string Body; ///< Elements of the symbol; empty for no picture.
  unsigned Width = 0, Height = 0;
};

LanePicture drawLanes(const AccessFact &Access, const LaneAddresses &Lanes,
                      const ArchInfo &Arch);

/// The pictures of a page.
class LanePictures {
public:
  /// An svg element that shows the request, with Label for those who don't see
  /// it; empty for kinds of memory without a picture.
  std::string use(const AccessFact &Access, const LaneAddresses &Lanes,
                  const ArchInfo &Arch, const std::string &Label);
  /// The symbols that use() refers to.
  std::string definitions() const;

private:
  std::map<std::string, size_t> Known; ///< Number by body.
  std::string Symbols;
};

} // namespace warptidy

#endif
