// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Reductions and counters: a tree in shared memory, one partial sum a block,
// counters in global and shared memory.

__global__ void blockSums(const float *in, float *sums) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  // predict: load global 4 sectors; store shared 1 wavefront
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      // predict: 2x load shared 1 wavefront; store shared 1 wavefront
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    // predict: load shared 1 wavefront; store global 1 sector
    sums[blockIdx.x] = part[0];
}

__global__ void sumIntoOne(const float *in, float *total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // All lanes add to one word and queue for it: its sector 32 times by the
  // hardware's counter (measured), though the profiler's source page shows 1.
  // predict: load global 4 sectors; reduction global 32 sectors /ideal 1
  // diag: gpu-atomic-contention(warning)
  atomicAdd(total, in[i]);
}

__global__ void countKeys(const unsigned char *keys, int *counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 1B 1 sector
  const int key = keys[i];
  // Side by side 4 sectors; on one address, or each in a sector of its own, 32.
  // predict: reduction global data-dependent 4..32 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  atomicAdd(&counts[key], 1);
}

__global__ void countKeysShared(const unsigned char *keys, int *counts) {
  __shared__ int local[256];
  // predict: store shared 1 wavefront
  local[threadIdx.x] = 0;
  __syncthreads();
  // predict: load global 1B 1 sector
  const int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  // A bank holds 8 of the 256 words.
  // predict: reduction shared data-dependent 1..8 wavefronts
  // diag: gpu-shared-bank-conflict(remark)
  atomicAdd(&local[key], 1);
  __syncthreads();
  // predict: load shared 1 wavefront; reduction global 4 sectors /ideal 4
  atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

void run(const float *in, float *sums, const unsigned char *keys, int *counts) {
  blockSums<<<64, 256>>>(in, sums);
  sumIntoOne<<<64, 256>>>(in, sums);
  countKeys<<<64, 256>>>(keys, counts);
  countKeysShared<<<64, 256>>>(keys, counts);
}
