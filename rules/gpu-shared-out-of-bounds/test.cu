// gpu-shared-out-of-bounds: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-shared-out-of-bounds \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:
//
// The numbers come from counting: thread t of a block of N, element by element.

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// warp-tidy: block(128)
__global__ void tooShort(float *out) {
  __shared__ float s[100];
  s[threadIdx.x] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: thread (100, 0, 0) writes element 100 of 's', which has 100 [gpu-shared-out-of-bounds]
  // CHECK: :[[@LINE-2]]:3: note: 28 threads of the block leave the array: the byte offset is 4*threadIdx.x
  // CHECK: :[[@LINE-4]]:20: note: the array has 400 bytes
  // CHECK: :[[@LINE-7]]:1: note: block of 128x1x1 threads as annotated
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// Element 32 of 32: the right neighbour of the last thread.
// warp-tidy: block(32)
__global__ void rightNeighbour(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
  // CHECK: :[[@LINE-1]]:22: warning: thread (31, 0, 0) reads element 32 of 's', which has 32 [gpu-shared-out-of-bounds]
  // CHECK: :[[@LINE-2]]:22: note: 1 thread of the block leaves the array
}

// Element -1, with a signed index.
// warp-tidy: block(32)
__global__ void leftNeighbour(float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[t - 1];
  // CHECK: :[[@LINE-1]]:12: warning: thread (0, 0, 0) reads element -1 of 's', which has 32 [gpu-shared-out-of-bounds]
}

// The whole of a matrix: rows 16 and up do not exist.
__global__ void tallBlock(float *out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: thread (0, 16, 0) writes element 272 of 'tile', which has 272 [gpu-shared-out-of-bounds]
  // CHECK: :[[@LINE-2]]:3: note: 256 threads of the block leave the array
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 16x32x1 threads
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x];
}

// Iteration 3 of 4: elements 96 to 127 of 100.
// warp-tidy: block(32)
__global__ void lastIteration(float *out) {
  __shared__ float s[100];
  for (int k = 0; k < 4; ++k)
    s[32 * k + threadIdx.x] = k;
    // CHECK: :[[@LINE-1]]:5: warning: thread (4, 0, 0) writes element 100 of 's', which has 100 [gpu-shared-out-of-bounds]
    // CHECK: :[[@LINE-2]]:5: note: 28 threads of the block leave the array
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// No dynamic shared memory is asked for.
__global__ void dynamic(float *out) {
  extern __shared__ float d[];
  d[threadIdx.x] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: thread (0, 0, 0) writes element 0 of 'd', which has 0 [gpu-shared-out-of-bounds]
  // CHECK: :[[@LINE-2]]:3: note: 64 threads of the block leave the array
  // CHECK: note: the array has 0 bytes: the launch asks for no dynamic shared memory
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 64x1x1 threads
  __syncthreads();
  out[threadIdx.x] = 0;
}

// In words of another width: bytes 400 to 403 of 402.
// warp-tidy: block(101)
__global__ void otherWidth(float *out) {
  __shared__ __align__(4) char s[402];
  reinterpret_cast<float *>(s)[threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: thread (100, 0, 0) writes 4 bytes at byte 400 of 's', which has 402 [gpu-shared-out-of-bounds]
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// An argument that the launch gives, in a helper.
__device__ void put(float *s, int i, float v) {
  s[i] = v;
  // CHECK: :[[@LINE-1]]:3: warning: thread (25, 0, 0) writes element 50 of 's', which has 50 [gpu-shared-out-of-bounds]
  // CHECK: note: 'put' is called here, in kernel 'strided'
}
__global__ void strided(float *out, int stride) {
  __shared__ float s[50];
  put(s, threadIdx.x * stride, 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// In the last of four blocks.
__global__ void byBlock(float *out) {
  __shared__ float s[64];
  s[threadIdx.x + 16 * blockIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: thread (16, 0, 0) writes element 64 of 's', which has 64 [gpu-shared-out-of-bounds]
  // CHECK: :[[@LINE-2]]:3: note: 16 threads of the block (3, 0, 0) leave the array
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// The guard keeps the others out.
// warp-tidy: block(128)
__global__ void guarded(float *out) {
  __shared__ float s[100];
  if (threadIdx.x < 100)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = threadIdx.x < 99 ? s[threadIdx.x + 1] : 0;
}

// Who leaves early does not get there.
// warp-tidy: block(128)
__global__ void leftEarly(float *out) {
  __shared__ float s[100];
  if (threadIdx.x >= 100)
    return;
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[99 - threadIdx.x];
}

// The bound may be 100 or less.
// warp-tidy: block(128)
__global__ void unknownBound(float *out, int n) {
  __shared__ float s[100];
  if (threadIdx.x < n)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// Data decides who gets there, or where.
// warp-tidy: block(128)
__global__ void byData(const int *in, float *out) {
  __shared__ float s[100];
  if (in[threadIdx.x] == 1)
    s[threadIdx.x] = threadIdx.x;
  s[in[threadIdx.x]] = 1;
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// Lanes leave a loop by what they read.
// warp-tidy: block(32)
__global__ void leaveByData(const int *in, float *out) {
  __shared__ float s[64];
  for (int k = 0; k < 4; ++k) {
    if (in[k] == threadIdx.x)
      break;
    s[32 * k + threadIdx.x & 63] = k;
  }
  int at = threadIdx.x;
  while (in[at])
    at += 32;
  s[at & 63] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// No launch: 256 threads are only assumed.
__global__ void assumedBlock(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[0];
}
__global__ void __launch_bounds__(256) boundedBlock(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[0];
}
void unknownLaunch(float *out, int threads) {
  assumedBlock<<<1, threads>>>(out);
}

// From one row into the next.
// warp-tidy: block(32)
__global__ void rowOverflow(float *out) {
  __shared__ float tile[4][16];
  tile[0][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[1][threadIdx.x];
}

// From one member into the next.
struct Two { float a[16], b[16]; };
// warp-tidy: block(32)
__global__ void members(float *out) {
  __shared__ Two s;
  s.a[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s.b[threadIdx.x & 15];
}

// A swizzle, and indices that wrap around.
// warp-tidy: block(32)
__global__ void swizzled(float *out) {
  __shared__ float s[32];
  unsigned t = threadIdx.x;
  s[t ^ 31] = t;
  __syncthreads();
  out[t] = s[(t - 1) % 32] + s[(t + 31) & 31];
}

// Which of two arrays it is depends on the thread; both are long enough.
// warp-tidy: block(64)
__global__ void eitherArray(float *out) {
  __shared__ float a[32], b[64];
  float *p = threadIdx.x < 32 ? a : b;
  p[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x & 31] + b[threadIdx.x];
}

// Walked by a pointer, to the last element.
// warp-tidy: block(32)
__global__ void walked(float *out) {
  __shared__ float s[128];
  float *p = s + threadIdx.x;
  for (int k = 0; k < 4; ++k, p += 32)
    *p = k;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// The reduction stops in time.
// warp-tidy: block(256)
__global__ void reduce(const float *in, float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[0] = s[0];
}

void launches(float *out) {
  tallBlock<<<1, dim3(16, 32)>>>(out);
  dynamic<<<1, 64>>>(out);
  dynamic<<<1, 32, 128>>>(out);
  strided<<<1, 32>>>(out, 2);
  byBlock<<<4, 32>>>(out);
}
// CHECK: (0 not analysed)
