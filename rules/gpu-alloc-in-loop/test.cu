// gpu-alloc-in-loop: memory that could be allocated once, and memory that could
// not.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-alloc-in-loop %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void work(float *data) { data[threadIdx.x] += 1.0f; }
void elsewhere(int i); // Its body is not here.

#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      std::printf("%s\n", cudaGetErrorString(status));                         \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void plain(const float *h, int n, int steps) {
  for (int i = 0; i < steps; ++i) {
    float *d;
    // CHECK: :[[@LINE+3]]:5: warning: each iteration of the loop allocates 'd' and frees it, always of the same size [gpu-alloc-in-loop]
    // CHECK: :[[@LINE+5]]:5: note: cudaFree frees it here, and waits for the device
    // CHECK: :[[@LINE-4]]:3: note: allocate before this loop and free after it
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    work<<<1, 32>>>(d);
    cudaFree(d);
  }
}

// Two buffers of one loop are one finding; the size is computed in the loop.
void two(int n, int steps) {
  float *a, *b;
  int i = 0;
  while (i < steps) {
    size_t bytes = n * sizeof(float);
    CHECK_CUDA(cudaMalloc((void **)&a, bytes));
    // CHECK: :[[@LINE-1]]:16: warning: each iteration of the loop allocates 'a' and frees it, always of the same size [gpu-alloc-in-loop]
    // CHECK: :[[@LINE+1]]:16: note: the same holds for 'b'
    CHECK_CUDA(cudaMalloc((void **)&b, 2 * bytes));
    work<<<1, 32>>>(a);
    work<<<1, 32>>>(b);
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaFree(b));
    ++i;
  }
}

// The inner loop allocates; the outer one changes the size.
void inner(int steps) {
  for (int n = 32; n < 1024; n *= 2)
    for (int i = 0; i < steps; ++i) {
      float *d;
      cudaMalloc(&d, n * sizeof(float));
      // CHECK: :[[@LINE-1]]:7: warning: each iteration of the loop allocates 'd'
      work<<<1, 32>>>(d);
      cudaFree(d);
    }
}

void pinned(float *d, const std::vector<float> &in, int steps) {
  const size_t bytes = 1 << 20;
  for (int i = 0; i < steps; ++i) {
    float *h = nullptr;
    cudaMallocHost(&h, bytes);
    // CHECK: :[[@LINE-1]]:5: warning: each iteration of the loop allocates 'h' and frees it
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
    work<<<1, 32>>>(d);
    cudaFreeHost(h);
  }
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// The size differs.
void sizes(int steps) {
  for (int i = 1; i < steps; ++i) {
    float *d;
    cudaMalloc(&d, i * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
  }
}
void grows(int n, int steps) {
  for (int i = 1; i < steps; ++i) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
    n += 32;
  }
}
void setElsewhere(int *n);
void read(int steps) {
  int n;
  for (int i = 1; i < steps; ++i) {
    setElsewhere(&n);
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
  }
}

// Each device has memory of its own.
void devices(int count, int n) {
  for (int i = 0; i < count; ++i) {
    float *d;
    cudaSetDevice(i);
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
  }
}
void use(int device) { CHECK_CUDA(cudaSetDevice(device)); }
void devicesByCall(int count, int n) {
  for (int i = 0; i < count; ++i) {
    float *d;
    use(i);
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
  }
}
void devicesElsewhere(int count, int n) {
  for (int i = 0; i < count; ++i) {
    float *d;
    elsewhere(i);
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
  }
}

// What is kept is not freed in the iteration.
void kept(float **all, int count, int n) {
  for (int i = 0; i < count; ++i)
    cudaMalloc(&all[i], n * sizeof(float));
  for (int i = 0; i < count; ++i)
    work<<<1, 32>>>(all[i]);
  for (int i = 0; i < count; ++i)
    cudaFree(all[i]);
}
void exchanged(int n, int steps) {
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  for (int i = 0; i < steps; ++i) {
    work<<<1, 32>>>(d);
    cudaFree(d);
    cudaMalloc(&d, n * sizeof(float));
  }
  cudaFree(d);
}
void freedAtTimes(int n, int steps, bool keep) {
  for (int i = 0; i < steps; ++i) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    if (!keep)
      cudaFree(d);
  }
}

// Not in each iteration.
void once(int n, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (i == 0) {
      float *d;
      cudaMalloc(&d, n * sizeof(float));
      work<<<1, 32>>>(d);
      cudaFree(d);
    }
  }
}
void leaves(int n, int steps) {
  for (int i = 0; i < steps; ++i) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
    break;
  }
}
void noLoop(int n) {
  do {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    work<<<1, 32>>>(d);
    cudaFree(d);
  } while (0);
}

// This loop measures what an allocation takes.
void benchmark(int n, int steps) {
  for (int i = 0; i < steps; ++i) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaFree(d);
  }
}

// The pool of the stream gives the same memory again, without waiting.
void inStream(int n, int steps, cudaStream_t stream) {
  for (int i = 0; i < steps; ++i) {
    float *d;
    cudaMallocAsync((void **)&d, n * sizeof(float), stream);
    work<<<1, 32, 0, stream>>>(d);
    cudaFreeAsync(d, stream);
  }
}
