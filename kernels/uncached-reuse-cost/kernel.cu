// The same matrix product from global memory and through tiles in shared
// memory: all 32 warps of a block read the same row of b, or one of them does.
// Fires: gpu-uncached-reuse in fromGlobal (off by default). Silent: fromTiles.
#include "../common/check.h"

constexpr int N = 1024;

__global__ void fromGlobal(float *__restrict__ c, const float *__restrict__ a,
                           const float *__restrict__ b) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < N; ++k) {
    const float left = a[y * N + k];  // expect: 1 sector
    const float right = b[k * N + x]; // expect: 4 sectors
    sum += left * right;
  }
  c[y * N + x] = sum; // expect: 4 sectors
}

__global__ void fromTiles(float *__restrict__ c, const float *__restrict__ a,
                          const float *__restrict__ b) {
  __shared__ float as[32][32], bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t < N; t += 32) {
    const float left = a[y * N + t + tx];    // expect: 4 sectors
    const float right = b[(t + ty) * N + x]; // expect: 4 sectors
    as[ty][tx] = left;                       // expect: 1 wavefront
    bs[ty][tx] = right;                      // expect: 1 wavefront
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 32; ++k) {
      const float l = as[ty][k]; // expect: 1 wavefront
      const float r = bs[k][tx]; // expect: 1 wavefront
      sum += l * r;
    }
    __syncthreads();
  }
  c[y * N + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> a(N * N, [](int i) { return i % N == i / N ? 2 : 0; });
  Buffer<float> b(N * N, ramp), c(N * N);
  const auto twice = [](int i) { return 2 * ramp(i); };
  while (run.again("fromGlobal"))
    fromGlobal<<<dim3(N / 32, N / 32), dim3(32, 32)>>>(c.get(), a.get(),
                                                       b.get());
  run.expect(c, twice);
  while (run.again("fromTiles"))
    fromTiles<<<dim3(N / 32, N / 32), dim3(32, 32)>>>(c.get(), a.get(),
                                                      b.get());
  run.expect(c, twice);
}
