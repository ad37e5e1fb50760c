// Nine taps in constant memory, indexed by the loop: one request a round. The
// input slides by one float a round: 4 sectors for the first and the last
// round, 5 for the seven between.
// Silent: gpu-divergent-constant-access.
#include "../common/check.h"

__constant__ float taps[9];

__global__ void convolution(float *__restrict__ out,
                            const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 9; ++k) {
    const float tap = taps[k]; // expect: 1 request
    const float v = in[i + k]; // expect: total 43 sectors in 9 a warp
    sum += tap * v;
  }
  out[i] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(taps, [](int) { return 2.f; });
  Buffer<float> in(16384 + 8, [](int i) { return i; }), out(16384);
  while (run.again("convolution"))
    convolution<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return 2 * (9 * i + 36); });
}
