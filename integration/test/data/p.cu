#include <cuda_runtime.h>
#include <cstdio>
struct P { float x, y, z; };
__constant__ float tab[64];
__global__ void k1(const float *a, float *o, int n) {
  __shared__ float s[32][33];
  int t = threadIdx.x;
  s[t][t & 3] = a[t * 2]; // two
  __syncthreads();
  float v = 0;
#pragma unroll 4
  for (int i = 0; i < 32; ++i)
    v += s[t][i];
  o[t] = v + tab[t];
  if (t < n) atomicAdd(&o[t & 7], 1.f);
}
template <int N> __global__ void k2(const P *p, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = p[i].x + p[i + N].z;
}
int main() {
  float *a, *o; cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20); cudaMemset(a, 0, 1 << 20);
  k1<<<1, 32>>>(a, o, 20); k1<<<2, 32>>>(a, o, 32); k2<3><<<4, 128>>>((P *)a, o);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
