// Atomics 8 floats apart: 32 sectors, one pass.
// Fires: gpu-uncoalesced-global-access. twin: atomic-distinct
#include "../common/check.h"

__global__ void redStrided(float *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[i * 8], 1.0f); // expect: 32 sectors
}

__global__ void atomStrided(float *__restrict__ out, float *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float before = atomicAdd(&counts[i * 8], 1.0f); // expect: 32 sectors
  out[i] = before;                                      // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> counts(4096 * 8), out(4096);
  while (run.again("redStrided"))
    redStrided<<<16, 256>>>(counts.get());
  while (run.again("atomStrided"))
    atomStrided<<<16, 256>>>(out.get(), counts.get());
  run.expect(counts, [](int i) { return i % 8 ? 0 : 2; });
  run.expect(out, [](int) { return 1; });
}
