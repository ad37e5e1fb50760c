// atomicAdd of a float on shared memory is a loop of compare-and-swap: a load
// and an exchange a round, one round when no two lanes share a word.
// Silent: every rule.
#include "../common/check.h"

__global__ void sharedAtomicFloat(float *__restrict__ out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t; // expect: 1 wavefront
  __syncthreads();
  atomicAdd(&s[127 - t], 0.5f); // expect: 1 wavefront a load and an exchange
  __syncthreads();
  const float v = s[t]; // expect: 1 wavefront
  out[t] = v;           // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("sharedAtomicFloat"))
    sharedAtomicFloat<<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return i + 0.5f; });
}
