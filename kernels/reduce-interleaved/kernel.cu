// Tree reduction with a growing stride: round w touches every 2w-th word, up to
// 16-way conflicts.
// Fires: gpu-shared-bank-conflict in the loop. twin: reduce-sequential
#include "../common/check.h"

__global__ void reduceInterleaved(float *__restrict__ out,
                                  const float *__restrict__ in) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
#pragma unroll 1
  for (int w = 1; w < 256; w *= 2) {
    const int i = 2 * w * t;
    if (i < 256) {
      const float right = s[i + w]; // expect: total 47 wavefronts in 12
      const float left = s[i];      // expect: total 47 wavefronts in 12
      s[i] = left + right;          // expect: total 47 wavefronts in 12
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 256, ramp), out(64);
  while (run.again("reduceInterleaved"))
    reduceInterleaved<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int) { return 2 * 8128; });
}
