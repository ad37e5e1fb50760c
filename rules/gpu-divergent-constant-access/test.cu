// gpu-divergent-constant-access: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-divergent-constant-access \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not=unknown
// RUN: %warp-tidy --cuda-path=none --checks=gpu-divergent-constant-access \
// RUN:   --config="{CheckOptions: {gpu-divergent-constant-access.Threshold: 4, gpu-divergent-constant-access.WarnOnPossible: true}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=FOUR \
// RUN:   --implicit-check-not="takes 2 requests" --implicit-check-not=remark:
//
// A constant load is repeated for each distinct word that the lanes read.

__constant__ float table[256];
__constant__ float4 quads[64];
__constant__ float grid[16][16];

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// A word a lane (measured: 32).
// warp-tidy: block(128)
__global__ void perLane(float *out) {
  out[threadIdx.x] = table[threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: constant load takes 32 requests where 1 suffices: the lanes read different addresses [gpu-divergent-constant-access]
  // CHECK: :[[@LINE-2]]:22: note: neighbouring lanes are 4 bytes apart: the byte offset into 'table' is 4*threadIdx.x
  // CHECK: :{{[0-9]+}}:20: note: 'table' is declared here
  // CHECK: :[[@LINE-6]]:1: note: block of 128x1x1 threads as annotated
  // FOUR: :[[@LINE-5]]:22: warning: constant load takes 32 requests
}

// Two words a warp; a threshold of 4 lets it pass.
// warp-tidy: block(128)
__global__ void perHalfWarp(float *out) {
  out[threadIdx.x] = table[threadIdx.x >> 4];
  // CHECK: :[[@LINE-1]]:22: warning: constant load takes 2 requests where 1 suffices: the lanes read different addresses [gpu-divergent-constant-access]
}

// Eight words, however far apart (measured: 8).
// warp-tidy: block(128)
__global__ void eightWords(float *out) {
  out[threadIdx.x] = table[(threadIdx.x & 7) * 32];
  // CHECK: :[[@LINE-1]]:22: warning: constant load takes 8 requests where 1 suffices: the lanes read different addresses [gpu-divergent-constant-access]
}

// 16 bytes are two requests by nature, 64 when every lane differs (measured: 64).
// warp-tidy: block(128)
__global__ void quadPerLane(float4 *out) {
  out[threadIdx.x] = quads[threadIdx.x & 31];
  // CHECK: :[[@LINE-1]]:22: warning: constant load takes 64 requests where 2 suffice: the lanes read different addresses [gpu-divergent-constant-access]
}

// In a helper: four lanes share a word.
__device__ float coefficient(int i) {
  return table[i];
  // CHECK: :[[@LINE-1]]:10: warning: constant load takes 8 requests where 1 suffices: the lanes read different addresses [gpu-divergent-constant-access]
  // CHECK: :[[@LINE+4]]:22: note: 'coefficient' is called here, in kernel 'callsHelper'
}
// warp-tidy: block(128)
__global__ void callsHelper(float *out) {
  out[threadIdx.x] = coefficient(threadIdx.x / 4);
}

// Mask = 15 is at fault, Mask = 0 is not.
template <int Mask> __global__ void masked(float *out) {
  out[threadIdx.x] = table[threadIdx.x & Mask];
  // CHECK: :[[@LINE-1]]:22: warning: constant load takes 16 requests where 1 suffices: the lanes read different addresses [gpu-divergent-constant-access]
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 128x1x1 threads
}

// A convolution whose coefficient depends on the lane in every iteration.
// warp-tidy: block(128)
__global__ void rotated(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += in[k * 128 + threadIdx.x] * table[(k + threadIdx.x) & 31];
  // CHECK: :[[@LINE-1]]:40: warning: constant load takes 32 requests where 1 suffices: the lanes read different addresses [gpu-divergent-constant-access]
  out[threadIdx.x] = sum;
}

// A lookup table: what it costs is in the data, so a remark. The mask leaves
// sixteen words.
// warp-tidy: block(256)
__global__ void lookup(const unsigned char *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[in[i] & 15];
  // CHECK: :[[@LINE-1]]:12: remark: constant load takes 1 to 16 requests, depending on the data in 'in[i]' [gpu-divergent-constant-access]
  // FOUR: :[[@LINE-2]]:12: warning: constant load takes 1 to 16 requests
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// One address for the warp: a launch argument, a block, a loop counter
// (measured: 1).
// warp-tidy: block(128)
__global__ void uniform(float *out, int k) {
  out[threadIdx.x] = table[k] + table[blockIdx.x];
}
// warp-tidy: block(128)
__global__ void convolution(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 256; ++k)
    sum += in[k * 128 + threadIdx.x] * table[k];
  out[threadIdx.x] = sum;
}

// Differs between warps, not within one.
// warp-tidy: block(128)
__global__ void perWarp(float *out) {
  out[threadIdx.x] = table[threadIdx.x / 32];
}
// warp-tidy: block(32, 8)
__global__ void perRow(float *out) {
  out[threadIdx.y * 32 + threadIdx.x] = grid[threadIdx.y][3];
}
// A warp of a 16-wide block is two rows, and threadIdx.y / 2 is the same in both.
// warp-tidy: block(16, 16)
__global__ void perTwoRows(float *out) {
  out[threadIdx.y * 16 + threadIdx.x] = grid[threadIdx.y / 2][0];
}

// One active lane.
// warp-tidy: block(128)
__global__ void oneLane(float *out) {
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = table[threadIdx.x];
}

// A uniform float4 takes its two requests.
// warp-tidy: block(128)
__global__ void uniformQuad(float4 *out, int k) {
  out[threadIdx.x] = quads[k];
}

// Loaded, but with one value for the whole block.
// warp-tidy: block(128)
__global__ void perBlockData(const int *kind, float *out) {
  out[threadIdx.x] = table[kind[blockIdx.x]];
}

// warp-tidy: block(128)
__global__ void suppressed(float *out) {
  out[threadIdx.x] = table[threadIdx.x]; // NOLINT(gpu-divergent-constant-access)
}

void launches(float *out) {
  masked<15><<<1, 128>>>(out);
  masked<0><<<1, 128>>>(out);
}
// CHECK: (0 not analysed)
