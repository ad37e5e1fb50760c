// gpu-copy-in-loop: copies that one copy before the loop would replace, and
// copies that are needed.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-copy-in-loop %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

#include <cstdlib>
#include <vector>

__constant__ float table[32];
__global__ void reads(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x] + table[threadIdx.x];
}
__global__ void writes(float *data) { data[threadIdx.x] += 1.0f; }
void print(const float *data);

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void plain(float *out, int n, int steps) {
  float *h = (float *)malloc(n * sizeof(float)), *d;
  for (int i = 0; i < n; ++i)
    h[i] = i;
  cudaMalloc(&d, n * sizeof(float));
  for (int i = 0; i < steps; ++i) {
    // CHECK: :[[@LINE+2]]:5: warning: each iteration of the loop copies 'h' to 'd' again, and neither changes in the loop [gpu-copy-in-loop]
    // CHECK: :[[@LINE-2]]:3: note: copy once, before this loop
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
  cudaFree(d);
  free(h);
}

// The results change, the input does not; it is read and printed meanwhile.
float sum(int steps) {
  std::vector<float> in(32, 1.0f), out(32);
  float *a, *b, total = 0;
  cudaMalloc((void **)&a, 128);
  cudaMalloc((void **)&b, 128);
  do {
    cudaMemcpyAsync(a, in.data(), 128, cudaMemcpyHostToDevice, 0);
    // CHECK: :[[@LINE-1]]:5: warning: each iteration of the loop copies 'in' to 'a' again
    reads<<<1, 32>>>(a, b);
    cudaMemcpy(out.data(), b, 128, cudaMemcpyDeviceToHost);
    print(&in[0]);
    total += out[0];
  } while (--steps > 0);
  return total;
}

// Kernels cannot write constant memory.
void toSymbol(const float *in, float *out, int steps) {
  float h[32];
  for (int i = 0; i < 32; ++i)
    h[i] = 1.0f / i;
  for (int i = 0; i < steps; ++i) {
    cudaMemcpyToSymbol(table, h, sizeof(h));
    // CHECK: :[[@LINE-1]]:5: warning: each iteration of the loop copies 'h' to 'table' again
    reads<<<1, 32>>>(in, out);
  }
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// A kernel changes what was copied: each iteration starts anew.
void reset(int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    writes<<<1, 32>>>(d);
  }
}
void filled(float *out, int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
    cudaMemset(d, 0, n);
  }
}
// It may be changed through another pointer, too.
struct Buffers {
  float *in;
};
__global__ void writesMember(Buffers b) { b.in[threadIdx.x] = 0.0f; }
void otherName(float *out, int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  Buffers b = {d};
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
    writesMember<<<1, 32>>>(b);
  }
}

// The source changes.
void written(float *out, int n, int steps) {
  float *h = (float *)malloc(n * sizeof(float)), *d;
  cudaMalloc(&d, n * sizeof(float));
  for (int i = 0; i < steps; ++i) {
    h[i] = i;
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}
void fill(float *data, int n);
void writtenByCall(float *out, int n, int steps) {
  float *h = (float *)malloc(n * sizeof(float)), *d;
  cudaMalloc(&d, n * sizeof(float));
  for (int i = 0; i < steps; ++i) {
    fill(h, n);
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}
void copiedBack(float *out, int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
    cudaMemcpy(h, out, n, cudaMemcpyDeviceToHost);
  }
}
void writtenAsOther(float *out, int n, int steps) {
  float *h = (float *)malloc(n), *same = h, *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    same[i] = i;
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}
void flag(float *out, int steps) {
  float *d;
  cudaMalloc(&d, 4);
  for (int i = 0; i < steps; ++i) {
    float value = i;
    cudaMemcpy(d, &value, 4, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}

// Another part each time.
void parts(float *out, int n, int steps) {
  float *h = (float *)malloc(n * steps), *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h + i * n, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}

// Not in each iteration, or in one alone.
void first(float *out, int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    if (i == 0)
      cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}

// Who else has these pointers is not known.
void parameters(const float *h, float *d, float *out, int n, int steps) {
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
  }
}

// The loop measures the copy.
void benchmark(int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i)
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
}

// Another copy to the same symbol.
void twoTables(const float *in, float *out, int steps) {
  float h[32] = {}, g[32] = {};
  for (int i = 0; i < steps; ++i) {
    cudaMemcpyToSymbol(table, h, sizeof(h));
    reads<<<1, 32>>>(in, out);
    cudaMemcpyToSymbol(table, g, sizeof(g));
    reads<<<1, 32>>>(in, out);
  }
}

// A function may hand on what it is given, and so does the runtime.
float *middle(float *data);
void handedOn(float *out, int n, int steps) {
  float *h = (float *)malloc(n), *d;
  cudaMalloc(&d, n);
  float *part = middle(d);
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
    writes<<<1, 32>>>(part);
  }
}
void mapped(float *out, int n, int steps) {
  float *h, *d, *device;
  cudaHostAlloc((void **)&h, n, cudaHostAllocMapped);
  cudaHostGetDevicePointer((void **)&device, h, 0);
  cudaMalloc(&d, n);
  for (int i = 0; i < steps; ++i) {
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    reads<<<1, 32>>>(d, out);
    writes<<<1, 32>>>(device);
  }
}
