// gpu-device-pointer-dereference: host code behind pointers of cudaMalloc, and
// what only looks like it.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-device-pointer-dereference %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Node {
  float x;
  float values[4];
  Node *next;
  float norm() const { return x * x; }
};
__global__ void work(float *data) { data[threadIdx.x] += 1.0f; }
__global__ void nodes(Node *n) { n->x = 1.0f; }
void byReference(float &x);
void swap(float **a, float **b);

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

float reads(int n) {
  float *d;
  cudaMalloc(&d, n * sizeof(*d));
  work<<<1, 32>>>(d);
  // CHECK: :[[@LINE+2]]:13: warning: the host reads behind 'd', which points to memory of the device (cudaMalloc) [gpu-device-pointer-dereference]
  // CHECK: :[[@LINE-3]]:3: note: 'd' is allocated here
  float x = d[n - 1];
  cudaFree(d);
  return x;
}

void writes(int n) {
  float *d = NULL, *e;
  cudaMalloc((void **)&d, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: warning: the host writes behind 'd'
    d[i] = 0;
  e = d + 4;
  // CHECK: :[[@LINE+1]]:3: warning: the host writes behind 'e'
  *e += 1;
  // CHECK: :[[@LINE+1]]:5: warning: the host writes behind 'e'
  ++(*e);
}

void members(cudaStream_t s) {
  Node *n;
  cudaMallocAsync((void **)&n, sizeof(Node), s);
  // CHECK: :[[@LINE+1]]:3: warning: the host writes behind 'n', which points to memory of the device (cudaMallocAsync)
  n->x = 1;
  // CHECK: :[[@LINE+1]]:3: warning: the host writes behind 'n'
  n->values[2] = 1;
  // CHECK: :[[@LINE+1]]:13: warning: the host reads behind 'n'
  Node *m = n->next;
  nodes<<<1, 1>>>(m);
}

void library(const float *h, float *out, int n) {
  float *d;
  cudaMalloc(&d, n);
  // CHECK: :[[@LINE+1]]:3: warning: the host writes behind 'd'
  memcpy(d, h, n);
  // CHECK: :[[@LINE+1]]:3: warning: the host reads behind 'd'
  std::memcpy(out, d, n);
  // CHECK: :[[@LINE+1]]:3: warning: the host writes behind 'd'
  memset(d, 0, n);
}

// An array of pointers lies where it was allocated.
void pointers(float *one) {
  float **d;
  cudaMalloc(&d, 4 * sizeof(float *));
  // CHECK: :[[@LINE+1]]:3: warning: the host writes behind 'd'
  d[0] = one;
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// Addresses alone.
void addresses(const float *h, int n) {
  float *d, *part;
  Node *node;
  cudaMalloc(&d, n * sizeof(d[0]));
  cudaMalloc(&node, sizeof(*node));
  part = &d[n / 2];
  cudaMemcpy(&d[1], h, sizeof(*d), cudaMemcpyHostToDevice);
  cudaMemcpy(&node->x, h, sizeof(node->x), cudaMemcpyHostToDevice);
  cudaMemcpy(node->values, h, sizeof(node->values), cudaMemcpyHostToDevice);
  cudaMemcpy(&(*node).values[1], h, 4, cudaMemcpyHostToDevice);
  work<<<1, 32>>>(part);
  work<<<1, 32>>>(&*d);
  work<<<1, 32>>>(node->values + 1);
  if (d && d != part)
    std::printf("%p %ld\n", (void *)d, (long)(part - d));
}

// Device pointers in an array of the host.
void arrays(int n) {
  float *d[2];
  cudaMalloc(&d[0], n);
  cudaMalloc((void **)&d[1], n);
  work<<<1, 32>>>(d[0]);
  float **h = (float **)malloc(2 * sizeof(float *));
  cudaMalloc(&h[0], n);
  cudaMalloc(&h[1], n);
  work<<<1, 32>>>(h[1]);
  free(h);
}

// Memory that the host can reach.
float reachable(int n) {
  float *m, *p, *h = (float *)malloc(n);
  cudaMallocManaged(&m, n);
  cudaMallocHost(&p, n);
  work<<<1, 32>>>(m);
  cudaDeviceSynchronize();
  m[0] = h[0] = p[0] = 1;
  return m[1] + p[1];
}

// One of two allocations, or changed by others.
float either(bool managed, int n) {
  float *d, *e, *f;
  if (managed)
    cudaMallocManaged(&d, n);
  else
    cudaMalloc(&d, n);
  cudaMalloc(&e, n);
  cudaMalloc(&f, n);
  float *h = (float *)malloc(n);
  swap(&e, &h);
  cudaMemcpy(h, f, n, cudaMemcpyDeviceToHost);
  f = h;
  return d[0] + e[0] + f[0];
}

// A pointer that is set once more, before the host reads.
float again(int n) {
  float *p;
  cudaMalloc(&p, n);
  cudaFree(p);
  p = (float *)malloc(n);
  return p[0];
}

// Code of the device.
template <typename F> __global__ void apply(F f) { f(threadIdx.x); }
void lambdas(int n) {
  float *d;
  cudaMalloc(&d, n);
  auto f = [=] __device__(int i) { d[i] = 1; };
  apply<<<1, 32>>>(f);
}

// What a function does with a reference is not looked at.
void references(int n) {
  float *d;
  Node *node;
  cudaMalloc(&d, n);
  cudaMalloc(&node, n);
  byReference(*d);
  std::printf("%d\n", (int)sizeof(node->norm()));
}

// A parameter may be anything.
float parameter(float *d, int n) {
  cudaMalloc(&d, n);
  return d[0];
}
