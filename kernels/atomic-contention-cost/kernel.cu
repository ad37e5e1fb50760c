// Sums of floats to one address: an atomic a lane, and one a warp after a sum
// over its lanes; the same to a word of shared memory: 16 MiB.
// Fires: gpu-atomic-contention on the first and the third kernel. twin: the
// others, same file
#include "../common/check.h"

constexpr int Count = 16384 * 256;

__device__ float warpSum(float v) {
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__global__ void eachLane(float *total, const float *__restrict__ in) {
  const float v = in[blockIdx.x * 256 + threadIdx.x]; // expect: 4 sectors
  atomicAdd(total, v);                                // expect: 32 sectors
}

__global__ void eachWarp(float *total, const float *__restrict__ in) {
  const float v = warpSum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, v); // expect: 1 sector
}

__global__ void eachLaneShared(float *__restrict__ sums,
                               const float *__restrict__ in) {
  __shared__ float total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[blockIdx.x * 256 + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    sums[blockIdx.x] = total;
}

__global__ void eachWarpShared(float *__restrict__ sums,
                               const float *__restrict__ in) {
  __shared__ float total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  const float v = warpSum(in[blockIdx.x * 256 + threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&total, v);
  __syncthreads();
  if (threadIdx.x == 0)
    sums[blockIdx.x] = total;
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  // Sums below 2^24, exact in any order.
  Buffer<float> in(Count, [](int i) { return i % 4; });
  Buffer<float> lanes(1), warps(1), sums(16384);
  auto whole = [](int) { return Count / 4 * 6; };
  auto block = [](int) { return 256 / 4 * 6; };
  while (run.again("eachLane"))
    eachLane<<<16384, 256>>>(lanes.get(), in.get());
  run.expect(lanes, whole);
  while (run.again("eachWarp"))
    eachWarp<<<16384, 256>>>(warps.get(), in.get());
  run.expect(warps, whole);
  while (run.again("eachLaneShared"))
    eachLaneShared<<<16384, 256>>>(sums.get(), in.get());
  run.expect(sums, block);
  while (run.again("eachWarpShared"))
    eachWarpShared<<<16384, 256>>>(sums.get(), in.get());
  run.expect(sums, block);
}
