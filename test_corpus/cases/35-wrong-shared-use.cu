// RUN: %python %S/../check_predictions.py %warp-tidy %s -- --cuda-path=none
// Shared arrays that are too short for their block, and a barrier that lacks.

// 32 x 8 threads and a halo of one on each side: 10 rows, not 9.
__global__ void halo(const float *in, float *out) {
  __shared__ float tile[9][34];
  int x = threadIdx.x, y = threadIdx.y;
  // predict: load global 4 sectors; store shared 1 wavefront
  tile[y + 1][x + 1] = in[32 * y + x];
  if (y == 0)
    tile[0][x + 1] = 0; // predict: store shared 1 wavefront
  if (y == 7)
    // predict: store shared 1 wavefront
    // diag: gpu-shared-out-of-bounds(warning)
    tile[y + 2][x + 1] = 0; // rows 0 to 8
  __syncthreads();
  // One row up and one down: row 9 again.
  // diag: gpu-shared-out-of-bounds(warning)
  out[32 * y + x] = tile[y][x + 1] + tile[y + 2][x + 1];
}

// The tail of a reduction as it was written before warps ran apart, and for two
// warps: thread 0 reads what thread 32 has just written.
__global__ void lastTwoWarps(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t] + in[t + 128]; // predict: 2x load global 4 sectors; store shared 1 wavefront
  __syncthreads();
  if (t < 64)
    s[t] += s[t + 64];
  if (t < 32)
    // diag: gpu-missing-barrier(warning)
    s[t] += s[t + 32];
  __syncthreads();
  out[t] = s[t & 31];
}

// With it, and as long as it must be.
__global__ void allRight(const float *in, float *out) {
  __shared__ float s[130];
  int t = threadIdx.x;
  s[t + 1] = in[t]; // predict: load global 4 sectors; store shared 1 wavefront
  if (t < 2)
    s[129 * t] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];
}

void run(const float *in, float *out) {
  halo<<<4, dim3(32, 8)>>>(in, out);
  lastTwoWarps<<<4, 128>>>(in, out);
  allRight<<<4, 128>>>(in, out);
}
