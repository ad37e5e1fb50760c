// gpu-pinned-overuse: pinned memory that never meets the device, and memory that
// may.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-pinned-overuse %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

#include <cstring>

__global__ void work(float *data) { data[threadIdx.x] += 1.0f; }
void other(float *data);
struct Holder {
  float *data;
};

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

float onlyHost(const float *in, int n) {
  float *h = nullptr;
  // CHECK: :[[@LINE+1]]:7: warning: 'h' is pinned (cudaMallocHost), but only host code uses it: no copy and no kernel does [gpu-pinned-overuse]
  if (cudaMallocHost((void **)&h, n * sizeof(*h)) != cudaSuccess)
    return 0;
  memcpy(h, in, n * sizeof(float));
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += h[i];
  if (h != nullptr)
    cudaFreeHost(h);
  return sum;
}

// Filled once, from memory that the copies have as well.
void filled(float *d, const float *in, int n) {
  float *h, *used;
  // CHECK: :[[@LINE+1]]:3: warning: 'h' is pinned (cudaHostAlloc)
  cudaHostAlloc(&h, n, cudaHostAllocDefault);
  cudaHostAlloc(&used, n, cudaHostAllocDefault);
  memcpy(h, in, n);
  memcpy(used, in, n);
  cudaMemcpy(d, used, n, cudaMemcpyHostToDevice);
  cudaFreeHost(h);
  cudaFreeHost(used);
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

void copies(float *d, int n, cudaStream_t s) {
  float *a, *b, *c, *e;
  cudaMallocHost(&a, n);
  cudaMallocHost(&b, n);
  cudaMallocHost(&c, n);
  cudaMallocHost(&e, n);
  a[0] = b[0] = c[0] = e[0] = 1;
  cudaMemcpyAsync(d, a, n, cudaMemcpyHostToDevice, s);
  cudaMemcpy2D(d, 4, b + 1, 4, 4, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(&c[4], d, n, cudaMemcpyDeviceToHost);
  cudaMemset(e, 0, n);
}

// Kernels reach pinned memory, as it is or mapped.
void kernels(int n) {
  float *a, *b, *device;
  cudaMallocHost(&a, n);
  cudaHostAlloc(&b, n, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, b, 0);
  a[0] = b[0] = 1;
  work<<<1, 32>>>(a);
  work<<<1, 32>>>(device);
}

// Others have it.
float *given(Holder &holder, int n) {
  float *a, *b, *c, *d, *e, *f;
  cudaMallocHost(&a, n);
  cudaMallocHost(&b, n);
  cudaMallocHost(&c, n);
  cudaMallocHost(&d, n);
  cudaMallocHost(&e, n);
  cudaMallocHost(&f, n);
  other(a);
  holder.data = b;
  float *alias = c + 1;
  work<<<1, 32>>>(alias);
  auto later = [=] { other(d); };
  later();
  Holder made{e};
  work<<<1, 32>>>(made.data);
  return f;
}

// Nobody uses it: what is tried is the allocation itself.
void tried(int n) {
  float *h;
  cudaMallocHost(&h, n);
  cudaFreeHost(h);
}

// One of several kinds.
void kinds(int kind, int n) {
  float *h;
  if (kind == 0)
    cudaMallocManaged(&h, n);
  else
    cudaMallocHost(&h, n);
  h[0] = 1;
}

// Members and parameters are seen by others.
void outside(Holder &holder, float **out, int n) {
  cudaMallocHost(&holder.data, n);
  cudaMallocHost(out, n);
  holder.data[0] = 1;
}
