// gpu-mismatched-free: right and wrong pairs of allocation and release.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-mismatched-free %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
#include <cstdlib>

void unseen(float **p);

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void pinnedAsDevice(int n) {
  float *p;
  cudaMallocHost(&p, n);
  cudaFree(p);
  // CHECK: :[[@LINE-1]]:3: warning: 'p' comes from cudaMallocHost, which cudaFree does not free: the call fails and the memory stays allocated [gpu-mismatched-free]
  // CHECK: :[[@LINE-3]]:3: note: 'p' is allocated here
  // CHECK: :[[@LINE-3]]:3: note: it is freed by cudaFreeHost
}

void deviceAsPinned(int n) {
  float *p;
  cudaMalloc(&p, n);
  cudaFreeHost(p);
  // CHECK: :[[@LINE-1]]:3: warning: 'p' comes from cudaMalloc, which cudaFreeHost does not free
}

void managedAsPinned(int n) {
  float *p;
  cudaMallocManaged(&p, n);
  cudaFreeHost(p);
  // CHECK: :[[@LINE-1]]:3: warning: 'p' comes from cudaMallocManaged, which cudaFreeHost does not free
}

void heapAsDevice(int n) {
  float *p = (float *)malloc(n), *q = new float[n];
  cudaFree(p);
  // CHECK: :[[@LINE-1]]:3: warning: 'p' comes from malloc, which cudaFree does not free
  cudaFreeHost(q);
  // CHECK: :[[@LINE-1]]:3: warning: 'q' comes from new[], which cudaFreeHost does not free
  // CHECK: note: it is freed by delete[]
}

void mappedAsDevice(int n) {
  float *host, *device;
  cudaHostAlloc(&host, n, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, host, 0);
  cudaFree(device);
  // CHECK: :[[@LINE-1]]:3: warning: 'device' comes from cudaHostGetDevicePointer, which cudaFree does not free
  cudaFreeHost(host);
  cudaHostGetDevicePointer(&device, host, 0);
  cudaFreeHost(device); // The same address, on current systems.
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

void right(int n, bool large) {
  float *device, *pinned, *managed, *none = nullptr, *either, *changed;
  cudaMalloc(&device, n);
  cudaHostAlloc(&pinned, n, 0);
  cudaMallocManaged(&managed, n);
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(none);
  cudaFree(0);
  if (large)
    cudaMalloc(&either, n);
  else
    cudaMallocHost(&either, n);
  cudaFree(either);
  cudaMallocHost(&changed, n);
  unseen(&changed);
  cudaFree(changed);
}

void given(float *p) { cudaFree(p); }
