// The same sums with a shrinking stride: neighbouring lanes, neighbouring
// words. The fix of reduce-interleaved. Silent: every rule.
#include "../common/check.h"

__global__ void reduceSequential(float *__restrict__ out,
                                 const float *__restrict__ in) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
#pragma unroll 1
  for (int w = 128; w > 0; w /= 2) {
    if (t < w) {
      const float right = s[t + w]; // expect: 1 wavefront
      const float left = s[t];      // expect: 1 wavefront
      s[t] = left + right;          // expect: 1 wavefront
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 256, ramp), out(64);
  while (run.again("reduceSequential"))
    reduceSequential<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int) { return 2 * 8128; });
}
