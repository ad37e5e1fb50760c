// cp.async of 4 bytes has a global and a shared side. Unit stride: 4 sectors, 1
// wavefront. The second kernel reads 8 floats apart and writes a column of
// pitch 32: 32 sectors and 32 wavefronts.
// Fires: both rules on the second kernel. twin: the first kernel
#include "../common/check.h"

__device__ __forceinline__ unsigned sharedAddress(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void copy4Unit(float *__restrict__ out,
                          const float *__restrict__ in) {
  __shared__ float s[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  const unsigned to = sharedAddress(&s[t]);
  const float *src = &in[i];
  // expect: 4 sectors, 1 wavefront
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(src));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  const float v = s[127 - t]; // expect: 1 wavefront
  out[i] = v;                 // expect: 4 sectors
}

__global__ void copy4Strided(float *__restrict__ out,
                             const float *__restrict__ in) {
  __shared__ float s[128 * 32];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  const unsigned to = sharedAddress(&s[t * 32]);
  const float *src = &in[i * 8];
  // expect: 32 sectors, 32 wavefronts
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(src));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  const float v = s[(127 - t) * 32]; // expect: 32 wavefronts
  out[i] = v;                        // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(2048 * 8, [](int i) { return i; }), out(2048);
  while (run.again("copy4Unit"))
    copy4Unit<<<16, 128>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i / 128 * 128 + 127 - i % 128; });
  while (run.again("copy4Strided"))
    copy4Strided<<<16, 128>>>(out.get(), in.get());
  run.expect(out, [](int i) { return 8 * (i / 128 * 128 + 127 - i % 128); });
}
