// gpu-uncached-reuse: elements that many warps of a block load, and tiles.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncached-reuse %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncached-reuse \
// RUN:   --config="{CheckOptions: {gpu-uncached-reuse.Threshold: 33}}" %s 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --check-prefix=LAX
// Off by default.
// RUN: %warp-tidy --cuda-path=none %s 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --check-prefix=OFF
// LAX-NOT: remark:
// OFF-NOT: [gpu-uncached-reuse]

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// All 32 rows of the block need the same columns of b.
__global__ void naive(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] *
           b[k * n + col];
  // CHECK: :[[@LINE-1]]:12: remark: 32 of the 32 warps of a block load the same elements in each iteration: a tile in shared memory would be loaded once [gpu-uncached-reuse]
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 32x32x1 threads
  c[row * n + col] = sum;
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// A tile: each warp loads a row of its own.
__global__ void tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float s[32][32], t[32][32];
  int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[threadIdx.y][i] * t[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

// Once, not in a loop: the cache has it for the other warps.
__global__ void bias(const float *in, const float *b, float *out, int n) {
  int row = threadIdx.y, col = threadIdx.x;
  out[row * n + col] = in[row * n + col] + b[col];
}

// The first warp alone.
__global__ void oneWarp(const float *in, float *out, int n) {
  float sum = 0;
  if (threadIdx.y == 0)
    for (int k = 0; k < n; ++k)
      sum += in[k * n + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

// As many iterations as the row says: not all warps load the same.
__global__ void triangle(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = 0; k < threadIdx.y; ++k)
    sum += in[k * n + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

void launch(const float *a, const float *b, float *c, int n) {
  dim3 block(32, 32), grid(n / 32, n / 32);
  naive<<<grid, block>>>(a, b, c, n);
  tiled<<<grid, block>>>(a, b, c, n);
  bias<<<1, block>>>(a, b, c, n);
  oneWarp<<<1, block>>>(a, c, n);
  triangle<<<1, block>>>(a, c, n);
}
