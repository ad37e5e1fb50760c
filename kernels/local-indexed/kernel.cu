// A private array indexed at run time lives in local memory, where every lane's
// copy of one element is interleaved: 4 sectors when the index is uniform.
// twin: local-indexed-fixed
// Remark: gpu-local-memory-array.
#include "../common/check.h"

__global__ void localIndexed(float *__restrict__ out,
                             const int *__restrict__ order) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r[32];
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    r[k] = k + i; // expect: 4 sectors, local
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k) {
    const int at = order[k];  // expect: 1 sector
    sum = sum * 0.5f + r[at]; // expect: 4 sectors, local
  }
  out[i] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> order(32, [](int i) { return 31 - i; });
  Buffer<float> out(16384);
  while (run.again("localIndexed"))
    localIndexed<<<64, 256>>>(out.get(), order.get());
}
