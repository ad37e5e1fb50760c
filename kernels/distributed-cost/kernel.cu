// Another block's shared memory by columns and by rows: it comes in sectors,
// of which a warp down a column needs one for each lane.
// Fires: gpu-uncoalesced-distributed-access in byColumns. Silent: byRows.
#include "../common/check.h"
#include <cooperative_groups.h>

constexpr int Side = 32, Rounds = 64, Blocks = 264;

__device__ void fill(float (*tile)[Side]) {
  const int x = threadIdx.x;
#pragma unroll 1
  for (int r = threadIdx.y; r < Side; r += 8)
    tile[r][x] = x + r; // expect: 1 wavefront
}

__global__ void __cluster_dims__(2, 1, 1) byColumns(float *__restrict__ out) {
  __shared__ float tile[Side][Side];
  const auto cluster = cooperative_groups::this_cluster();
  const int x = threadIdx.x, y = threadIdx.y;
  fill(tile);
  cluster.sync();
  const float *other =
      cluster.map_shared_rank(&tile[0][0], cluster.block_rank() ^ 1);
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += other[x * Side + ((y + r) & 31)]; // expect: 32 sectors
  cluster.sync();
  out[(blockIdx.x * 8 + y) * 32 + x] = sum; // expect: 4 sectors
}

__global__ void __cluster_dims__(2, 1, 1) byRows(float *__restrict__ out) {
  __shared__ float tile[Side][Side];
  const auto cluster = cooperative_groups::this_cluster();
  const int x = threadIdx.x, y = threadIdx.y;
  fill(tile);
  cluster.sync();
  const float *other =
      cluster.map_shared_rank(&tile[0][0], cluster.block_rank() ^ 1);
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += other[((y + r) & 31) * Side + x]; // expect: 4 sectors
  cluster.sync();
  out[(blockIdx.x * 8 + y) * 32 + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(Blocks * 256);
  const auto sum = [](int i) {
    return Rounds / Side * (Side * (i % 32) + 496);
  };
  while (run.again("byColumns"))
    byColumns<<<Blocks, dim3(32, 8)>>>(out.get());
  run.expect(out, sum);
  while (run.again("byRows"))
    byRows<<<Blocks, dim3(32, 8)>>>(out.get());
  run.expect(out, sum);
}
