// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Indices made of bit counts and reversals, and offsets that all lanes have
// from one of them. Figures: enumeration of the lanes.

__global__ void reversedBits(const float *a, float *o) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    // predict: store shared 1 wavefront
    s[k * 32 + t] = k;
  __syncthreads();
  // A permutation of 0 .. 31.
  // predict: load global 4 sectors /ideal 4; store global 4 sectors
  o[t] = a[__brev(t) >> 27];
  // Every fourth of 128 words: two to a sector, four to a bank.
  // predict: load global 16 sectors /ideal 4; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[__brev(t) >> 25];
  // predict: load shared 4 wavefronts /ideal 1; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning)
  o[t] = s[__brev(t) >> 25];
  if (t < 8)
    // 0, 16, 8, 24, 4, 20, 12, 28.
    // predict: load global 4 sectors /ideal 1; store global 1 sector
    // diag: gpu-uncoalesced-global-access(warning)
    o[t] = a[__brev(t) >> 27];
}

__global__ void counted(const float *a, float *o) {
  const unsigned t = threadIdx.x;
  // 0 .. 5.
  // predict: load global 6 sectors /ideal 1; store global 4 sectors
  o[t] = a[__popc(t) * 8];
  // predict: load global 5 sectors /ideal 3; store global 4 sectors
  o[t] = a[__popc(t * 5) + t];
  // 32 .. 27, 32 at zero.
  // predict: load global 6 sectors /ideal 1; store global 4 sectors
  o[t] = a[(__clz(t) - 27) * 8];
  // 0 .. 5, 0 at zero.
  // predict: load global 6 sectors /ideal 1; store global 4 sectors
  o[t] = a[__ffs(t) * 8];
  // The Gray code is a permutation.
  // predict: load global 8 sectors /ideal 4; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[(t ^ t >> 1) * 2];
}

__global__ void clamped(const float *a, float *o) {
  const int t = threadIdx.x;
  // 0, 4, .. 40.
  // predict: load global 6 sectors /ideal 2; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[min(t * 4, 40)];
  // 20 .. 31.
  // predict: load global 2 sectors /ideal 2; store global 4 sectors
  o[t] = a[max(t, 20)];
  // 0 .. 21.
  // predict: load global 22 sectors /ideal 3; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[abs(t - 10) * 8];
}

// A lane's value given to all is one unknown offset. Given to one lane each it
// is data.
__global__ void fromOneLane(const int *start, const float *a, float *o) {
  const int t = threadIdx.x;
  // predict: load global 4 sectors
  const int mine = start[t];
  const int first = __shfl_sync(0xffffffffu, mine, 0);
  const int other = __shfl_xor_sync(0xffffffffu, mine, 1);
  // predict: load global 4..5 sectors /ideal 4; store global 4 sectors
  o[t] = a[first + t];
  // predict: load global 4 sectors /ideal 4; store global 4 sectors
  o[t] = a[first * 8 + t];
  // predict: load global data-dependent 1..32 sectors; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  o[t] = a[other + t];
}

void run(const int *start, const float *a, float *o) {
  reversedBits<<<1, 32>>>(a, o);
  counted<<<1, 32>>>(a, o);
  clamped<<<1, 32>>>(a, o);
  fromOneLane<<<1, 32>>>(start, a, o);
}
