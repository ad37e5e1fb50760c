// ldmatrix.x4 of 8 x 8 halves, rows of 128 bytes: the eight rows of a matrix
// start in the same bank, 8 wavefronts a matrix, 32 in all.
// Fires: gpu-shared-bank-conflict on the ldmatrix. twin: ldmatrix-128-fixed
#include "../common/check.h"

__global__ void matrixPitch128(unsigned *__restrict__ out) {
  __shared__ alignas(16) unsigned tile[32 * 32];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 32 * 32; k += 32)
    tile[k] = k; // expect: 1 wavefront
  __syncthreads();
  const unsigned row = __cvta_generic_to_shared(&tile[t * 32]);
  unsigned a, b, c, d;
  // One line, as the line table has the last line of an asm statement.
  // clang-format off
  // expect: 32 wavefronts
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(row));
  // clang-format on
  out[blockIdx.x * 32 + t] = a + b + c + d; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned> out(16 * 32);
  while (run.again("matrixPitch128"))
    matrixPitch128<<<16, 32>>>(out.get());
}
