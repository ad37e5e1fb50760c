// RUN: %warp-tidy --cuda-path=none --print-facts %s | %FileCheck %s
// Accesses that are no plain loads and stores.

#include <cuda_pipeline_primitives.h>

__global__ void asyncCopy(const float4 *in, float4 *out) {
  __shared__ float4 stage[64];
  // CHECK: kernel asyncCopy
  // CHECK-DAG: :[[#@LINE+2]]:{{[0-9]+}}: global copy 16B {{.*}}address=in + 16*threadIdx.x
  // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: shared copy 16B {{.*}}address={{.*}}stage{{.*}}
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = stage[threadIdx.x];
}

__global__ void asyncAsm(const float *in) {
  __shared__ float stage[64];
  unsigned to = (unsigned)__cvta_generic_to_shared(&stage[threadIdx.x]);
  // CHECK: kernel asyncAsm
  // CHECK-DAG: global copy 4B cp.async {{.*}}address=in + 4*threadIdx.x
  // CHECK-DAG: shared copy 4B cp.async {{.*}}address=stage + 4*threadIdx.x
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(to),
               "l"(in + threadIdx.x));
}

__global__ void matrices(unsigned *out) {
  __shared__ unsigned short tile[16 * 64];
  unsigned a, b, c, d;
  unsigned at =
      (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x % 16 * 64]);
  // CHECK: kernel matrices
  // CHECK: shared load 64B ldmatrix {{.*}}128*(threadIdx.x % 16)
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(at));
  out[threadIdx.x] = a + b + c + d;
}

__global__ void atomics(int *counts, int *old, float *sums, int *swaps) {
  __shared__ int local[64];
  __shared__ float part[64];
  // CHECK: kernel atomics
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global reduction 4B {{.*}}address=counts + 8*threadIdx.x
  atomicAdd(&counts[2 * threadIdx.x], 1);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: shared reduction 4B {{.*}}4*threadIdx.x
  atomicAdd(&local[threadIdx.x], 1);
  // CHECK: global atomic 4B {{.*}}address=counts
  old[threadIdx.x] = atomicAdd(counts, 1);
  // CHECK: shared {{atomic|reduction}} 4B {{.*}}4*threadIdx.x
  atomicAdd(&part[threadIdx.x], 1.0f);
  // CHECK: global {{atomic|reduction}} 4B {{.*}}address=sums
  atomicAdd(&sums[threadIdx.x], part[threadIdx.x]);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global atomic 4B {{.*}}address=swaps
  atomicCAS(&swaps[threadIdx.x], 0, 1);
}

__global__ void readOnly(const float *in, float *out) {
  // CHECK: kernel readOnly
  // CHECK: global load 4B {{.*}}address=in + 4*threadIdx.x
  out[threadIdx.x] = __ldg(&in[threadIdx.x]);
  // CHECK: global load 4B {{.*}}address=in + 128*threadIdx.x
  out[threadIdx.x] = __ldcs(in + 32 * threadIdx.x);
}

__constant__ float table[64];
__global__ void constants(float *out) {
  // CHECK: kernel constants
  // CHECK: constant load 4B 'table[threadIdx.x]' address=table + 4*threadIdx.x
  out[threadIdx.x] = table[threadIdx.x];
}

extern __shared__ float dynamic[];
__global__ void dynamicShared(float *out) {
  // CHECK: kernel dynamicShared
  // CHECK: shared load 4B 'dynamic[threadIdx.x]' address=dynamic + 4*threadIdx.x
  out[threadIdx.x] = dynamic[threadIdx.x];
}
