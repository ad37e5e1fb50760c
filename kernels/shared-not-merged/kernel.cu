// shared-merged with a loop that stays a loop: the 4-way conflicts are real.
// Fires: gpu-shared-bank-conflict. twin: shared-merged
#include "../common/check.h"

__global__ void fourWordsLoop(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k & 3; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k)
    sum += s[4 * t + k]; // expect: 4 wavefronts
  out[t] = sum;          // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("fourWordsLoop"))
    fourWordsLoop<<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 6; });
}
