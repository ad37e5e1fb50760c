// Inclusive and exclusive scans over a tile.
#ifndef WARP_TIDY_COOPERATIVE_GROUPS_SCAN_H
#define WARP_TIDY_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Op>
__WARP_TIDY_DEVICE__ T inclusive_scan(const Group &group, T value, Op op) {
  for (unsigned n = 1; n < group.size(); n *= 2) {
    T left = group.shfl_up(value, n);
    if (group.thread_rank() >= n)
      value = op(left, value);
  }
  return value;
}
template <class Group, class T>
__WARP_TIDY_DEVICE__ T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Op>
__WARP_TIDY_DEVICE__ T exclusive_scan(const Group &group, T value, Op op) {
  T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
__WARP_TIDY_DEVICE__ T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif // WARP_TIDY_COOPERATIVE_GROUPS_SCAN_H
