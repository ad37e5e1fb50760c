// One constant for the whole warp, the index an argument: one request.
// Silent: every rule. The fix of constant-per-lane is not to index by lane.
#include "../common/check.h"

__constant__ float table[256];

__global__ void constantUniform(float *__restrict__ out, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = table[k]; // expect: 1 request
  out[i] = v;               // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, ramp);
  Buffer<float> out(4096);
  while (run.again("constantUniform"))
    constantUniform<<<16, 256>>>(out.get(), 17);
  run.expect(out, [](int) { return 17; });
}
