// RUN: %warp-tidy --cuda-path=none --print-facts %s | %FileCheck %s
// Helpers, template instances, lambdas and overloaded operators are inlined;
// each access keeps its own place and the way to it.

__device__ float fetch(const float *from, int at) {
  // CHECK: kernel chained
  // CHECK: facts-helpers.cu:[[#@LINE+1]]:10: global load 4B 'from[at]' address=
  return from[at];
}

__device__ float fetchScaled(const float *from, int row, int pitch) {
  return fetch(from, row * pitch);
}

__global__ void chained(const float *in, float *out) {
  // CHECK: facts-helpers.cu:[[#@LINE+1]]:3: global store 4B 'out[threadIdx.x]' address=out + 4*threadIdx.x
  out[threadIdx.x] = fetchScaled(in, threadIdx.x, 8);
}

template <typename T, int Step> __global__ void typed(T *data) {
  // CHECK: kernel typed<double, 3>
  // CHECK: global store 8B 'data[threadIdx.x * Step]' address=data + 24*threadIdx.x
  // CHECK: kernel typed<short, 1>
  // CHECK: global store 2B 'data[threadIdx.x * Step]' address=data + 2*threadIdx.x
  data[threadIdx.x * Step] = T(1);
}
template __global__ void typed<double, 3>(double *);
template __global__ void typed<short, 1>(short *);

__global__ void lambdas(float *data) {
  auto put = [=](int at, float value) { data[at] = value; };
  // CHECK: kernel lambdas
  // CHECK: facts-helpers.cu:[[#@LINE-2]]:{{[0-9]+}}: global store 4B 'data[at]' address=data + 8*threadIdx.x
  put(2 * threadIdx.x, 1.0f);
}

struct View {
  float *data;
  int pitch;
  __device__ float &operator()(int row, int col) {
    return data[row * pitch + col];
  }
};

__global__ void operators(View view) {
  // CHECK: kernel operators
  // CHECK: global store 4B {{.*}}address={{.*}}4*threadIdx.x
  view(blockIdx.x, threadIdx.x) = 2.0f;
}
