// Headers that every toolkit has, and the built-in declarations too:
// cooperative groups, half precision, textures, asynchronous copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sums(const float *in, float *out) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  // predict: load global 8 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  float sum = in[block.thread_rank() * 2];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0)
    out[warp.meta_group_rank()] = sum; // predict: store global 1 sector
}

__global__ void halves(const __half2 *in, __half *out) {
  __half2 pair = in[threadIdx.x]; // predict: load global 4 sectors
  // predict: store global 32 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  out[threadIdx.x * 16] = __hadd(__low2half(pair), __high2half(pair));
}

__global__ void brain(const __nv_bfloat16 *in, float *out) {
  // predict: load global 8 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  float x = __bfloat162float(in[threadIdx.x * 4]);
  // predict: load global 4 sectors; store global 4 sectors
  out[threadIdx.x] = x * __ldg(&out[threadIdx.x + 256]);
}

__global__ void staged(const float4 *in, float *out) {
  __shared__ float4 tile[256];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const float *words = &tile[0].x;
  // predict: load shared 4 wavefronts; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning)
  out[threadIdx.x] = words[threadIdx.x * 4];
}

__global__ void shuffled(const int *in, int *out, cudaTextureObject_t image) {
  // predict: load global 4 sectors
  int x = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 1);
  x += __popc(__ballot_sync(0xffffffff, x > 0)) + tex1Dfetch<int>(image, x);
  // predict: reduction global 32 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  atomicAdd(&out[threadIdx.x * 8], max(x, 1));
}

int main() {
  float *f = nullptr;
  int *n = nullptr;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaMalloc(&f, 4096);
  sums<<<1, 256>>>(f, f);
  halves<<<1, 256>>>((const __half2 *)f, (__half *)f);
  brain<<<1, 256>>>((const __nv_bfloat16 *)f, f);
  staged<<<1, 256>>>((const float4 *)f, f);
  shuffled<<<1, 256>>>(n, n, 0);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
