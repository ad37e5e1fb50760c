// gpu-unchecked-cuda-call: what was forgotten among calls that are checked.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-unchecked-cuda-call %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

#include <cstdlib>

#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      exit(1);                                                                 \
  } while (0)

__global__ void work(float *data) { data[threadIdx.x] += 1.0f; }

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void forgotten(float *h, int n) {
  float *d;
  CHECK_CUDA(cudaMalloc(&d, n));
  CHECK_CUDA(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  work<<<1, 32>>>(d);
  CHECK_CUDA(cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost));
  cudaDeviceSynchronize();
  // CHECK: :[[@LINE-1]]:3: warning: the result of cudaDeviceSynchronize is dropped; 3 of 4 such calls in 'forgotten' are checked [gpu-unchecked-cuda-call]
  cudaFree(d);
}

bool byHand(float *h, float *d, int n) {
  if (cudaMalloc(&d, n) != cudaSuccess)
    return false;
  cudaError_t status = cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  if (status != cudaSuccess)
    return false;
  if (n > 32)
    cudaMemset(d, 0, n);
  // CHECK: :[[@LINE-1]]:5: warning: the result of cudaMemset is dropped
  return cudaDeviceSynchronize() == cudaSuccess;
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// Nothing is checked here: a choice, or a fault of another kind.
void never(float *h, int n) {
  float *d;
  cudaMalloc(&d, n);
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  work<<<1, 32>>>(d);
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
  cudaFree(d);
}

// Most are dropped.
void mostly(float *h, int n) {
  float *d;
  CHECK_CUDA(cudaMalloc(&d, n));
  CHECK_CUDA(cudaMemset(d, 0, n));
  CHECK_CUDA(cudaMemset(d, 0, n));
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
}

// The error is asked for afterwards, or dropped on purpose.
void later(float *h, float *d, int n) {
  CHECK_CUDA(cudaMalloc(&d, n));
  CHECK_CUDA(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost));
  cudaDeviceSynchronize();
  CHECK_CUDA(cudaGetLastError());
}
void onPurpose(float *h, float *d, int n) {
  CHECK_CUDA(cudaMalloc(&d, n));
  CHECK_CUDA(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost));
  (void)cudaDeviceSynchronize();
}

// What gives back, records or asks.
void givesBack(float *h, float *d, int n, cudaEvent_t event) {
  CHECK_CUDA(cudaMalloc(&d, n));
  CHECK_CUDA(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost));
  cudaEventRecord(event);
  cudaEventDestroy(event);
  cudaFree(d);
}
