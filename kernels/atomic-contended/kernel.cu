// Four lanes share each counter: four passes over 8 words, one sector each.
// Equal addresses go in successive passes, the profiler's source page shows the
// distinct sectors of the warp instead.
// Silent: every rule.
#include "../common/check.h"

__global__ void redByFour(float *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[i / 4], 1.0f); // expect: 4 sectors, 1 distinct
}

__global__ void atomByFour(float *__restrict__ out, float *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float before = atomicAdd(&counts[i / 4], 0.0f); // expect: 4 sectors
  out[i] = before;                                      // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> counts(1024), out(4096);
  while (run.again("redByFour"))
    redByFour<<<16, 256>>>(counts.get());
  while (run.again("atomByFour"))
    atomByFour<<<16, 256>>>(out.get(), counts.get());
  run.expect(counts, [](int) { return 4; });
  run.expect(out, [](int) { return 4; });
}
