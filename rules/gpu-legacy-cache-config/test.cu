// gpu-legacy-cache-config: preferences that a carve-out would be better for.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-legacy-cache-config %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

__global__ void kernel(float *data) { data[threadIdx.x] = 1.0f; }
template <int N> __global__ void instance(float *data) {
  data[threadIdx.x] = N;
}

void preferences() {
  cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared);
  // CHECK: :[[@LINE-1]]:3: remark: cudaFuncSetCacheConfig with cudaFuncCachePreferShared: launches of kernels with different preferences may wait for each other [gpu-legacy-cache-config]
  // CHECK: :[[@LINE-2]]:3: note: on sm_90 cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared) gives it as a hint for one kernel
  cudaFuncSetCacheConfig(instance<4>, cudaFuncCachePreferL1);
  // CHECK: :[[@LINE-1]]:3: remark: cudaFuncSetCacheConfig with cudaFuncCachePreferL1
  // CHECK: note: on sm_90 {{.*}}, cudaSharedmemCarveoutMaxL1)
  (void)cudaDeviceSetCacheConfig(cudaFuncCachePreferEqual);
  // CHECK: :[[@LINE-1]]:9: remark: cudaDeviceSetCacheConfig with cudaFuncCachePreferEqual
  // CHECK: note: on sm_90 {{.*}}, 50)
}

// No preference; one that is not known; and what is to be used instead.
void silent(cudaFuncCache config) {
  cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferNone);
  cudaDeviceSetCacheConfig(cudaFuncCachePreferNone);
  cudaFuncSetCacheConfig(kernel, config);
  cudaDeviceGetCacheConfig(&config);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                       50);
}
