// The same bytes read as a flat array of floats, through shared memory: 4
// sectors each, and a shared stride of 3 words, which is free of conflicts.
// Silent: every rule.
#include "../common/check.h"

__global__ void copyFlat(float *__restrict__ out,
                         const float *__restrict__ in) {
  __shared__ float s[768];
  const int t = threadIdx.x, first = blockIdx.x * 768;
#pragma unroll 1
  for (int k = 0; k < 768; k += 256) {
    const float v = in[first + k + t]; // expect: 4 sectors
    s[k + t] = v;                      // expect: 1 wavefront
  }
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 3; ++k) {
    const float v = s[3 * t + k]; // expect: 1 wavefront
    out[first + k * 256 + t] = v; // expect: 4 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(8192 * 3, [](int i) { return i; }), out(8192 * 3);
  while (run.again("copyFlat"))
    copyFlat<<<32, 256>>>(out.get(), in.get());
  run.expect(out,
             [](int i) { return i / 768 * 768 + i % 256 * 3 + i % 768 / 256; });
}
