// gpu-sync-copy-between-kernels: copies that wait for a kernel for nothing, and
// copies that need it.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-sync-copy-between-kernels %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

#include <cstdlib>
#include <vector>

__global__ void a(float *data) { data[threadIdx.x] += 1.0f; }
__global__ void b(float *data, const float *in) { data[threadIdx.x] += in[threadIdx.x]; }
void unseen();
void waits() { cudaDeviceSynchronize(); }
int plus(int x) { return x + 1; }
float *middle(float *data);
__device__ float *kept;

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void up(float *state, int steps) {
  float *h = (float *)malloc(128), *d;
  cudaMalloc(&d, 128);
  for (int i = 0; i < steps; ++i) {
    h[0] = i;
    a<<<1, 32>>>(state);
    // CHECK: :[[@LINE+2]]:5: warning: in each iteration the copy to 'd' waits for kernel 'a', which does not use it, and kernel 'b' for the copy [gpu-sync-copy-between-kernels]
    // CHECK: :[[@LINE-2]]:5: note: launched here
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
}

// Results of the kernel before, while another one runs.
void down(float *state, int steps, cudaEvent_t e) {
  std::vector<float> h(32);
  float *d, sum = 0;
  cudaMalloc(&d, 128);
  while (steps-- > 0) {
    b<<<1, 32>>>(d, state);
    a<<<1, 32>>>(state);
    cudaGetLastError();
    cudaEventRecord(e, 0);
    // CHECK: :[[@LINE+1]]:5: warning: in each iteration the copy from 'd' waits for kernel 'a', which does not use it, and kernel 'b' for the copy
    cudaMemcpy(h.data(), d, 128, cudaMemcpyDeviceToHost);
    sum += h[0] + plus(steps);
    b<<<1, 32>>>(state, d);
  }
}

// The first of two waits.
void two(float *state, int steps) {
  float h[32] = {}, g[32] = {}, *d, *e;
  cudaMalloc(&d, 128);
  cudaMalloc(&e, 128);
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    // CHECK: :[[@LINE+1]]:5: warning: in each iteration the copy to 'd' waits for kernel 'a'
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    cudaMemcpy(e, g, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(d, e);
  }
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// The kernel writes what is copied, or reads it.
void needed(float *state, int steps) {
  float h[32] = {}, *d, sum = 0;
  cudaMalloc(&d, 128);
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(d);
    cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
    sum += h[0];
    b<<<1, 32>>>(state, d + 4);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    a<<<1, 32>>>(state);
  }
}

// Through another pointer, or a function that may keep it.
void others(float *state, int steps) {
  float h[32] = {}, *d, *e, *f, *g;
  cudaMalloc(&d, 128);
  cudaMalloc(&f, 128);
  e = d + 8;
  g = middle(f);
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(e);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
    a<<<1, 32>>>(g);
    cudaMemcpy(f, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, f);
  }
}

// A parameter: the kernel may have it by another name.
void parameter(float *d, float *state, int steps) {
  float h[32] = {};
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
}

// The host makes the data meanwhile.
void prepared(float *state, int steps) {
  float h[32] = {}, *d;
  cudaMalloc(&d, 128);
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    for (int j = 0; j < 32; ++j)
      h[j] = i + j;
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
}

// It waits in any case, or something may.
void waited(float *state, int steps) {
  float h[32] = {}, *d, *t;
  cudaMalloc(&d, 128);
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    cudaDeviceSynchronize();
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
    cudaMalloc(&t, 128);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
    cudaFree(t);
  }
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    waits();
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    unseen();
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
}

// Not in each iteration, not in one loop, not in the default stream, within the
// device, and asynchronous.
void some(float *state, int steps, cudaStream_t s) {
  float h[32] = {}, *d, *e;
  cudaMalloc(&d, 128);
  cudaMalloc(&e, 128);
  a<<<1, 32>>>(state);
  cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
  b<<<1, 32>>>(state, d);
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    if (i % 100 == 0)
      cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    for (int j = 0; j < 2; ++j)
      cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32>>>(state, d);
  }
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32, 0, s>>>(state);
    cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice);
    b<<<1, 32, 0, s>>>(state, d);
  }
  for (int i = 0; i < steps; ++i) {
    a<<<1, 32>>>(state);
    cudaMemcpy(d, e, 128, cudaMemcpyDeviceToDevice);
    b<<<1, 32>>>(state, d);
    cudaMemcpyAsync(d, h, 128, cudaMemcpyHostToDevice, 0);
    b<<<1, 32>>>(state, d);
  }
}
