// The loop index, the same for all lanes: one request a round.
// Silent: every rule. Tricky: a varying index that is uniform over the warp.
#include "../common/check.h"

__constant__ float table[256];

__global__ void constantLoop(float *__restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k)
    sum += table[k]; // expect: 1 request
  out[i] = sum;      // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, ramp);
  Buffer<float> out(4096);
  while (run.again("constantLoop"))
    constantLoop<<<16, 256>>>(out.get(), 100);
  run.expect(out, [](int) { return 4950; });
}
