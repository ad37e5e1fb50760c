// cp.async of 8 bytes: 8 sectors and 2 wavefronts at unit stride; two elements
// apart on both sides, 16 sectors and 4 wavefronts.
// Fires: both rules on the second kernel. twin: the first kernel
#include "../common/check.h"

__device__ __forceinline__ unsigned sharedAddress(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

template <int Stride>
__global__ void copy8(double *__restrict__ out, const double *__restrict__ in) {
  __shared__ double s[128 * Stride];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  const unsigned to = sharedAddress(&s[t * Stride]);
  const double *src = &in[i * Stride];
  // expect: 8 and 16 sectors, 2 and 4 wavefronts
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(src));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  const double v = s[t * Stride]; // expect: 2 and 4 wavefronts
  out[i] = v;                     // expect: 8 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<double> in(4096, [](int i) { return i; }), out(2048);
  while (run.again("copy8<1>"))
    copy8<1><<<16, 128>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i; });
  while (run.again("copy8<2>"))
    copy8<2><<<16, 128>>>(out.get(), in.get());
  run.expect(out, [](int i) { return 2 * i; });
}
