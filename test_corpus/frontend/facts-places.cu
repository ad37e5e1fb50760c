// RUN: %warp-tidy --cuda-path=none --print-facts %s | %FileCheck %s
// An access stands where it is made, not where its address was formed first:
// the lines must be those that the compiler gives the machine instructions.

__global__ void again(int *data) {
  // CHECK: kernel again
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global store 4B 'data[threadIdx.x]'
  data[threadIdx.x] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global reduction 4B 'data[threadIdx.x]'
  atomicAdd(&data[threadIdx.x], 1);
}

__global__ void copyAgain(float4 *from, float4 *to) {
  // CHECK: kernel copyAgain
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global store 16B 'from[threadIdx.x]'
  from[threadIdx.x] = make_float4(0, 0, 0, 0);
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global load 16B 'from[threadIdx.x]'
  to[threadIdx.x] = from[threadIdx.x];
}

__global__ void readAgain(const float *from, float *to) {
  // CHECK: kernel readAgain
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global load 4B 'from[threadIdx.x]'
  to[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global load 4B 'from[threadIdx.x]'
  to[threadIdx.x + 32] = __ldcg(&from[threadIdx.x]);
}

__global__ void byPtx(const float *from) {
  __shared__ float stage[64];
  unsigned at = (unsigned)__cvta_generic_to_shared(&stage[threadIdx.x]);
  // CHECK: kernel byPtx
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{global|shared}} copy 4B
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(at),
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: {{global|shared}} copy 4B
               "l"(from + threadIdx.x));
}
