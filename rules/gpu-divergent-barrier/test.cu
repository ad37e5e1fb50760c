// gpu-divergent-barrier: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-divergent-barrier \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// Threads 64 to 127 go on to the last line.
// warp-tidy: block(128)
__global__ void half(float *data) {
  __shared__ float s[128];
  s[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x < 64) {
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: warning: thread (0, 0, 0) waits here, thread (64, 0, 0) of the same block never does, and goes on [gpu-divergent-barrier]
    // CHECK: :[[@LINE+4]]:{{[0-9]+}}: note: thread (64, 0, 0) gets here without waiting
    // CHECK: :[[@LINE-8]]:1: note: block of 128x1x1 threads as annotated
    s[threadIdx.x] += s[127 - threadIdx.x];
  }
  data[threadIdx.x] = s[threadIdx.x];
}

// Trips of the loop: threads 0 to 15 have 4, the others 3.
// warp-tidy: block(128)
__global__ void trips(float *data) {
  __shared__ float s[128];
  for (int i = threadIdx.x; i < 400; i += 128) {
    s[threadIdx.x] = data[i];
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: warning: thread (0, 0, 0) waits here 4 times, thread (16, 0, 0) of the same block 3 times
    data[i] = s[127 - threadIdx.x];
  }
  data[threadIdx.x] = 0;
}

__device__ float inHelper(float *s, bool wait) {
  if (wait)
    __syncthreads();
  // CHECK: :[[@LINE-1]]:5: warning: thread (0, 1, 0) waits here, thread (0, 0, 0) of the same block never does
  return s[threadIdx.x];
}
// warp-tidy: block(32, 4)
__global__ void called(float *data) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  data[threadIdx.y * 32 + threadIdx.x] = inHelper(s, threadIdx.y > 0);
  // CHECK: :[[@LINE-1]]:42: note: 'inHelper' is called here, in kernel 'called'
}

// The last block of 4 has rows up to 1000 only.
__global__ void lastBlock(float *data, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    data[i] += 1;
    __syncthreads();
    // CHECK: :[[@LINE-1]]:5: warning: thread (0, 0, 0) waits here, thread (232, 0, 0) of the same block never does
    // CHECK: note: in block (3, 0, 0)
  }
  data[i + 4096] = 0;
}
void launchLast(float *data) { lastBlock<<<4, 256>>>(data, 1000); }

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// All threads, whatever they do between.
// warp-tidy: block(128)
__global__ void all(float *data) {
  __shared__ float s[128];
  s[threadIdx.x] = data[threadIdx.x];
  for (int d = 64; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (blockDim.x >= 128)
    __syncthreads();
  data[threadIdx.x] = s[0];
}

// Threads that have left are not waited for.
// warp-tidy: block(128)
__global__ void left(float *data) {
  __shared__ float s[128];
  if (threadIdx.x >= 64)
    return;
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[63 - threadIdx.x];
}

// Nor those that only leave, behind the branch.
// warp-tidy: block(128)
__global__ void leaves(float *data) {
  __shared__ float s[128];
  if (threadIdx.x < 64) {
    s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s[63 - threadIdx.x];
  }
}

// One barrier in each branch: the hardware has them meet.
// warp-tidy: block(128)
__global__ void branches(float *data) {
  __shared__ float s[128];
  if (threadIdx.x < 64) {
    s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
  } else {
    s[threadIdx.x] = 0;
    __syncthreads();
  }
  data[threadIdx.x] = s[127 - threadIdx.x];
}

// The condition is the same for the block, or may be.
// warp-tidy: block(128)
__global__ void unknown(float *data, const int *flags, int n) {
  if (flags[threadIdx.x])
    __syncthreads();
  if (threadIdx.x < n)
    __syncthreads();
  if (blockIdx.x > 0)
    __syncthreads();
  data[threadIdx.x] = 0;
}

// Rows of 256: full blocks.
__global__ void full(float *data, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    data[i] += 1;
    __syncthreads();
  }
  data[i + 4096] = 0;
}
void launchFull(float *data) { full<<<4, 256>>>(data, 1024); }

// The block is not known.
__global__ void assumed(float *data) {
  if (threadIdx.x < 64)
    __syncthreads();
  data[threadIdx.x] = 0;
}

// A barrier of a part of the block, by name.
// warp-tidy: block(128)
__global__ void named(float *data) {
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;");
  if (threadIdx.x < 64)
    __syncwarp();
  data[threadIdx.x] = 0;
}
// CHECK: (0 not analysed)
