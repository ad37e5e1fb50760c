// Matrix product from global memory. 16 x 16 blocks: a warp reads 2 elements of
// a (2 sectors) and half rows of b (16 floats, 2 sectors) a step.
// Silent: every rule; it is slow for its traffic, not for its patterns.
#include "../common/check.h"

constexpr int N = 128;

__global__ void matmulNaive(float *__restrict__ c, const float *__restrict__ a,
                            const float *__restrict__ b) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < N; ++k) {
    const float left = a[y * N + k];  // expect: 2 sectors
    const float right = b[k * N + x]; // expect: 2 sectors
    sum += left * right;
  }
  c[y * N + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> a(N * N, [](int i) { return i % N == i / N ? 2 : 0; });
  Buffer<float> b(N * N, ramp), c(N * N);
  while (run.again("matmulNaive"))
    matmulNaive<<<dim3(8, 8), dim3(16, 16)>>>(c.get(), a.get(), b.get());
  run.expect(c, [](int i) { return 2 * ramp(i); });
}
