// gpu-managed-no-prefetch: managed memory that both sides use in turns, and uses
// that do not come in turns.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-managed-no-prefetch %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
//
// A unit that prefetches or advises is silent as a whole.
// RUN: %warp-tidy --cuda-path=none --checks=gpu-managed-no-prefetch %s -- -DPREFETCH 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --check-prefix=NONE
// RUN: %warp-tidy --cuda-path=none --checks=gpu-managed-no-prefetch %s -- -DADVISE 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: {{warning|error}}:

#include <cstdio>
#include <cstring>

__global__ void work(float *data) { data[threadIdx.x] += 1.0f; }
__global__ void both(const float *in, int *flag) { *flag = in[threadIdx.x] > 0; }
void unseen(float *data);
float total(const float *data, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += data[i];
  return sum;
}
#ifdef PREFETCH
void elsewhere(float *data, int n) { cudaMemPrefetchAsync(data, n, 0); }
#endif
#ifdef ADVISE
void elsewhere(float *data, int n) {
  cudaMemAdvise(data, n, cudaMemAdviseSetPreferredLocation, 0);
}
#endif

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

float turns(int n, int steps) {
  float *m, sum = 0;
  cudaMallocManaged(&m, n * sizeof(float));
  for (int i = 0; i < steps; ++i) {
    work<<<1, 32>>>(m);
    cudaDeviceSynchronize();
    for (int j = 0; j < n; ++j)
      // CHECK: :[[@LINE+3]]:14: warning: each iteration of the loop uses 'm' in kernel 'work' and reads it on the host: its pages migrate there and back on faults [gpu-managed-no-prefetch]
      // CHECK: :[[@LINE-4]]:5: note: launched here
      // CHECK: :[[@LINE-7]]:3: note: 'm' is allocated here
      sum += m[j];
    m[0] = 0; // Told once a loop.
  }
  cudaFree(m);
  return sum;
}

// A flag that is set before and looked at after each launch.
void flags(const float *in, int n) {
  int *flag;
  cudaMallocManaged((void **)&flag, sizeof(int));
  do {
    // CHECK: :[[@LINE+1]]:5: warning: each iteration of the loop uses 'flag' in kernel 'both' and writes it on the host
    *flag = 0;
    both<<<1, 32>>>(in, flag);
    cudaDeviceSynchronize();
  } while (*flag);
}

// The loop around both, not the one around one of them.
void nested(float *h, int n, int steps) {
  float *m = nullptr;
  cudaMallocManaged(&m, n);
  for (int i = 0; i < steps; ++i) {
    // CHECK: :[[@LINE+1]]:5: warning: each iteration of the loop uses 'm' in kernel 'work' and writes it
    memcpy(m, h, n);
    for (int j = 0; j < 4; ++j)
      work<<<1, 32>>>(m);
    work<<<1, 32>>>(m + 32);
    cudaDeviceSynchronize();
  }
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// Once before and once after.
float around(int n, int steps) {
  float *m, sum = 0;
  cudaMallocManaged(&m, n);
  for (int j = 0; j < n; ++j)
    m[j] = j;
  for (int i = 0; i < steps; ++i)
    work<<<1, 32>>>(m);
  cudaDeviceSynchronize();
  for (int j = 0; j < n; ++j)
    sum += m[j];
  return sum;
}

// Every hundredth step, and a kernel that seldom runs.
void seldom(int n, int steps) {
  float *m;
  cudaMallocManaged(&m, n);
  for (int i = 0; i < steps; ++i) {
    work<<<1, 32>>>(m);
    if (i % 100 == 0) {
      cudaDeviceSynchronize();
      std::printf("%f\n", m[0]);
    }
  }
  for (int i = 0; i < steps; ++i) {
    if (i == 4)
      work<<<1, 32>>>(m);
    m[i] = 0;
  }
}

// Different memory; only one side in each loop.
void apart(int n, int steps) {
  float *m, *d;
  cudaMallocManaged(&m, n);
  cudaMallocManaged(&d, n);
  for (int i = 0; i < steps; ++i) {
    work<<<1, 32>>>(d);
    m[i] = 0;
  }
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < 4; ++j)
      work<<<1, 32>>>(m + n / 2);
    for (int j = 0; j < 4; ++j)
      d[j] = 0;
  }
}

// Only the address is used, or a function that may prefetch has it.
void given(int n, int steps) {
  float *m, *u;
  cudaMallocManaged(&m, n);
  cudaMallocManaged(&u, n);
  unseen(u);
  for (int i = 0; i < steps; ++i) {
    work<<<1, 32>>>(&m[i]);
    work<<<1, 32>>>(u);
    cudaDeviceSynchronize();
    u[0] = sizeof(m[0]);
  }
}

// Not managed, or not for certain.
void other(float *p, bool b, int n, int steps) {
  float *h, *m = p;
  cudaMallocHost(&h, n);
  if (b)
    cudaMallocManaged(&m, n);
  for (int i = 0; i < steps; ++i) {
    work<<<1, 32>>>(h);
    work<<<1, 32>>>(m);
    work<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    h[0] = m[0] = p[0] = 0;
  }
}
