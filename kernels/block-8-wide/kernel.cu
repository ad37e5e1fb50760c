// 8 x 16 blocks: a warp is four rows of 32 bytes, four whole sectors.
// Silent: every rule.
#include "../common/check.h"

__global__ void eightWide(float *__restrict__ out,
                          const float *__restrict__ in) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  const float v = in[y * 64 + x]; // expect: 4 sectors
  out[y * 64 + x] = v;            // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 64, ramp), out(64 * 64);
  while (run.again("eightWide"))
    eightWide<<<dim3(8, 4), dim3(8, 16)>>>(out.get(), in.get());
  run.expect(out, ramp);
}
