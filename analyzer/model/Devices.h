//===- Devices.h - How fast memory is, by architecture ----------*- C++ -*-===//
// The bandwidth of device memory that times are estimated with: of one device
// of each architecture, which an option can replace.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_DEVICES_H
#define WARPTIDY_MODEL_DEVICES_H

#include "model/Arch.h"

namespace warptidy {

struct DeviceInfo {
  std::string Arch;   ///< "sm_90".
  std::string Name;   ///< Of the device.
  double GBs = 0;     ///< Peak of device memory, 10^9 bytes a second.
  std::string Source; ///< Of GBs.
};

/// The device that stands for an architecture; null where none is known.
const DeviceInfo *deviceOf(const ArchInfo &Arch);

} // namespace warptidy

#endif
