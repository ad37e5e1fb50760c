// stencil-1d through shared memory: one aligned load a lane, and a halo read by
// two lanes. Offsets cost nothing in shared memory.
// Silent: every rule.
#include "../common/check.h"

__global__ void stencil1dShared(float *__restrict__ out,
                                const float *__restrict__ in) {
  __shared__ float s[258];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t + 8;
  const float v = in[i]; // expect: 4 sectors
  s[t + 1] = v;          // expect: 1 wavefront
  if (t < 2) {
    const float halo = in[i - 1 + t * 256]; // expect: 2 sectors
    s[t * 257] = halo;                      // expect: 1 wavefront
  }
  __syncthreads();
  const float left = s[t];      // expect: 1 wavefront
  const float right = s[t + 2]; // expect: 1 wavefront
  out[i] = left + v + right;    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(16384 + 16, [](int i) { return i; }), out(16384 + 16);
  while (run.again("stencil1dShared"))
    stencil1dShared<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i < 8 || i >= 16392 ? 0 : 3 * i; });
}
