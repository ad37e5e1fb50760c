// gpu-missing-barrier: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-missing-barrier \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void reversed(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[255 - t];
  // CHECK: :[[@LINE-1]]:12: warning: thread (0, 0, 0) reads byte 1020 of 's', which thread (255, 0, 0) of another warp writes with no barrier between [gpu-missing-barrier]
  // CHECK: :[[@LINE-3]]:3: note: written here
  // CHECK: :[[@LINE-8]]:1: note: block of 256x1x1 threads as annotated
}

// The right neighbour: only threads 31 and 63 read what another warp wrote.
// warp-tidy: block(96)
__global__ void neighbours(const float *in, float *out) {
  __shared__ float s[97];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t + 1];
  // CHECK: :[[@LINE-1]]:12: warning: thread (31, 0, 0) reads byte 128 of 's', which thread (32, 0, 0) of another warp writes with no barrier between [gpu-missing-barrier]
}

// The first warp stores the sums that all read.
// warp-tidy: block(128)
__global__ void oneWarp(const float *in, float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 32)
    s[t] = in[t];
  out[t] = s[t & 31];
  // CHECK: :[[@LINE-1]]:12: warning: thread (32, 0, 0) reads byte 0 of 's', which thread (0, 0, 0) of another warp writes with no barrier between [gpu-missing-barrier]
}

// Filled in a loop of the whole block.
// warp-tidy: block(64)
__global__ void filled(const float *in, float *out) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < 256; i += 64)
    s[i] = in[i];
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += s[4 * threadIdx.x + k];
    // CHECK: :[[@LINE-1]]:12: warning: thread (8, 0, 0) reads byte 128 of 's', which thread (32, 0, 0) of another warp writes with no barrier between [gpu-missing-barrier]
  out[threadIdx.x] = sum;
}

// A barrier at the end of each round, and none in the middle.
// warp-tidy: block(64) n=4
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[64 * i + threadIdx.x];
    sum += s[63 - threadIdx.x];
    // CHECK: :[[@LINE-1]]:12: warning: thread (0, 0, 0) reads byte 252 of 's', which thread (63, 0, 0) of another warp writes with no barrier between [gpu-missing-barrier]
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// The store comes second: other warps may not have read yet.
// warp-tidy: block(256)
__global__ void turned(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float v = s[255 - t];
  s[t] = v;
  // CHECK: :[[@LINE-1]]:3: warning: thread (255, 0, 0) overwrites byte 1020 of 's', which thread (0, 0, 0) of another warp reads with no barrier between [gpu-missing-barrier]
  // CHECK: :[[@LINE-3]]:13: note: read here
  __syncthreads();
  out[t] = s[t];
}

// The next tile may come before all have read this one.
// warp-tidy: block(64)
__global__ void tiles(const float *in, float *out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    tile[t] = in[64 * k + t];
    // CHECK: :[[@LINE-1]]:5: warning: thread (63, 0, 0) overwrites byte 252 of 'tile', which thread (0, 0, 0) of another warp reads in the iteration before with no barrier between [gpu-missing-barrier]
    // CHECK: :[[@LINE+2]]:12: note: read here
    __syncthreads();
    sum += tile[63 - t];
  }
  out[t] = sum;
}

// What the iteration before wrote, and a barrier that orders this one alone.
// warp-tidy: block(64)
__global__ void steps(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    float v = s[63 - t];
    // CHECK: :[[@LINE-1]]:15: warning: thread (0, 0, 0) reads byte 252 of 's', which thread (63, 0, 0) of another warp writes in the iteration before with no barrier between [gpu-missing-barrier]
    __syncthreads();
    s[t] += v;
  }
  out[t] = s[t];
}

// The first round reads what was written before the loop.
// warp-tidy: block(64)
__global__ void firstRound(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int half = 32; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    // CHECK: :[[@LINE-1]]:15: warning: thread (0, 0, 0) reads byte 128 of 's', which thread (32, 0, 0) of another warp writes with no barrier between [gpu-missing-barrier]
    __syncthreads();
  }
  out[t] = s[0];
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void ordered(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[255 - t];
}

// Each warp for itself.
// warp-tidy: block(256)
__global__ void warpByWarp(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t ^ 31];
}

// All write the same.
// warp-tidy: block(256)
__global__ void sameValue(const float *in, float *out) {
  __shared__ float s[1];
  s[0] = in[0];
  out[threadIdx.x] = s[0] + threadIdx.x;
}

// One warp.
// warp-tidy: block(32)
__global__ void single(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[31 - threadIdx.x];
}

// In the branch that is taken or not, a barrier all the same.
// warp-tidy: block(256)
__global__ void perhaps(const float *in, float *out, bool wait) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  if (wait)
    __syncthreads();
  out[t] = s[255 - t];
}

// By assembly.
// warp-tidy: block(256)
__global__ void assembly(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 256;" ::: "memory");
  out[t] = s[255 - t];
}

// By a flag.
// warp-tidy: block(64)
__global__ void byFlag(const float *in, float *out) {
  __shared__ float s[64];
  __shared__ volatile int ready;
  int t = threadIdx.x;
  s[t] = in[t];
  while (t < 32 && !ready)
    ;
  out[t] = s[63 - t];
  ready = 1;
}

// Data decides who writes, or who reads.
// warp-tidy: block(64)
__global__ void byData(const int *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (in[t])
    s[t] = 1;
  out[t] = s[63 - t];
}
// warp-tidy: block(64)
__global__ void indexByData(const int *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 1;
  out[t] = s[in[t]];
}

// Two arrays.
// warp-tidy: block(64)
__global__ void apart(const int *in, float *out) {
  __shared__ float a[64], b[64];
  int t = threadIdx.x;
  b[t] = in[t];
  __syncthreads();
  a[t] = 1;
  out[t] = b[63 - t];
}

// Each round reads what others wrote in the one before, behind a barrier.
// warp-tidy: block(256)
__global__ void reduce(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  out[t] = s[0];
}

// Two tiles in turns: one barrier a round is enough.
// warp-tidy: block(64)
__global__ void inTurns(const float *in, float *out) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    tile[k & 1][t] = in[64 * k + t];
    __syncthreads();
    sum += tile[k & 1][63 - t];
  }
  out[t] = sum;
}

// Whether there is a second round is not known.
// warp-tidy: block(64)
__global__ void roundsByData(const float *in, float *out, int n) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[t] = in[64 * k + t];
    __syncthreads();
    sum += tile[63 - t];
  }
  out[t] = sum;
}

// Both places of each warp are its own, in this round and the next.
// warp-tidy: block(64)
__global__ void ownRounds(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 0; k < 4; ++k)
    s[t] += s[t ^ 1];
  out[t] = s[t];
}

// The block is only assumed.
__global__ void assumed(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[blockDim.x - 1 - t];
}
// In a helper that is inlined the code behind a loop may lie before its body.
__device__ void exchange(float (&x)[2], float *s) {
  int row = threadIdx.x % 4, column = threadIdx.x / 4;
#pragma unroll
  for (int c = 0; c < 2; ++c)
    s[c * 128 + threadIdx.x] = x[c];
  __syncthreads();
#pragma unroll
  for (int c = 0; c < 2; ++c)
    x[c] = s[c * 128 + row * 32 + column];
}
// warp-tidy: block(128)
__global__ void exchanged(float *p) {
  __shared__ float s[256];
  float x[2] = {p[threadIdx.x], p[threadIdx.x + 128]};
  exchange(x, s);
#pragma unroll
  for (int c = 0; c < 2; ++c)
    p[c * 128 + threadIdx.x] = x[c];
}
// CHECK: (0 not analysed)
