// Reductions over a group by exchanges of the warp, and the operators.
#ifndef WARP_TIDY_COOPERATIVE_GROUPS_REDUCE_H
#define WARP_TIDY_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define __WARP_TIDY_OPERATOR(NAME, EXPR)                                       \
  template <class T = void> struct NAME {                                      \
    __WARP_TIDY_MEMBER__ T operator()(T a, T b) const { return EXPR; }         \
  };                                                                           \
  template <> struct NAME<void> {                                              \
    template <class T> __WARP_TIDY_MEMBER__ T operator()(T a, T b) const {     \
      return EXPR;                                                             \
    }                                                                          \
  };
__WARP_TIDY_OPERATOR(plus, a + b)
__WARP_TIDY_OPERATOR(less, b < a ? b : a)
__WARP_TIDY_OPERATOR(greater, a < b ? b : a)
__WARP_TIDY_OPERATOR(bit_and, a &b)
__WARP_TIDY_OPERATOR(bit_or, a | b)
__WARP_TIDY_OPERATOR(bit_xor, a ^ b)
#undef __WARP_TIDY_OPERATOR

template <unsigned Size, class Parent, class T, class Op>
__WARP_TIDY_DEVICE__ T reduce(const thread_block_tile<Size, Parent> &tile,
                              T value, Op op) {
  for (unsigned n = Size / 2; n > 0; n /= 2)
    value = op(value, tile.shfl_xor(value, n));
  return value;
}
template <class T, class Op>
__WARP_TIDY_DEVICE__ T reduce(const coalesced_group &group, T value, Op op) {
  T result = group.shfl(value, 0);
  for (unsigned i = 1; i < group.size(); ++i)
    result = op(result, group.shfl(value, (int)i));
  return result;
}

} // namespace cooperative_groups

#endif // WARP_TIDY_COOPERATIVE_GROUPS_REDUCE_H
