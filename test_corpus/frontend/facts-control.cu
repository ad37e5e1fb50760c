// RUN: %warp-tidy --cuda-path=none --print-facts %s | %FileCheck %s
// Guards and loops around an access.

__global__ void guarded(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: kernel guarded
  // CHECK: global store 4B 'data[i]' {{.*}}mask={{.*}}threadIdx.x{{.*}}
  data[i] = 0;
}

__global__ void looped(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    // CHECK: kernel looped
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: global load 4B 'in[k]' {{.*}}loop@[[#@LINE-2]]
    sum += in[k];
  // CHECK: global store 4B 'out[threadIdx.x]' address=out + 4*threadIdx.x{{$}}
  out[threadIdx.x] = sum;
}

__global__ void divergent(float *data) {
  // CHECK: kernel divergent
  // CHECK: global store 4B 'data[threadIdx.x]' {{.*}}mask={{.*}}
  // CHECK: global store 4B 'data[threadIdx.x + 64]' {{.*}}mask={{.*}}
  if (threadIdx.x % 2)
    data[threadIdx.x] = 1;
  else
    data[threadIdx.x + 64] = 2;
}
