// Atomics on 32 neighbouring words, without a result (RED) and with (ATOM): 4
// sectors, one pass.
// Silent: every rule.
#include "../common/check.h"

__global__ void redDistinct(float *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[i], 1.0f); // expect: 4 sectors
}

__global__ void atomDistinct(float *__restrict__ out, float *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float before = atomicAdd(&counts[i], 1.0f); // expect: 4 sectors
  out[i] = before;                                  // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> counts(4096), out(4096);
  while (run.again("redDistinct"))
    redDistinct<<<16, 256>>>(counts.get());
  while (run.again("atomDistinct"))
    atomDistinct<<<16, 256>>>(out.get(), counts.get());
  run.expect(counts, [](int) { return 2; });
  run.expect(out, [](int) { return 1; });
}
