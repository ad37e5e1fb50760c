// matmul-naive with threadIdx.x along the rows: a is read and c written down
// columns, 16 sectors each.
// Fires: gpu-uncoalesced-global-access. twin: matmul-naive
#include "../common/check.h"

constexpr int N = 128;

__global__ void matmulColumn(float *__restrict__ c, const float *__restrict__ a,
                             const float *__restrict__ b) {
  const int y = blockIdx.x * 16 + threadIdx.x;
  const int x = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < N; ++k) {
    const float left = a[y * N + k];  // expect: 16 sectors
    const float right = b[k * N + x]; // expect: 1 sector
    sum += left * right;
  }
  c[y * N + x] = sum; // expect: 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> a(N * N, [](int i) { return i % N == i / N ? 2 : 0; });
  Buffer<float> b(N * N, ramp), c(N * N);
  while (run.again("matmulColumn"))
    matmulColumn<<<dim3(8, 8), dim3(16, 16)>>>(c.get(), a.get(), b.get());
  run.expect(c, [](int i) { return 2 * ramp(i); });
}
