// Matrix product through shared tiles. The inner loop once as written and once
// unrolled, where four steps of the row of as become one 128-bit load.
// Silent: every rule; the two rows of as are in banks 16 apart.
#include "../common/check.h"

constexpr int N = 128;

__global__ void matmulTiled(float *__restrict__ c, const float *__restrict__ a,
                            const float *__restrict__ b) {
  __shared__ float as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t < N; t += 16) {
    const float left = a[y * N + t + tx];    // expect: 4 sectors
    const float right = b[(t + ty) * N + x]; // expect: 4 sectors
    as[ty][tx] = left;                       // expect: 1 wavefront
    bs[ty][tx] = right;                      // expect: 1 wavefront
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 16; ++k) {
      const float l = as[ty][k]; // expect: 1 wavefront
      const float r = bs[k][tx]; // expect: 1 wavefront
      sum += l * r;
    }
    __syncthreads();
  }
  c[y * N + x] = sum; // expect: 4 sectors
}

__global__ void matmulUnrolled(float *__restrict__ c,
                               const float *__restrict__ a,
                               const float *__restrict__ b) {
  __shared__ float as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t < N; t += 16) {
    const float left = a[y * N + t + tx];    // expect: 4 sectors
    const float right = b[(t + ty) * N + x]; // expect: 4 sectors
    as[ty][tx] = left;                       // expect: 1 wavefront
    bs[ty][tx] = right;                      // expect: 1 wavefront
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
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
  while (run.again("matmulTiled"))
    matmulTiled<<<dim3(8, 8), dim3(16, 16)>>>(c.get(), a.get(), b.get());
  run.expect(c, [](int i) { return 2 * ramp(i); });
  while (run.again("matmulUnrolled"))
    matmulUnrolled<<<dim3(8, 8), dim3(16, 16)>>>(c.get(), a.get(), b.get());
  run.expect(c, [](int i) { return 2 * ramp(i); });
}
