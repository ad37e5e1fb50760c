// 16 x 16 blocks: a warp is two rows of 64 bytes. Each is two whole sectors, so
// 4 sectors in all: ideal, though older texts call it half efficient.
// Silent: every rule.
#include "../common/check.h"

__global__ void sixteenWide(float *__restrict__ out,
                            const float *__restrict__ in) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  const float v = in[y * 64 + x]; // expect: 4 sectors
  out[y * 64 + x] = v;            // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 64, ramp), out(64 * 64);
  while (run.again("sixteenWide"))
    sixteenWide<<<dim3(4, 4), dim3(16, 16)>>>(out.get(), in.get());
  run.expect(out, ramp);
}
