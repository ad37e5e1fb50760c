// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// RUN: %warp-tidy --cuda-path=none --statistics %s 2>&1 | %FileCheck %s
// Blocks of a cluster: addresses in another's shared memory, ranks that are not
// known before the kernel runs, and copies by the tensor memory accelerator.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The rank is not zero: both branches are reached, by whole warps.
__global__ void __cluster_dims__(2, 1, 1) byRank(float *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0)
    // predict: store global 8 sectors
    // diag: gpu-uncoalesced-global-access(warning)
    out[2 * threadIdx.x] = 1;
  else
    // predict: store global 16 sectors
    // diag: gpu-uncoalesced-global-access(warning)
    out[4 * threadIdx.x + 4096] = 1;
}

// Lanes below the own one: lane 0 has none, lane 31 has 31.
__global__ void byLaneMask(float *out) {
  unsigned below, same = __nvvm_read_ptx_sreg_lanemask_lt();
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  // predict: store global 16 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  out[4 * __popc(below)] = 1;
  // predict: store global 32 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  out[8 * __popc(same)] = 1;
}

// Each lane another block: sector by sector, whatever the place in the block.
// Rank 0 to 7 by four lanes of 16 bytes: 8 sectors of 32 bytes twice.
__global__ void __cluster_dims__(8, 1, 1) allBlocks(float *out) {
  __shared__ float4 tile[64];
  cg::cluster_group cluster = cg::this_cluster();
  // predict: store shared 16B 4 wavefronts
  tile[threadIdx.x] = float4{1, 1, 1, 1};
  cluster.sync();
  const float4 *other = cluster.map_shared_rank(tile, threadIdx.x / 4);
  // predict: load distributed 16B 16 sectors
  float4 v = other[threadIdx.x];
  cluster.sync();
  // predict: store global 4 sectors
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

// What the accelerator writes is not counted, and not taken for anything else:
// the array is not one that nothing fills or reads.
__global__ void bulk(const float *in, float *out) {
  __shared__ alignas(128) float tile[256];
  __shared__ unsigned long long done;
  unsigned to = __cvta_generic_to_shared(tile);
  unsigned flag = __cvta_generic_to_shared(&done);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(flag));
    // predict: load generic unknown
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                 "bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "l"(in), "r"(1024), "r"(flag)
                 : "memory");
  }
  __syncthreads();
  // predict: load shared 2 wavefronts; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning)
  out[threadIdx.x] = tile[2 * threadIdx.x];
}

void launch(const float *in, float *out) {
  byRank<<<64, 128>>>(out);
  byLaneMask<<<1, 32>>>(out);
  allBlocks<<<8, 32>>>(out);
  bulk<<<1, 128>>>(in, out);
}

// CHECK: unknown, memory instruction outside the model: 1
