// Warp matrix functions. Fragments have their real element counts; loads and
// stores of a whole matrix stay opaque calls that name pointer and pitch.
#ifndef WARP_TIDY_MMA_H
#define WARP_TIDY_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
struct u4;
struct s4;
struct b1;
} // namespace precision
enum layout_t { mem_row_major, mem_col_major };

template <class T> struct storage {
  typedef T element;
};
template <> struct storage<precision::tf32> {
  typedef float element;
};

// Elements that one of the 32 lanes holds; the 16-bit inputs of the 16x16x16
// shapes are held twice.
template <class Use, int M, int N, int K, class T> struct lane_elements;
template <int M, int N, int K, class T>
struct lane_elements<accumulator, M, N, K, T> {
  enum { value = M * N / 32 };
};
template <int M, int N, int K, class T>
struct lane_elements<matrix_a, M, N, K, T> {
  enum {
    value = M * K / 32 * (sizeof(typename storage<T>::element) == 2 ? 2 : 1)
  };
};
template <int M, int N, int K, class T>
struct lane_elements<matrix_b, M, N, K, T> {
  enum {
    value = K * N / 32 * (sizeof(typename storage<T>::element) == 2 ? 2 : 1)
  };
};

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
  typedef T element_type;
  typedef typename storage<T>::element storage_element_type;
  enum { num_elements = lane_elements<Use, M, N, K, T>::value };
  enum { num_storage_elements = num_elements };
  storage_element_type x[num_elements];
};

#define __WARP_TIDY_WMMA                                                       \
  template <class Use, int M, int N, int K, class T, class L>                  \
  __attribute__((device, nothrow))
__WARP_TIDY_WMMA void load_matrix_sync(
    fragment<Use, M, N, K, T, L> &,
    const typename fragment<Use, M, N, K, T, L>::storage_element_type *,
    unsigned pitch);
__WARP_TIDY_WMMA void load_matrix_sync(
    fragment<Use, M, N, K, T, L> &,
    const typename fragment<Use, M, N, K, T, L>::storage_element_type *,
    unsigned pitch, layout_t);
__WARP_TIDY_WMMA void
store_matrix_sync(typename fragment<Use, M, N, K, T, L>::storage_element_type *,
                  const fragment<Use, M, N, K, T, L> &, unsigned pitch,
                  layout_t);
__WARP_TIDY_WMMA void fill_fragment(
    fragment<Use, M, N, K, T, L> &,
    const typename fragment<Use, M, N, K, T, L>::storage_element_type &);
#undef __WARP_TIDY_WMMA
template <int M, int N, int K, class A, class LA, class B, class LB, class C,
          class D>
__attribute__((device, nothrow)) void
mma_sync(fragment<accumulator, M, N, K, D> &,
         const fragment<matrix_a, M, N, K, A, LA> &,
         const fragment<matrix_b, M, N, K, B, LB> &,
         const fragment<accumulator, M, N, K, C> &, bool saturate = false);

__WARP_TIDY_DEVICE__ float __float_to_tf32(float a) { return a; }

} // namespace wmma
} // namespace nvcuda

#endif // WARP_TIDY_MMA_H
