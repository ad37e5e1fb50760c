// gpu-shared-over-limit: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-shared-over-limit %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-shared-over-limit --gpu-arch=sm_86 \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=OLDER
//
// Without opting in, static and dynamic memory together may have 48 KB, 49152
// bytes; with it 227 KB, 232448 bytes, on sm_90 and 99 KB, 101376 bytes, on
// sm_86.

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// 13000 floats are 52000 bytes.
__global__ void tooMuch(const float *in, float *out, int n) {
  // CHECK: :[[@LINE-1]]:17: warning: 52000 bytes of static shared memory where 49152 are allowed: kernel 'tooMuch' does not build [gpu-shared-over-limit]
  // CHECK: note: dynamic shared memory may have up to 232448 bytes on sm_90, with cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)
  __shared__ float s[13000];
  for (int i = threadIdx.x; i < 13000; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[n];
}

// Two arrays that are too much together: 40000 and 10000 bytes.
__global__ void twoArrays(const float *in, float *out, int n) {
  // CHECK: :[[@LINE-1]]:17: warning: 50000 bytes of static shared memory where 49152 are allowed: kernel 'twoArrays' does not build
  __shared__ float a[10000];
  __shared__ float b[2500];
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = in[threadIdx.x + 256];
  __syncthreads();
  out[threadIdx.x] = a[n] + b[n];
}

__global__ void dynamicOnly(float *out, int n) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[n];
}

// 4096 bytes of its own.
__global__ void both(float *out, int n) {
  __shared__ float s[1024];
  extern __shared__ float d[];
  s[threadIdx.x] = d[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[n] + s[n];
}

__global__ void optsIn(float *out, int n) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[n];
}

template <int N> __global__ void instance(float *out, int n) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[n] + N;
}

__global__ void handedOn(float *out, int n) {
  extern __shared__ float d[];
  d[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[n];
}
void prepare(void (*kernel)(float *, int), unsigned bytes);

void launches(float *out, int bytes, cudaStream_t stream) {
  dynamicOnly<<<8, 256, 65536>>>(out, 1);
  // CHECK: :[[@LINE-1]]:3: warning: 65536 bytes of dynamic shared memory where a block may have 49152 unless the kernel opts in: the launch fails [gpu-shared-over-limit]
  // CHECK: note: cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) before the launch allows it; the unit does not call it for this kernel
  // CHECK: note: kernel 'dynamicOnly' is declared here
  both<<<8, 256, 48 * 1024>>>(out, 1);
  // CHECK: :[[@LINE-1]]:3: warning: 53248 bytes of shared memory, 49152 of them dynamic, where a block may have 49152 unless the kernel opts in: the launch fails
  // CHECK: note: kernel 'both' has 4096 bytes of static arrays
  optsIn<<<8, 256, 256 * 1024, stream>>>(out, 1);
  // CHECK: :[[@LINE-1]]:3: warning: 262144 bytes of dynamic shared memory where a block may have 232448 on sm_90: the launch fails
  instance<1><<<8, 256, 65536>>>(out, 1);
  // CHECK: :[[@LINE-1]]:3: warning: 65536 bytes of dynamic shared memory where a block may have 49152 unless

  //===--------------------------------------------------------------------===//
  // Silent
  //===--------------------------------------------------------------------===//

  // Just what there is.
  dynamicOnly<<<8, 256, 49152>>>(out, 1);
  both<<<8, 256, 45056>>>(out, 1);
  // Not known.
  dynamicOnly<<<8, 256, bytes>>>(out, 1);
  dynamicOnly<<<8, 256>>>(out, 1);
  // It opts in, wherever that is done.
  cudaFuncSetAttribute(optsIn, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       128 * 1024);
  optsIn<<<8, 256, 128 * 1024>>>(out, 1);
  // OLDER: :[[@LINE-1]]:3: warning: 131072 bytes of dynamic shared memory where a block may have 101376 on sm_86: the launch fails
  cudaFuncSetAttribute(instance<2>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       65536);
  instance<2><<<8, 256, 65536>>>(out, 1);
  // A function that is not seen may opt in.
  prepare(handedOn, 65536);
  handedOn<<<8, 256, 65536>>>(out, 1);
}

// An array that is only written may be left out.
__global__ void onlyWritten(const float *in) {
  __shared__ float s[13000];
  s[threadIdx.x] = in[threadIdx.x];
}

// 48 KB as they may be.
__global__ void full(const float *in, float *out, int n) {
  __shared__ float s[12288];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n];
}
