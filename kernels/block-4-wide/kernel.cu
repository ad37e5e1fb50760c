// 4 x 32 blocks: a warp is eight rows of 16 bytes, half a sector each.
// Fires: gpu-uncoalesced-global-access, 8 sectors. twin: block-8-wide
#include "../common/check.h"

__global__ void fourWide(float *__restrict__ out,
                         const float *__restrict__ in) {
  const int x = blockIdx.x * 4 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  const float v = in[y * 64 + x]; // expect: 8 sectors
  out[y * 64 + x] = v;            // expect: 8 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 64, ramp), out(64 * 64);
  while (run.again("fourWide"))
    fourWide<<<dim3(16, 2), dim3(4, 32)>>>(out.get(), in.get());
  run.expect(out, ramp);
}
