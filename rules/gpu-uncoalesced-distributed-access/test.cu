// gpu-uncoalesced-distributed-access: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-distributed-access,gpu-shared-bank-conflict,gpu-missing-barrier,gpu-single-use-shared \
// RUN:   %s 2>&1 | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-distributed-access \
// RUN:   --config="{CheckOptions: {gpu-uncoalesced-distributed-access.Threshold: 1.2}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=STRICT
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-distributed-access \
// RUN:   --config="{CheckOptions: {gpu-uncoalesced-distributed-access.WarnOnPossible: true}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=POSSIBLE
//
// Sectors are distinct 32-byte blocks of the other's shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// Every eighth float: a sector each (measured: 32).
__global__ void __cluster_dims__(2, 1, 1) everyEighth(float *out) {
  __shared__ float tile[1024];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 1024; i += 32)
    tile[i] = i;
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:40: warning: warp load moves 32 sectors between blocks of the cluster where 4 suffice [gpu-uncoalesced-distributed-access]
  // CHECK: :[[@LINE-2]]:40: note: neighbouring lanes are 32 bytes apart: the byte offset into 'other' is 32*threadIdx.x
  cluster.sync();
}

// A store, by PTX. Two floats apart: 8 sectors (measured: 8).
__global__ void __cluster_dims__(2, 1, 1) byHand(float *out, unsigned rank) {
  __shared__ float tile[1024];
  unsigned own = __cvta_generic_to_shared(tile + threadIdx.x * 2), there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(own), "r"(rank));
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(1.0f));
  // CHECK: :[[@LINE-1]]:3: warning: warp store moves 8 sectors between blocks of the cluster where 4 suffice
  cg::this_cluster().sync();
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
}

// An unknown stride: some of its values do.
__global__ void __cluster_dims__(2, 1, 1) someStride(float *out, int stride) {
  __shared__ float tile[4096];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 4096; i += 32)
    tile[i] = i;
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, 0);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x * stride];
  // CHECK: :[[@LINE-1]]:40: remark: warp load moves {{.*}} sectors between blocks of the cluster
  // POSSIBLE: :[[@LINE-2]]:40: warning: warp load moves {{.*}} sectors between blocks of the cluster
  cluster.sync();
}

// Lanes that ask two blocks: a sector of each, for the half that asks it.
__global__ void __cluster_dims__(2, 1, 1) twoBlocks(float *out) {
  __shared__ float tile[1024];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 1024; i += 32)
    tile[i] = i;
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, threadIdx.x % 2);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];
  // CHECK: :[[@LINE-1]]:40: warning: warp load moves 8 sectors between blocks of the cluster where 4 suffice
  cluster.sync();
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// A row (measured: 4), and with an offset of one (5): below the threshold.
__global__ void __cluster_dims__(2, 1, 1) row(float *out) {
  __shared__ float tile[1024];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 1024; i += 32)
    tile[i] = i;
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] =
      other[threadIdx.x] + // STRICT-NOT: :[[@LINE]]:7: warning
      other[threadIdx.x + 1];
  // STRICT: :[[@LINE-1]]:7: warning: warp load moves 5 sectors between blocks of the cluster where 4 suffice
  cluster.sync();
}

// One address for all.
__global__ void __cluster_dims__(2, 1, 1) broadcast(float *out) {
  __shared__ float tile[32];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[blockIdx.x % 32];
  cluster.sync();
}

// Threads of another block use what this one's threads stored each in a place
// of its own: no array without use (gpu-single-use-shared).
__global__ void __cluster_dims__(2, 1, 1) forTheOther(float *out) {
  __shared__ float tile[256];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  float mine = tile[threadIdx.x];
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[blockIdx.x * 256 + threadIdx.x] = other[threadIdx.x] + mine;
  cluster.sync();
}

// The own array or the other's: which one is not known.
__global__ void __cluster_dims__(2, 1, 1) either(float *out, int which) {
  __shared__ float tile[1024];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 1024; i += 32)
    tile[i] = i;
  cluster.sync();
  float *other = which ? cluster.map_shared_rank(tile, 1) : tile;
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x * 8];
  cluster.sync();
}

void launch(float *out, int n) {
  everyEighth<<<64, 32>>>(out);
  byHand<<<64, 32>>>(out, n);
  someStride<<<64, 32>>>(out, n);
  twoBlocks<<<64, 32>>>(out);
  row<<<64, 32>>>(out);
  broadcast<<<64, 32>>>(out);
  forTheOther<<<64, 256>>>(out);
  either<<<64, 32>>>(out, n);
}
