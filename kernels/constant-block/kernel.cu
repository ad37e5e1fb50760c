// The index depends on the block only: uniform, one request a warp.
// Silent: every rule.
#include "../common/check.h"

__constant__ float table[256];

__global__ void constantBlock(float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = table[blockIdx.x * 3 + threadIdx.x / 32]; // expect: 1 request
  out[i] = v;                                               // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, ramp);
  Buffer<float> out(4096);
  while (run.again("constantBlock"))
    constantBlock<<<16, 256>>>(out.get());
  run.expect(out, [](int i) { return i / 256 * 3 + i % 256 / 32; });
}
