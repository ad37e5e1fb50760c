// Rows of 144 bytes (padded by 16) or of 16 bytes (packed): the eight rows of a
// matrix cover all 32 banks, one wavefront a matrix.
// Silent: every rule.
#include "../common/check.h"

template <int Words> __global__ void matrixPitch(unsigned *__restrict__ out) {
  __shared__ alignas(16) unsigned tile[32 * Words];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 32 * Words; k += 32)
    tile[k] = k; // expect: 1 wavefront
  __syncthreads();
  const unsigned row = __cvta_generic_to_shared(&tile[t * Words]);
  unsigned a, b, c, d;
  // One line, as the line table has the last line of an asm statement.
  // clang-format off
  // expect: 4 wavefronts
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(row));
  // clang-format on
  out[blockIdx.x * 32 + t] = a + b + c + d; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned> out(16 * 32);
  while (run.again("matrixPitch<36>"))
    matrixPitch<36><<<16, 32>>>(out.get());
  while (run.again("matrixPitch<4>"))
    matrixPitch<4><<<16, 32>>>(out.get());
}
