// Inclusive scan in log2(256) rounds, two buffers: unit stride throughout, so
// free of conflicts, with a mask in each round.
// Silent: every rule.
#include "../common/check.h"

__global__ void scanHillisSteele(float *__restrict__ out,
                                 const float *__restrict__ in) {
  __shared__ float s[2][256];
  const int t = threadIdx.x;
  int from = 0;
  float v = in[blockIdx.x * 256 + t]; // expect: 4 sectors
  s[0][t] = v;                        // expect: 1 wavefront
  __syncthreads();
#pragma unroll 1
  for (int w = 1; w < 256; w *= 2) {
    if (t >= w)
      v += s[from][t - w]; // expect: 1 wavefront
    s[1 - from][t] = v;    // expect: 1 wavefront
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = v; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(16384, [](int) { return 1; }), out(16384);
  while (run.again("scanHillisSteele"))
    scanHillisSteele<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 256 + 1; });
}
