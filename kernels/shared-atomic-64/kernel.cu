// Additions of 64 bits on shared memory are a loop of compare-and-swap: an
// exchange of two wavefronts a half-warp in each round, and a round more for
// each further lane on a word.
// Silent: every rule.
#include "../common/check.h"

__global__ void addLongs(unsigned long long *__restrict__ out) {
  __shared__ unsigned long long s[128];
  const int t = threadIdx.x;
  s[t] = t; // expect: 2 wavefronts
  __syncthreads();
  atomicAdd(&s[127 - t], 2ull); // expect: 4 wavefronts in exchanges
  __syncthreads();
  out[t] = s[t]; // expect: 2 wavefronts, 8 sectors
}

__global__ void addDoubles(double *__restrict__ out) {
  __shared__ double s[128];
  const int t = threadIdx.x;
  s[t] = t; // expect: 2 wavefronts
  __syncthreads();
  atomicAdd(&s[127 - t], 0.5); // expect: 4 wavefronts in exchanges
  __syncthreads();
  out[t] = s[t]; // expect: 2 wavefronts, 8 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned long long> longs(128);
  Buffer<double> doubles(128);
  while (run.again("addLongs"))
    addLongs<<<1, 128>>>(longs.get());
  run.expect(longs, [](int i) { return i + 2; });
  while (run.again("addDoubles"))
    addDoubles<<<1, 128>>>(doubles.get());
  run.expect(doubles, [](int i) { return i + 0.5; });
}
