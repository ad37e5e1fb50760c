//===- Devices.cpp - How fast memory is, by architecture ------------------===//
// The table behind deviceOf. An architecture without a row has devices whose
// bandwidth depends on the board.
//===----------------------------------------------------------------------===//
#include "model/Devices.h"
#include <algorithm>

namespace warptidy {

const DeviceInfo *deviceOf(const ArchInfo &Arch) {
  static const std::vector<DeviceInfo> Table = {
      {"sm_70", "Tesla V100 SXM2", 900, "NVIDIA V100 data sheet"},
      {"sm_75", "T4", 320, "NVIDIA T4 data sheet"},
      {"sm_80", "A100 80GB SXM", 2039, "NVIDIA A100 data sheet"},
      {"sm_86", "A10", 600, "NVIDIA A10 data sheet"},
      {"sm_89", "L40S", 864, "NVIDIA L40S data sheet"},
      {"sm_90", "H200", 4800, "NVIDIA H200 data sheet"},
      {"sm_100", "B200", 8000,
       "NVIDIA DGX B200 data sheet: 64 TB/s of eight GPUs"},
      {"sm_120", "GeForce RTX 5090", 1792, "NVIDIA RTX 5090 specifications"},
  };
  auto It =
      std::find_if(Table.begin(), Table.end(), [&](const DeviceInfo &Device) {
        return Device.Arch == Arch.Name;
      });
  return It == Table.end() ? nullptr : &*It;
}

} // namespace warptidy
