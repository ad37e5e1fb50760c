// RUN: %python %S/../check_compiled.py %warp-tidy %s -- --cuda-path=none
// Words that every way to a load has stored, and what an unrolled loop makes of
// a clamped index. Each kernel was compiled with nvcc 13.0 for sm_90 and its
// machine code read.

// The row is clamped, the same for the eight words: two stores of 128 bits.
__global__ void clampedRow(const int *x, int *o, int m) {
  __shared__ int tile[76 * 64];
  int t = threadIdx.x;
#pragma unroll
  for (int i0 = 0; i0 < 64; i0 += 32) {
    int i = min(i0 + t / 8, m);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      int q = x[t * 4 + j + i0 * 1000];
      tile[76 * i + 8 * (t % 8) + 2 * j] = q * 3; // compiled: store shared 16 bytes x4
      tile[76 * i + 8 * (t % 8) + 2 * j + 1] = q * 5;
    }
  }
  __syncthreads();
  o[t] = tile[t ^ 1];
}

// Both branches stored it: no load.
__global__ void eitherWay(float *o, int c, int n) {
  __shared__ float words[32 * 33];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    if (o[k] < c)
      words[32 * t + k] = o[k + 1];
    else
      words[32 * t + k] = __expf(o[k + 2]);
    sum += words[32 * t + k]; // compiled: load shared gone
  }
  o[t] = sum;
}

// Stored before, and in one branch again.
__global__ void beforeAndAgain(float *o, int c) {
  __shared__ float words[32 * 33];
  int t = threadIdx.x;
  words[32 * t] = o[t];
  if (o[t + 64] < c)
    words[32 * t] = __expf(o[t + 1]);
  o[t] = words[32 * t]; // compiled: load shared gone
}

__global__ void threeWays(float *o, int c) {
  __shared__ float words[32 * 33];
  int t = threadIdx.x;
  float a = o[t];
  if (a < c)
    words[32 * t] = o[t + 32];
  else if (a < 2 * c)
    words[32 * t] = __expf(a);
  else
    words[32 * t] = 1;
  o[t + 64] = words[32 * t]; // compiled: load shared gone
}

__global__ void globalWays(float *__restrict__ g, const float *__restrict__ a,
                           float *o, int c) {
  int t = threadIdx.x;
  if (a[t] < c)
    g[32 * t] = a[t + 1];
  else
    g[32 * t] = __expf(a[t + 2]);
  o[t] = g[32 * t]; // compiled: load global gone
}

// A store to a word that may be the same one lies on one of the ways: on that way
// it is loaded.
__global__ void perhapsAnother(float *o, int c) {
  __shared__ float words[32 * 33];
  int t = threadIdx.x;
  words[32 * t] = o[t];
  if (o[t + 64] < c)
    words[33 * t] = __expf(o[t + 1]);
  o[t] = words[32 * t]; // compiled: load shared as written
}
