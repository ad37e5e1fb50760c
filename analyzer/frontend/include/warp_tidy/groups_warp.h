// Cooperative groups inside a warp: thread_block_tile, coalesced_group, their
// shuffles, votes and reductions.
#ifndef WARP_TIDY_GROUPS_WARP_H
#define WARP_TIDY_GROUPS_WARP_H

#include "groups_block.h"

namespace cooperative_groups {

// Shuffles of any type, in 32-bit pieces.
namespace warp_tidy_detail {
template <class T, class Shuffle>
__WARP_TIDY_DEVICE__ T pieces(T value, Shuffle shuffle) {
  enum { words = (sizeof(T) + 3) / 4 };
  int in[words] = {}, out[words];
  __builtin_memcpy(in, &value, sizeof(T));
  for (int i = 0; i < words; ++i)
    out[i] = shuffle(in[i]);
  __builtin_memcpy(&value, out, sizeof(T));
  return value;
}
__WARP_TIDY_DEVICE__ unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
} // namespace warp_tidy_detail

// Width is at most 32; wider tiles are blocks of several warps.
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
  enum : unsigned { Lanes = Size < 32 ? Size : 32 };

public:
  thread_block_tile() = default;
  template <class Other>
  __attribute__((device, nodebug))
  thread_block_tile(const thread_block_tile<Size, Other> &) {}
  static __WARP_TIDY_MEMBER__ unsigned mask() {
    return Lanes == 32 ? 0xffffffffu
                       : ((1u << (Lanes & 31)) - 1)
                             << (warp_tidy_detail::lane() & ~(Lanes - 1) & 31);
  }
  static __WARP_TIDY_MEMBER__ void sync() {
    if (Size > 32)
      __syncthreads();
    else
      __syncwarp(mask());
  }
  static __WARP_TIDY_MEMBER__ unsigned thread_rank() {
    return thread_block::thread_rank() & (Size - 1);
  }
  static constexpr __WARP_TIDY_MEMBER__ unsigned num_threads() { return Size; }
  static constexpr __WARP_TIDY_MEMBER__ unsigned size() { return Size; }
  static __WARP_TIDY_MEMBER__ unsigned meta_group_rank() {
    return thread_block::thread_rank() / Size;
  }
  static __WARP_TIDY_MEMBER__ unsigned meta_group_size() {
    return (thread_block::num_threads() + Size - 1) / Size;
  }
  template <class T> __WARP_TIDY_MEMBER__ T shfl(T v, int from) const {
    return warp_tidy_detail::pieces(
        v, [=](int w) { return __shfl_sync(mask(), w, from, Lanes); });
  }
  template <class T> __WARP_TIDY_MEMBER__ T shfl_down(T v, unsigned n) const {
    return warp_tidy_detail::pieces(
        v, [=](int w) { return __shfl_down_sync(mask(), w, n, Lanes); });
  }
  template <class T> __WARP_TIDY_MEMBER__ T shfl_up(T v, unsigned n) const {
    return warp_tidy_detail::pieces(
        v, [=](int w) { return __shfl_up_sync(mask(), w, n, Lanes); });
  }
  template <class T> __WARP_TIDY_MEMBER__ T shfl_xor(T v, unsigned n) const {
    return warp_tidy_detail::pieces(
        v, [=](int w) { return __shfl_xor_sync(mask(), w, (int)n, Lanes); });
  }
  __WARP_TIDY_MEMBER__ int any(int p) const { return __any_sync(mask(), p); }
  __WARP_TIDY_MEMBER__ int all(int p) const { return __all_sync(mask(), p); }
  __WARP_TIDY_MEMBER__ unsigned ballot(int p) const {
    return __ballot_sync(mask(), p) >>
           (warp_tidy_detail::lane() & ~(Lanes - 1) & 31);
  }
  template <class T> __WARP_TIDY_MEMBER__ unsigned match_any(T v) const {
    return __match_any_sync(mask(), v);
  }
  template <class T>
  __WARP_TIDY_MEMBER__ unsigned match_all(T v, int &pred) const {
    return __match_all_sync(mask(), v, &pred);
  }
};

class coalesced_group : public thread_group {
  unsigned members;
  __WARP_TIDY_MEMBER__ int nth(int rank) const {
    return rank == 0 ? __ffs(members) - 1 : (int)__fns(members, 0, rank + 1);
  }

public:
  __attribute__((device, nodebug)) explicit coalesced_group(unsigned m)
      : members(m) {}
  __WARP_TIDY_MEMBER__ void sync() const { __syncwarp(members); }
  __WARP_TIDY_MEMBER__ unsigned num_threads() const { return __popc(members); }
  __WARP_TIDY_MEMBER__ unsigned size() const { return __popc(members); }
  __WARP_TIDY_MEMBER__ unsigned thread_rank() const {
    return __popc(members & __nvvm_read_ptx_sreg_lanemask_lt());
  }
  __WARP_TIDY_MEMBER__ unsigned meta_group_rank() const { return 0; }
  __WARP_TIDY_MEMBER__ unsigned meta_group_size() const { return 1; }
  template <class T> __WARP_TIDY_MEMBER__ T shfl(T v, int from) const {
    int lane = nth(from);
    unsigned m = members;
    return warp_tidy_detail::pieces(
        v, [=](int w) { return __shfl_sync(m, w, lane); });
  }
  template <class T> __WARP_TIDY_MEMBER__ T shfl_down(T v, unsigned n) const {
    return shfl(v, (int)(thread_rank() + n));
  }
  template <class T> __WARP_TIDY_MEMBER__ T shfl_up(T v, unsigned n) const {
    return shfl(v, (int)(thread_rank() - n));
  }
  __WARP_TIDY_MEMBER__ int any(int p) const { return __any_sync(members, p); }
  __WARP_TIDY_MEMBER__ int all(int p) const { return __all_sync(members, p); }
  __WARP_TIDY_MEMBER__ unsigned ballot(int p) const {
    return __ballot_sync(members, p);
  }
};
__WARP_TIDY_DEVICE__ coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

template <unsigned Size, class Parent>
__WARP_TIDY_DEVICE__ thread_block_tile<Size, Parent>
tiled_partition(const Parent &) {
  return {};
}
__attribute__((device)) thread_group tiled_partition(const thread_group &,
                                                     unsigned size);
__WARP_TIDY_DEVICE__ coalesced_group
binary_partition(const coalesced_group &group, bool predicate) {
  unsigned yes = group.ballot(predicate);
  return coalesced_group(predicate ? yes : __activemask() & ~yes);
}
template <unsigned Size, class Parent>
__WARP_TIDY_DEVICE__ coalesced_group
binary_partition(const thread_block_tile<Size, Parent> &tile, bool predicate) {
  unsigned yes = __ballot_sync(tile.mask(), predicate);
  return coalesced_group(predicate ? yes : tile.mask() & ~yes);
}
template <class Label, class Group>
__WARP_TIDY_DEVICE__ coalesced_group labeled_partition(const Group &,
                                                       Label label) {
  return coalesced_group(__match_any_sync(__activemask(), label));
}

} // namespace cooperative_groups

#endif // WARP_TIDY_GROUPS_WARP_H
