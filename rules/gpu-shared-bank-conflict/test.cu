// gpu-shared-bank-conflict: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-shared-bank-conflict \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not=unknown
// RUN: %warp-tidy --cuda-path=none --checks=gpu-shared-bank-conflict \
// RUN:   --config="{CheckOptions: {gpu-shared-bank-conflict.Threshold: 8}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=EIGHT
// RUN: %warp-tidy --cuda-path=none --checks=gpu-shared-bank-conflict \
// RUN:   --config="{CheckOptions: {gpu-shared-bank-conflict.WarnOnPossible: true}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=POSSIBLE
//
// 32 banks of 4 bytes: the bank of word w is w % 32, and a 32-bit access takes
// as many wavefronts as the busiest bank has distinct words.
#include <cuda_pipeline.h>

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// Word 32*x + y: all lanes in bank y (measured: 32 wavefronts).
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x;
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:21: warning: shared load takes 32 wavefronts where 1 suffices (32-way bank conflict) [gpu-shared-bank-conflict]
  // CHECK: :[[@LINE-2]]:21: note: neighbouring lanes are 128 bytes apart: the byte offset into 'tile' is 128*threadIdx.x + 4*threadIdx.y
  // CHECK: :[[@LINE-7]]:20: note: 'tile' is declared here
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 32x32x1 threads
  // EIGHT: :[[@LINE-5]]:21: warning: shared load takes 32 wavefronts
}

// One more column does not help a 16x16 block: the second row of a warp starts
// at word 17, so its last lane is in bank 0 with the first lane, and down the
// columns 17*15 + 1 = 256 meets bank 0 as well (measured: 2 and 2).
// warp-tidy: block(16, 16)
__global__ void pad17(float *out) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x;
  // CHECK: :[[@LINE-1]]:3: warning: shared store takes 2 wavefronts where 1 suffices (2-way bank conflict) [gpu-shared-bank-conflict]
  // CHECK: :[[@LINE-2]]:3: note: the byte offset into 'tile' is 4*threadIdx.x + 68*threadIdx.y
  __syncthreads();
  out[y * 16 + x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:21: warning: shared load takes 2 wavefronts where 1 suffices (2-way bank conflict) [gpu-shared-bank-conflict]
  // CHECK: :[[@LINE-2]]:21: note: the byte offset into 'tile' is 68*threadIdx.x + 4*threadIdx.y
  // EIGHT-NOT: :[[@LINE-3]]:21: warning:
}

// Pad = 0 is at fault, Pad = 1 is not: word 33*x + y, 33 is odd (measured: 1).
template <int Pad> __global__ void padded(float *out) {
  __shared__ float tile[32][32 + Pad];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x;
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:21: warning: shared load takes 32 wavefronts where 1 suffices (32-way bank conflict) [gpu-shared-bank-conflict]
}

// In a helper. Words 0, 4, 8, ...: 8 banks with 4 words each.
__device__ float everyFourth(const float *s, int i) {
  return s[4 * i];
  // CHECK: :[[@LINE-1]]:10: warning: shared load takes 4 wavefronts where 1 suffices (4-way bank conflict) [gpu-shared-bank-conflict]
  // CHECK: :[[@LINE+9]]:12: note: 'everyFourth' is called here, in kernel 'callsHelper'
}
// warp-tidy: block(128)
__global__ void callsHelper(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    s[i] = i;
  __syncthreads();
  out[t] = everyFourth(s, t);
}

// Doubles go in two half warps of one wavefront each. Two doubles apart, a half
// warp needs 64 words' span: 2 words a bank (measured: 4 where 2 suffice).
// warp-tidy: block(128)
__global__ void everyOtherDouble(double *out) {
  __shared__ double s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128)
    s[i] = i;
  __syncthreads();
  out[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:12: warning: shared load takes 4 wavefronts where 2 suffice (2-way bank conflict) [gpu-shared-bank-conflict]
}

// float4 go in quarter warps: 8 lanes, 128 bytes apart, in the same 4 banks.
// warp-tidy: block(128)
__global__ void columnOfVectors(const float4 *in, float4 *out) {
  __shared__ float4 s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[8 * t];
  // CHECK: :[[@LINE-1]]:12: warning: shared load takes 32 wavefronts where 4 suffice (8-way bank conflict) [gpu-shared-bank-conflict]
}

// 16-bit elements 4 apart are 2 words apart (measured: 2).
// warp-tidy: block(128)
__global__ void shortsFourApart(unsigned short *out) {
  __shared__ unsigned short s[512];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    s[i] = i;
  __syncthreads();
  out[t] = s[4 * t];
  // CHECK: :[[@LINE-1]]:12: warning: shared load takes 2 wavefronts where 1 suffices (2-way bank conflict) [gpu-shared-bank-conflict]
}

// Integer atomics (measured: 32).
// warp-tidy: block(128)
__global__ void atomics(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128)
    s[i] = 0;
  __syncthreads();
  atomicAdd(&s[(t & 31) * 32], t);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: shared atomic takes 32 wavefronts where 1 suffices (32-way bank conflict) [gpu-shared-bank-conflict]
  __syncthreads();
  out[t] = s[t];
}

// The shared side of an asynchronous copy (measured: 32).
// warp-tidy: block(128)
__global__ void asyncCopy(const float *in, float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t * 32], &in[t], 4);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: shared cp.async takes 32 wavefronts where 1 suffices (32-way bank conflict) [gpu-shared-bank-conflict]
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[t];
}

// A reduction with interleaved addresses. Wavefronts of the 256-thread block
// as w grows: 4 warps x 2, 2 x 4, then one warp with 8, 8, 8, 4, 2, 1, so 47 in
// 12 requests. nvcc unrolls the loop and merges the two loads of w = 1 into one
// of 64 bits without conflicts, which leaves the loads 39 in 8 requests.
// warp-tidy: block(256)
__global__ void interleavedReduction(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int w = 1; w < 256; w *= 2) {
    int i = 2 * w * t;
    if (i < 256) {
      float other = s[i + w];
      // CHECK: :[[@LINE-1]]:21: warning: shared load takes 1 to 8 wavefronts, 4.9 on average, where 1 suffices (bank conflict) [gpu-shared-bank-conflict]
      float own = s[i];
      // CHECK: :[[@LINE-1]]:19: warning: shared load takes 1 to 8 wavefronts, 4.9 on average, where 1 suffices (bank conflict) [gpu-shared-bank-conflict]
      s[i] = own + other;
      // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: shared store takes 1 to 8 wavefronts, 3.9 on average, where 1 suffices (bank conflict) [gpu-shared-bank-conflict]
    }
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

// Depends on the data: 256 counters are 8 words a bank at most.
// warp-tidy: block(256)
__global__ void histogram(const int *bin, int *out) {
  __shared__ int counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[bin[threadIdx.x]], 1);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: shared atomic takes 1 to 8 wavefronts, depending on the data in 'bin[threadIdx.x]' [gpu-shared-bank-conflict]
  // POSSIBLE: :[[@LINE-2]]:{{[0-9]+}}: warning: shared atomic takes 1 to 8 wavefronts
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

// Depends on a stride: odd ones are free, 32 is the worst.
// warp-tidy: block(128)
__global__ void unknownStride(float *out, int stride) {
  extern __shared__ float dynamic[];
  out[threadIdx.x] = dynamic[threadIdx.x * stride];
  // CHECK: :[[@LINE-1]]:22: remark: shared load takes 1 to 32 wavefronts where 1 suffices (bank conflict), depending on 'stride': gcd(stride, 32) [gpu-shared-bank-conflict]
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// All lanes read one word (measured: 1).
// warp-tidy: block(128)
__global__ void broadcast(float *out, int k) {
  __shared__ float s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[k];
}

// Odd strides visit all banks (measured: 1).
// warp-tidy: block(128)
__global__ void everyThird(float *out) {
  __shared__ float s[384];
  int t = threadIdx.x;
  for (int i = t; i < 384; i += 128)
    s[i] = i;
  __syncthreads();
  out[t] = s[3 * t];
}

// A 32x32 tile without padding, swizzled by XOR: bank x ^ y both ways.
// warp-tidy: block(32, 8)
__global__ void swizzled(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8)
    tile[y][x ^ y] = in[y * 32 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8)
    out[y * 32 + x] = tile[x][y ^ x];
}

// 128-bit swizzle of 8-vector rows: a quarter warp hits 8 groups of 4 banks.
// warp-tidy: block(64)
__global__ void swizzledVectors(const float4 *in, float4 *out) {
  __shared__ float4 tile[8][8];
  int row = threadIdx.x / 8, col = threadIdx.x % 8;
  tile[row][col ^ row] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[col][row ^ col];
}

// Four words apart, but only 8 lanes: 8 banks, one word each.
// warp-tidy: block(128)
__global__ void partialWarp(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128)
    s[i] = i;
  __syncthreads();
  if (t < 8)
    out[t] = s[4 * t];
}

// Several lanes in one word: bytes, and 16-bit elements two apart
// (measured: 1 and 1).
// warp-tidy: block(128)
__global__ void bytes(char *out) {
  __shared__ char s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
// warp-tidy: block(128)
__global__ void shortsTwoApart(unsigned short *out) {
  __shared__ unsigned short s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 128)
    s[i] = i;
  __syncthreads();
  out[t] = s[2 * t];
}

// double takes 2 wavefronts and float4 takes 4 by nature (measured: 2 and 4).
// warp-tidy: block(128)
__global__ void doubles(double *out) {
  __shared__ double s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
// warp-tidy: block(128)
__global__ void vectors(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// Eight lanes read one float4: pairs of lanes agree, so two passes (measured: 2).
// warp-tidy: block(128)
__global__ void sharedVectors(const float4 *in, float4 *out) {
  __shared__ float4 s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 8];
}

// float3 is three 32-bit accesses 3 words apart (measured: 1 each).
// warp-tidy: block(128)
__global__ void float3s(float *out) {
  __shared__ float3 s[128];
  int t = threadIdx.x;
  s[t] = make_float3(t, t, t);
  __syncthreads();
  float3 v = s[127 - t];
  out[t] = v.x + v.y + v.z;
}

// A reduction with contiguous active threads.
// warp-tidy: block(256)
__global__ void sequentialReduction(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int w = 128; w > 0; w >>= 1) {
    if (t < w)
      s[t] += s[t + w];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

// Stores to one word by many lanes are one wavefront (measured: 1).
// warp-tidy: block(128)
__global__ void sameWordStores(int *out) {
  __shared__ int s[32];
  s[threadIdx.x & 3] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 31];
}

// A 16x16 tiled product: As[y][k] is two words a warp, 16 banks apart, Bs[k][x]
// sixteen words that both rows of the warp share.
// warp-tidy: block(16, 16)
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    As[y][x] = A[row * n + k0 + x];
    Bs[y][x] = B[(k0 + y) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += As[y][k] * Bs[k][x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

// warp-tidy: block(128)
__global__ void suppressed(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  s[t + 128] = t;
  __syncthreads();
  // NOLINTNEXTLINE(gpu-shared-bank-conflict)
  out[t] = s[2 * t];
}

void launches(float *out) {
  column<<<1, dim3(32, 32)>>>(out);
  padded<0><<<1, dim3(32, 32)>>>(out);
  padded<1><<<1, dim3(32, 32)>>>(out);
}
// CHECK: (0 not analysed)
