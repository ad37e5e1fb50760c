// As compiled: an array behind five floats starts in the middle of a 16-byte
// line, so its words are not merged, although they are neighbours.
// 4 wavefronts four times, written and compiled: gpu-shared-bank-conflict.
#include "../common/check.h"

__global__ void behindFive(float *__restrict__ out) {
  __shared__ float odd[5];
  __shared__ float s[512];
  const int t = threadIdx.x;
  if (t < 5)
    odd[t] = t; // expect: 1 wavefront
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k & 3; // expect: 1 wavefront
  __syncthreads();
  float sum = odd[t % 5]; // expect: 1 wavefront
#pragma unroll
  for (int k = 0; k < 4; ++k)
    sum += s[4 * t + k]; // expect: 4 wavefronts
  out[t] = sum;          // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("behindFive"))
    behindFive<<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return 6 + i % 5; });
}
