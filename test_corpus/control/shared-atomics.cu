// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Atomics on shared memory. A native one takes as many wavefronts as the bank
// with the most lanes has, equal addresses included; adding one without use of
// the result merges equal words as a load does; compare-and-swap, and what is
// made of it, takes twice the lanes.

__global__ void adding(int *o) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  // predict: store shared 1 wavefront; store shared 1 wavefront
  s[t] = s[t + 32] = 0;
  __syncthreads();
  // Banks 0 to 3 have 8 lanes each.
  // predict: reduction shared 8 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  atomicAdd(&s[t % 4], 2);
  // predict: reduction shared 1 wavefront
  atomicAdd(&s[t % 4], 1);
  // predict: atomic shared 8 wavefronts; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning)
  o[t] = atomicAdd(&s[t % 4], 1);
  // predict: reduction shared 8 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  atomicSub(&s[t % 4], 1);
  // Two words, or 16 lanes, in each of banks 0 and 16.
  // predict: reduction shared 2 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  atomicAdd(&s[t % 4 * 16], 1);
  // predict: reduction shared 16 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  atomicAdd(&s[t % 4 * 16], 3);
  // predict: reduction shared 1 wavefront
  atomicAdd(&s[t], t);
  if (t < 12)
    // predict: reduction shared 3 wavefronts
    // diag: gpu-shared-bank-conflict(warning)
    atomicAdd(&s[t % 4], t);
}

__global__ void others(int *o) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  // predict: store shared 1 wavefront; store shared 1 wavefront
  s[t] = s[t + 32] = 0;
  __syncthreads();
  // predict: reduction shared 2 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  atomicOr(&s[t * 2], 1);
  // predict: reduction shared 8 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  atomicMax(&s[t / 8], t);
  // predict: atomic shared 2 wavefronts; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning)
  o[t] = atomicExch(&s[t / 2], 7);
  // predict: atomic shared 2 wavefronts /ideal 2; store global 4 sectors
  o[t] = atomicCAS(&s[t], 0, 1);
  // predict: atomic shared 16 wavefronts /ideal 2; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning)
  o[t] = atomicCAS(&s[t % 4], 0, 1);
}

// A loop around a compare-and-swap; the rounds together are twice the lanes.
__global__ void floats() {
  __shared__ float s[64];
  const int t = threadIdx.x;
  // predict: store shared 1 wavefront; store shared 1 wavefront
  s[t] = s[t + 32] = 0;
  __syncthreads();
  // predict: reduction shared 2 wavefronts /ideal 2
  atomicAdd(&s[t], 2.f);
  // predict: reduction shared 4 wavefronts /ideal 2
  // diag: gpu-shared-bank-conflict(warning)
  atomicAdd(&s[t * 2], 2.f);
  // predict: reduction shared 16 wavefronts /ideal 2
  // diag: gpu-shared-bank-conflict(warning)
  atomicAdd(&s[t % 4], 2.f);
}

// By half warps: 16 lanes in 16 banks, or 4 lanes for each of 4 words.
__global__ void wide(unsigned long long *o) {
  __shared__ unsigned long long s[32];
  const int t = threadIdx.x;
  // predict: store shared 8B 2 wavefronts /ideal 2
  s[t] = 0;
  __syncthreads();
  // predict: atomic shared 8B 2 wavefronts /ideal 2; store global 8 sectors
  o[t] = atomicExch(&s[t], 5ull);
  // predict: atomic shared 8B 8 wavefronts /ideal 2; store global 8 sectors
  // diag: gpu-shared-bank-conflict(warning)
  o[t] = atomicExch(&s[t % 4], 5ull);
  // predict: atomic shared 8B 4 wavefronts /ideal 4; store global 8 sectors
  o[t] = atomicCAS(&s[t], 5ull, 6ull);
}

void run(int *i, unsigned long long *w) {
  adding<<<1, 32>>>(i);
  others<<<1, 32>>>(i);
  floats<<<1, 32>>>();
  wide<<<1, 32>>>(w);
}
