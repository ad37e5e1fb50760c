// gpu-pageable-async-copy: host memory that certainly is pageable, and all that
// may be pinned.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-pageable-async-copy %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
//
// What cudaMemcpyAsync does with pageable memory is in the CUDA runtime's
// "API synchronization behavior".

#include <cstdlib>
#include <vector>

__global__ void work(float *data) { data[threadIdx.x] += 1.0f; }
void pinElsewhere(float *data); // Its body is not here.
void fill(float *data, int n) {
  for (int i = 0; i < n; ++i)
    data[i] = 1.0f;
}

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void fromMalloc(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float));
  // CHECK: :[[@LINE+3]]:3: warning: cudaMemcpyAsync from 'h', which is pageable memory (malloc): the copy is staged and the call may wait for it [gpu-pageable-async-copy]
  // CHECK: :[[@LINE-2]]:23: note: 'h' is allocated here
  // CHECK: :[[@LINE+1]]:3: note: a copy overlaps with other work only from or to pinned memory
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
  cudaStreamSynchronize(stream);
  free(h);
}

void fromNew(float *d, int n, cudaStream_t stream) {
  float *h = nullptr;
  h = new float[n];
  fill(h, n);
  cudaMemcpyAsync(d, h + 32, (n - 32) * sizeof(float), cudaMemcpyHostToDevice, stream);
  // CHECK: :[[@LINE-1]]:3: warning: cudaMemcpyAsync from 'h', which is pageable memory (new[]): the copy is staged
  work<<<1, 32, 0, stream>>>(d);
  delete[] h;
}

void fromVector(float *d, int n, cudaStream_t stream) {
  std::vector<float> h(n, 1.0f);
  cudaMemcpyAsync(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
  // CHECK: :[[@LINE-1]]:3: warning: cudaMemcpyAsync from 'h', which is pageable memory (std::vector)
  work<<<1, 32, 0, stream>>>(d);
  cudaMemcpyAsync(&h[0], d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
  // CHECK: :[[@LINE-1]]:3: warning: cudaMemcpyAsync to 'h', which is pageable memory (std::vector): the copy is staged and the call waits until it is complete
  work<<<1, 32, 0, stream>>>(d);
}

// The result goes to a local array; the call waits for the kernel.
float toStack(float *d, cudaStream_t stream) {
  float h[32];
  cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, stream);
  // CHECK: :[[@LINE-1]]:3: warning: cudaMemcpyAsync to 'h', which is pageable memory (a local array)
  work<<<1, 32, 0, stream>>>(d);
  cudaStreamSynchronize(stream);
  return h[0];
}

// The direction follows from what the pointers are.
void byDefault(int n, cudaStream_t stream) {
  float *d = nullptr, *h = (float *)calloc(n, sizeof(float));
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyDefault, stream);
  // CHECK: :[[@LINE-1]]:3: warning: cudaMemcpyAsync from 'h', which is pageable memory (calloc)
  work<<<1, 32, 0, stream>>>(d);
}

#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      exit(1);                                                                 \
  } while (0)

template <typename T> void inTemplate(T *d, int n, cudaStream_t stream) {
  T *h = new T[n];
  CHECK_CUDA(cudaMemcpyAsync(d, h, n * sizeof(T), cudaMemcpyHostToDevice, stream));
  // CHECK: :[[@LINE-1]]:14: warning: cudaMemcpyAsync from 'h', which is pageable memory (new[])
  work<<<1, 32, 0, stream>>>((float *)d);
  delete[] h;
}
template void inTemplate(float *, int, cudaStream_t);
template void inTemplate(int *, int, cudaStream_t);

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

void pinned(float *d, int n, cudaStream_t stream) {
  float *h;
  cudaMallocHost(&h, n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
  cudaFreeHost(h);
}

// One of two allocations is pinned.
void perhapsPinned(float *d, int n, bool pin, cudaStream_t stream) {
  float *h = nullptr;
  if (pin)
    cudaHostAlloc((void **)&h, n * sizeof(float), cudaHostAllocDefault);
  else
    h = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}

// Where these come from is not known.
void parameter(float *d, const float *h, int n, cudaStream_t stream) {
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}
float *allocate(int n);
void fromFunction(float *d, int n, cudaStream_t stream) {
  float *h = allocate(n);
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}
struct Buffers {
  float *host[2];
};
void member(float *d, Buffers &b, int n, cudaStream_t stream) {
  b.host[0] = (float *)malloc(n * sizeof(float));
  cudaMemcpyAsync(d, b.host[0], n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}

// A function that is not seen may have pinned it.
void handedOn(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float));
  pinElsewhere(h);
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}
void setElsewhere(float **data);
void address(float *d, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n * sizeof(float));
  setElsewhere(&h);
  cudaMemcpyAsync(d, h, n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}

// An allocator of the program's own may pin.
template <typename T> struct PinnedAllocator {
  using value_type = T;
  PinnedAllocator() = default;
  template <typename U> PinnedAllocator(const PinnedAllocator<U> &) {}
  T *allocate(size_t n);
  void deallocate(T *, size_t);
};
void ownAllocator(float *d, int n, cudaStream_t stream) {
  std::vector<float, PinnedAllocator<float>> h(n);
  cudaMemcpyAsync(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>(d);
}

// Between two places of the device; and from the host to the host.
void otherDirections(float *d, float *e, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n), *g = (float *)malloc(n);
  cudaMemcpyAsync(d, e, n, cudaMemcpyDeviceToDevice, stream);
  cudaMemcpyAsync(h, g, n, cudaMemcpyHostToHost, stream);
  work<<<1, 32, 0, stream>>>(d);
}

// The host waits at once: there is nothing to overlap with.
int flag(const int *d, cudaStream_t stream) {
  int h = 0;
  cudaMemcpyAsync(&h, d, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  return h;
}
void results(float *d, float *e, int n, cudaStream_t stream) {
  float *h = (float *)malloc(n), *g = (float *)malloc(n);
  cudaMemcpyAsync(h, d, n, cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(g, e, n, cudaMemcpyDeviceToHost, stream);
  cudaDeviceSynchronize();
}

// Up to 64 KB to the device are asynchronous from pageable memory, too.
void small(int *d, int value, cudaStream_t stream) {
  int h[4] = {value, value, value, value};
  cudaMemcpyAsync(d, h, sizeof(h), cudaMemcpyHostToDevice, stream);
  work<<<1, 32, 0, stream>>>((float *)d);
}

// A copy that says that it waits.
void synchronous(float *d, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  work<<<1, 32>>>(d);
}
