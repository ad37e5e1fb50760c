// All lanes exchange one word: 32 passes of one sector. An exchange, since nvcc
// sums a warp's integer additions to one address before a single lane adds.
// Silent: every rule. twin: atomic-warp-aggregated
#include "../common/check.h"

__global__ void exchangeOne(float *__restrict__ out, float *slot) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float before = atomicExch(slot, 1.0f); // expect: 32 sectors
  out[i] = before;                             // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> slot(1, [](int) { return 1; }), out(1024);
  while (run.again("exchangeOne"))
    exchangeOne<<<4, 256>>>(out.get(), slot.get());
  run.expect(out, [](int) { return 1; });
}
