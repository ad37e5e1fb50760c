// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// What conditions say of a pitch: rows start where a sector starts.

// warp-tidy: block(32)
__global__ void unknownPitch(float *o, const float *a, int n) {
  // predict: store global 4..5 sectors; load global 4..5 sectors
  o[blockIdx.x * n + threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
}

// warp-tidy: block(32)
__global__ void guarded(float *o, const float *a, int n) {
  if (n % 32 == 0)
    // predict: store global 4 sectors; load global 4 sectors
    o[blockIdx.x * n + threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
  else
    // predict: store global 4..5 sectors; load global 4..5 sectors
    o[blockIdx.x * n + threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
}

// warp-tidy: block(32)
__global__ void refused(float *o, const float *a, int n) {
  if ((n & 7) != 0 || n < 32)
    return;
  // predict: store global 4 sectors; load global 4 sectors
  o[blockIdx.x * n + threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
}

// Eight floats are a sector, four are half of one.
// warp-tidy: block(32)
__global__ void promised(float *o, const float *a, int n, int m) {
  __builtin_assume(n % 8 == 0);
  __builtin_assume(m % 4 == 0);
  // predict: store global 4..5 sectors; load global 4 sectors
  o[blockIdx.x * m + threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
}

// 2 * n is a multiple of 16 when n is one of 8.
// warp-tidy: block(32)
__global__ void doubled(float *o, const float *a, int n) {
  if (2 * n % 16 != 0)
    return;
  // predict: store global 4 sectors; load global 4 sectors
  o[blockIdx.x * n + threadIdx.x] = a[blockIdx.x * n + threadIdx.x];
}

// A column: the stride is one of 8, 16, ..., never one sector for two lanes.
// warp-tidy: block(32)
__global__ void column(float *o, const float *a, int n) {
  if (n % 8)
    return;
  // predict: load global 32 sectors; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[threadIdx.x] = a[threadIdx.x * n];
}
