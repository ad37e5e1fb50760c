// Integer atomics on shared memory: distinct banks, and 8 words apart (8-way).
// Fires: gpu-shared-bank-conflict on stride 8. twin: stride 1, same file
#include "../common/check.h"

template <int Stride> __global__ void sharedAtomic(int *__restrict__ out) {
  __shared__ int s[128 * Stride];
  const int t = threadIdx.x;
  s[t * Stride] = t; // expect: 1 and 8 wavefronts
  __syncthreads();
  atomicMax(&s[t * Stride], 64); // expect: as measured, 1 and 8 distinct words
  __syncthreads();
  const int v = s[t * Stride]; // expect: 1 and 8 wavefronts
  out[t] = v;                  // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> out(128);
  while (run.again("sharedAtomic<1>"))
    sharedAtomic<1><<<1, 128>>>(out.get());
  while (run.again("sharedAtomic<8>"))
    sharedAtomic<8><<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return i < 64 ? 64 : i; });
}
