// shared-pitch-32 and its fix with a long loop: what a 32-way conflict costs in
// time.
// Fires: gpu-shared-bank-conflict on the column of pitch 32. twin: padded, same
// file
#include "../common/check.h"

constexpr int Rounds = 512;

__global__ void conflicted(float *__restrict__ out) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += tile[x][(y + r) & 31];            // expect: 32 wavefronts
  out[(blockIdx.x * 32 + y) * 32 + x] = sum; // expect: 4 sectors
}

__global__ void padded(float *__restrict__ out) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += tile[x][(y + r) & 31];            // expect: 1 wavefront
  out[(blockIdx.x * 32 + y) * 32 + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128 * 1024);
  while (run.again("conflicted"))
    conflicted<<<128, dim3(32, 32)>>>(out.get());
  run.expect(out, [](int i) { return Rounds / 32 * (496 + 32 * (i % 32)); });
  while (run.again("padded"))
    padded<<<128, dim3(32, 32)>>>(out.get());
  run.expect(out, [](int i) { return Rounds / 32 * (496 + 32 * (i % 32)); });
}
