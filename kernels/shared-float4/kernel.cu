// Rows of eight float4 (128 bytes). Along the rows 4 wavefronts, ideal for 128
// bits; down a column every quarter warp takes 8, 32 in all.
// Fires: gpu-shared-bank-conflict on the column. twin: shared-float4-fixed
#include "../common/check.h"

__global__ void float4Column(float4 *__restrict__ out) {
  __shared__ float4 tile[32][8];
  const int t = threadIdx.x;
  tile[t / 8][t % 8] = make_float4(t, 0, 0, 0); // expect: 4 wavefronts
  __syncthreads();
  out[t] = tile[t % 32][t / 32]; // expect: 32 wavefronts, 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float4> out(256);
  while (run.again("float4Column"))
    float4Column<<<1, 256>>>(out.get());
}
