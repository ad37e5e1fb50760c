// The column of shared-float4 XORed with the row: each quarter warp visits all
// eight 16-byte chunks.
// Silent: every rule.
#include "../common/check.h"

__global__ void float4Swizzled(float4 *__restrict__ out) {
  __shared__ float4 tile[32][8];
  const int t = threadIdx.x;
  const int row = t / 8, chunk = t % 8;
  const float4 mine = make_float4(t, 0, 0, 0);
  tile[row][chunk ^ (row % 8)] = mine; // expect: 4 wavefronts
  __syncthreads();
  const int r = t % 32, c = t / 32;
  out[t] = tile[r][c ^ (r % 8)]; // expect: 4 wavefronts, 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float4> out(256);
  while (run.again("float4Swizzled"))
    float4Swizzled<<<1, 256>>>(out.get());
}
