// RUN: %python %S/../check_compiled.py %warp-tidy %s -- --cuda-path=none
// Loops that nvcc writes out, and merges then. Widths and numbers of
// instructions: SASS of nvcc 13.0 -O3 for sm_90.

template <int Pitch> __global__ void row(const float *in, float *out) {
  __shared__ float tile[32][Pitch];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    tile[k][t] = in[32 * k + t]; // compiled: store shared as written
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // compiled: load shared 16 bytes x4 in row<32>
    // compiled: load shared as written in row<33>
    // compiled: load shared 8 bytes x8 in row<34>
    // compiled: load shared 16 bytes x4 in row<36>
    sum = sum * 3 + tile[t][k];
  out[t] = sum;
}

__global__ void leftAlone(const float *in, float *out) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; ++k)
    sum = sum * 3 + tile[16 * t + k]; // compiled: load shared as written
  out[t] = sum;
}

// Unrolled in part, by how much is not predicted.
__global__ void anyLength(const float *in, float *out, int n) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum = sum * 3 + tile[16 * t + k]; // compiled: load shared unsure
  for (int k = 0; k < n; ++k)
    sum = sum * 3 + tile[17 * t + k]; // compiled: load shared as written
  out[t] = sum;
}

__global__ void product(const float *a, const float *b, float *c) {
  __shared__ float as[16][16], bs[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  as[y][x] = a[16 * y + x];
  bs[y][x] = b[16 * y + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += as[y][k] * // compiled: load shared 16 bytes x4
           bs[k][x];  // compiled: load shared as written
  c[16 * y + x] = sum;
}

// What the second loop reads was never in memory.
__global__ void privateFixed(const float *in, float *out) {
  const int t = threadIdx.x;
  float own[8];
  for (int k = 0; k < 8; ++k)
    own[k] = in[128 * k + t]; // compiled: store local gone
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum = sum * 3 + own[7 - k]; // compiled: load local gone
  out[t] = sum;
}

__global__ void privateIndexed(const float *in, const int *at, float *out) {
  const int t = threadIdx.x;
  float own[128];
#pragma unroll
  for (int k = 0; k < 128; ++k)
    own[k] = in[128 * k + t]; // compiled: store local 16 bytes x32
  out[t] = own[at[t]];        // compiled: load local as written
}

void run(const float *in, const int *at, float *out, int n) {
  row<32><<<1, 32>>>(in, out);
  row<33><<<1, 32>>>(in, out);
  row<34><<<1, 32>>>(in, out);
  row<36><<<1, 32>>>(in, out);
  leftAlone<<<1, 32>>>(in, out);
  anyLength<<<1, 32>>>(in, out, n);
  product<<<1, dim3(16, 16)>>>(in, in, out);
  privateFixed<<<1, 128>>>(in, out);
  privateIndexed<<<1, 128>>>(in, at, out);
}
