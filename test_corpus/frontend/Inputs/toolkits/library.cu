// The library of the toolkit, which has no built-in declarations: CUB, Thrust
// and libcu++, of the versions that came with it.
#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cuda/std/utility>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

__global__ void blockSum(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 256>;
  __shared__ typename Reduce::TempStorage storage;
  // predict: load global 8 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  float value = in[threadIdx.x * 2];
  float sum = Reduce(storage).Sum(value);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum; // predict: store global 1 sector
}

__global__ void warpSum(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage storage[8];
  // predict: load global 32 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  int value = in[threadIdx.x * 8];
  int sum = Reduce(storage[threadIdx.x / 32]).Sum(value);
  out[threadIdx.x] = sum; // predict: store global 4 sectors
}

__global__ void pairs(const float *in, float *out) {
  cuda::std::pair<float, int> p(in[threadIdx.x], 2); // predict: load global 4 sectors
  // predict: store global 8 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  out[threadIdx.x * p.second] = p.first;
}

int main() {
  thrust::device_vector<float> data(256, 1.0f), result(256);
  thrust::transform(data.begin(), data.end(), result.begin(),
                    thrust::negate<float>());
  float *in = thrust::raw_pointer_cast(data.data());
  float *out = thrust::raw_pointer_cast(result.data());
  blockSum<<<1, 256>>>(in, out);
  warpSum<<<1, 256>>>((const int *)in, (int *)out);
  pairs<<<1, 256>>>(in, out);
}
