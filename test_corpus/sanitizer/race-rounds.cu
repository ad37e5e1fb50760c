// Sums, scans, counts and tiles in several rounds. Of each pair of kernels, the
// first lacks a barrier.
#include "chosen.h"

//===----------------------------------------------------------------------===//
// Sums and scans
//===----------------------------------------------------------------------===//

// The tree written out, its second barrier forgotten.
__global__ void reduceStepsRace(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 128)
    s[t] += s[t + 128];
  if (t < 64)
    out[t] = s[t] + s[t + 64];
}
__global__ void reduceStepsWait(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 128)
    s[t] += s[t + 128];
  __syncthreads();
  if (t < 64)
    out[t] = s[t] + s[t + 64];
}

// The tree as a loop without any barrier in it.
__global__ void reduceLoopRace(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int half = 128; half > 0; half /= 2)
    if (t < half)
      s[t] += s[t + half];
  __syncthreads();
  out[t] = s[0];
}
__global__ void reduceLoopWaits(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  out[t] = s[0];
}

// The barrier at the end of each round comes too late for the first.
__global__ void firstRoundRace(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
#pragma unroll 1
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  out[t] = s[0];
}
__global__ void firstRoundWaits(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
#pragma unroll 1
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (t < half)
      s[t] += s[t + half];
  }
  __syncthreads();
  out[t] = s[0];
}

// The last warp goes on without __syncwarp(), by a pointer to volatile, as was
// done before the threads of a warp ran apart.
__global__ void warpTailRace(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    volatile float *v = s;
    v[t] = v[t] + v[t + 32];
    v[t] = v[t] + v[t + 16];
    v[t] = v[t] + v[t + 8];
    out[t] = v[t];
  }
}
__global__ void warpTailWaits(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int half = 16; half >= 8; half /= 2) {
      __syncwarp();
      s[t] = v;
      __syncwarp();
      v += s[t + half];
    }
    out[t] = v;
  }
}

// Two steps of a scan in two arrays.
__global__ void scanStepsRace(const float *in, float *out) {
  __shared__ float a[128], b[128];
  int t = threadIdx.x;
  a[t] = in[t];
  __syncthreads();
  b[t] = t >= 32 ? a[t] + a[t - 32] : a[t];
  out[t] = t >= 64 ? b[t] + b[t - 64] : b[t];
}
__global__ void scanStepsWait(const float *in, float *out) {
  __shared__ float a[128], b[128];
  int t = threadIdx.x;
  a[t] = in[t];
  __syncthreads();
  b[t] = t >= 32 ? a[t] + a[t - 32] : a[t];
  __syncthreads();
  out[t] = t >= 64 ? b[t] + b[t - 64] : b[t];
}

// A scan in place that waits before its store, and not behind it.
__global__ void scanLoopRace(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 128; step *= 2) {
    float v = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += v;
  }
  out[t] = s[t];
}
__global__ void scanLoopWaits(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 128; step *= 2) {
    float v = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[t] = s[t];
}

// The first warp adds up a row of each of the others.
__global__ void warpTotalsRace(const float *in, float *out) {
  __shared__ float rows[8][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  rows[warp][lane] = in[threadIdx.x];
  if (warp == 0) {
    float sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += rows[k][lane];
    out[lane] = sum;
  }
}
__global__ void warpTotalsWait(const float *in, float *out) {
  __shared__ float rows[8][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  rows[warp][lane] = in[threadIdx.x];
  __syncthreads();
  if (warp == 0) {
    float sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += rows[k][lane];
    out[lane] = sum;
  }
}

// Counters that are zeroed by two warps and counted by eight.
__global__ void histogramRace(const float *in, float *out) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  atomicAdd(&bins[static_cast<int>(in[t]) % 64], 1);
  __syncthreads();
  out[t] = bins[t % 64];
}
__global__ void histogramWaits(const float *in, float *out) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[static_cast<int>(in[t]) % 64], 1);
  __syncthreads();
  out[t] = bins[t % 64];
}

//===----------------------------------------------------------------------===//
// Tiles, one after the other
//===----------------------------------------------------------------------===//

// Two tiles in turns need one barrier a round, between store and load.
__global__ void twoTilesRace(const float *in, float *out) {
  __shared__ float tile[2][128];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    tile[k & 1][t] = in[128 * k + t];
    sum += tile[k & 1][127 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void twoTilesWait(const float *in, float *out) {
  __shared__ float tile[2][128];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    tile[k & 1][t] = in[128 * k + t];
    __syncthreads();
    sum += tile[k & 1][127 - t];
  }
  out[t] = sum;
}

// The next tile is loaded while this one is used; no barrier ends the round.
__global__ void prefetchRace(const float *in, float *out) {
  __shared__ float tile[2][128];
  int t = threadIdx.x;
  float sum = 0;
  tile[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    tile[(k + 1) & 1][t] = in[128 * (k + 1) + t];
    sum += tile[k & 1][127 - t];
  }
  out[t] = sum;
}
__global__ void prefetchWaits(const float *in, float *out) {
  __shared__ float tile[2][128];
  int t = threadIdx.x;
  float sum = 0;
  tile[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    tile[(k + 1) & 1][t] = in[128 * (k + 1) + t];
    sum += tile[k & 1][127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// The next store does not wait for the loads of all.
__global__ void tileReuseRace(const float *in, float *out) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    tile[t] = in[128 * k + t];
    __syncthreads();
    sum += tile[127 - t];
  }
  out[t] = sum;
}
__global__ void tileReuseWaits(const float *in, float *out) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    tile[t] = in[128 * k + t];
    __syncthreads();
    sum += tile[127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

int main(int argc, char **argv) {
  Chosen run(argc, argv);
  const float *in = run.in();
  float *out = run.out();
  if (run.faulty("reduceStepsRace"))
    reduceStepsRace<<<1, 256>>>(in, out);
  if (run.sound("reduceStepsWait"))
    reduceStepsWait<<<1, 256>>>(in, out);
  if (run.faulty("reduceLoopRace"))
    reduceLoopRace<<<1, 256>>>(in, out);
  if (run.sound("reduceLoopWaits"))
    reduceLoopWaits<<<1, 256>>>(in, out);
  if (run.faulty("firstRoundRace"))
    firstRoundRace<<<1, 256>>>(in, out);
  if (run.sound("firstRoundWaits"))
    firstRoundWaits<<<1, 256>>>(in, out);
  if (run.faulty("warpTailRace"))
    warpTailRace<<<1, 64>>>(in, out);
  if (run.sound("warpTailWaits"))
    warpTailWaits<<<1, 64>>>(in, out);
  if (run.faulty("scanStepsRace"))
    scanStepsRace<<<1, 128>>>(in, out);
  if (run.sound("scanStepsWait"))
    scanStepsWait<<<1, 128>>>(in, out);
  if (run.faulty("scanLoopRace"))
    scanLoopRace<<<1, 128>>>(in, out);
  if (run.sound("scanLoopWaits"))
    scanLoopWaits<<<1, 128>>>(in, out);
  if (run.faulty("warpTotalsRace"))
    warpTotalsRace<<<1, 256>>>(in, out);
  if (run.sound("warpTotalsWait"))
    warpTotalsWait<<<1, 256>>>(in, out);
  if (run.faulty("histogramRace"))
    histogramRace<<<1, 256>>>(in, out);
  if (run.sound("histogramWaits"))
    histogramWaits<<<1, 256>>>(in, out);
  if (run.faulty("twoTilesRace"))
    twoTilesRace<<<1, 128>>>(in, out);
  if (run.sound("twoTilesWait"))
    twoTilesWait<<<1, 128>>>(in, out);
  if (run.faulty("prefetchRace"))
    prefetchRace<<<1, 128>>>(in, out);
  if (run.sound("prefetchWaits"))
    prefetchWaits<<<1, 128>>>(in, out);
  if (run.faulty("tileReuseRace"))
    tileReuseRace<<<1, 128>>>(in, out);
  if (run.sound("tileReuseWaits"))
    tileReuseWaits<<<1, 128>>>(in, out);
  return run.finish();
}
