// As compiled: loops of a fixed length are unrolled without being asked, and
// then merged where the pitch of the rows allows: 36 words, loads of 128 bits,
// 33 words, none. Two nested loops are unrolled as well.
// Written: 4-way conflicts at 36 words; compiled: none. Silent.
#include "../common/check.h"

template <int Pitch> __global__ void rowSum(float *__restrict__ out) {
  __shared__ float s[32 * Pitch];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 32 * Pitch; k += 32)
    s[k] = 1; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += s[t * Pitch + k]; // expect: 4 in 8 loads, 1 in 32 loads
  out[t] = sum;              // expect: 4 sectors
}

__global__ void twoRows(float *__restrict__ out) {
  __shared__ float s[2][36 * 32];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 36 * 32; k += 32) {
    s[0][k] = 1; // expect: 1 wavefront
    s[1][k] = 2; // expect: 1 wavefront
  }
  __syncthreads();
  float sum = 0;
  for (int r = 0; r < 2; ++r)
    for (int k = 0; k < 8; ++k)
      sum += s[r][t * 36 + k]; // expect: 4 wavefronts in 4 loads
  out[t] = sum;                // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(32);
  while (run.again("rowSum<36>"))
    rowSum<36><<<1, 32>>>(out.get());
  run.expect(out, [](int) { return 32; });
  while (run.again("rowSum<33>"))
    rowSum<33><<<1, 32>>>(out.get());
  run.expect(out, [](int) { return 32; });
  while (run.again("twoRows"))
    twoRows<<<1, 32>>>(out.get());
  run.expect(out, [](int) { return 24; });
}
