// Cooperative groups of whole blocks: thread_block, cluster_group, grid_group.
#ifndef WARP_TIDY_GROUPS_BLOCK_H
#define WARP_TIDY_GROUPS_BLOCK_H

#include "qualifiers.h"

#define __WARP_TIDY_MEMBER__                                                   \
  __attribute__((device, always_inline, nodebug)) inline

namespace cooperative_groups {

// Base of every group. Its own calls are opaque: a group passed as its base
// no longer says what it is.
class thread_group {
public:
  __attribute__((device)) void sync() const;
  __attribute__((device)) unsigned long long size() const;
  __attribute__((device)) unsigned long long num_threads() const;
  __attribute__((device)) unsigned long long thread_rank() const;
  __attribute__((device)) bool is_valid() const;
};

class thread_block : public thread_group {
public:
  enum { _group_id = 1 };
  static __WARP_TIDY_MEMBER__ void sync() { __syncthreads(); }
  struct arrival_token {};
  static __WARP_TIDY_MEMBER__ arrival_token barrier_arrive() { return {}; }
  static __WARP_TIDY_MEMBER__ void barrier_wait(arrival_token &&) {
    __syncthreads();
  }
  static __WARP_TIDY_MEMBER__ unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static __WARP_TIDY_MEMBER__ unsigned num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  static __WARP_TIDY_MEMBER__ unsigned size() { return num_threads(); }
  static __WARP_TIDY_MEMBER__ dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  static __WARP_TIDY_MEMBER__ dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  static __WARP_TIDY_MEMBER__ dim3 group_dim() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  static __WARP_TIDY_MEMBER__ dim3 dim_threads() { return group_dim(); }
};
__WARP_TIDY_DEVICE__ thread_block this_thread_block() { return {}; }

class grid_group : public thread_group {
public:
  __attribute__((device)) void sync() const;
  struct arrival_token {};
  __attribute__((device)) arrival_token barrier_arrive() const;
  __attribute__((device)) void barrier_wait(arrival_token &&) const;
  static __WARP_TIDY_MEMBER__ bool is_valid() { return true; }
  static __WARP_TIDY_MEMBER__ unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  static __WARP_TIDY_MEMBER__ unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static __WARP_TIDY_MEMBER__ unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  static __WARP_TIDY_MEMBER__ unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  static __WARP_TIDY_MEMBER__ unsigned long long size() {
    return num_threads();
  }
  static __WARP_TIDY_MEMBER__ dim3 group_dim() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  static __WARP_TIDY_MEMBER__ dim3 dim_blocks() { return group_dim(); }
  static __WARP_TIDY_MEMBER__ dim3 block_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
};
__WARP_TIDY_DEVICE__ grid_group this_grid() { return {}; }

class multi_grid_group : public thread_group {
public:
  __attribute__((device)) unsigned grid_rank() const;
  __attribute__((device)) unsigned num_grids() const;
};
__attribute__((device)) multi_grid_group this_multi_grid();

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group : public thread_group {
public:
  static __WARP_TIDY_MEMBER__ void sync() {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }
  struct arrival_token {};
  static __WARP_TIDY_MEMBER__ arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  static __WARP_TIDY_MEMBER__ void barrier_wait(arrival_token &&) {
    __cluster_barrier_wait();
  }
  static __WARP_TIDY_MEMBER__ void barrier_wait() { __cluster_barrier_wait(); }
  static __WARP_TIDY_MEMBER__ unsigned block_rank() {
    return __clusterRelativeBlockRank();
  }
  static __WARP_TIDY_MEMBER__ unsigned num_blocks() {
    return __clusterSizeInBlocks();
  }
  static __WARP_TIDY_MEMBER__ dim3 block_index() {
    return __clusterRelativeBlockIdx();
  }
  static __WARP_TIDY_MEMBER__ dim3 dim_blocks() { return __clusterDim(); }
  static __WARP_TIDY_MEMBER__ unsigned thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  static __WARP_TIDY_MEMBER__ unsigned num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  static __WARP_TIDY_MEMBER__ unsigned size() { return num_threads(); }
  template <class T>
  static __WARP_TIDY_MEMBER__ T *map_shared_rank(T *p, int rank) {
    return (T *)__cluster_map_shared_rank(p, rank);
  }
};
__WARP_TIDY_DEVICE__ cluster_group this_cluster() { return {}; }
#endif

template <class Group> __WARP_TIDY_DEVICE__ void sync(const Group &group) {
  group.sync();
}

} // namespace cooperative_groups

#endif // WARP_TIDY_GROUPS_BLOCK_H
