// 256 shared counters, the bin is data: the bank is data, too.
// gpu-shared-bank-conflict: data-dependent, no claim. twin: histogram-per-lane
#include "../common/check.h"

__global__ void histogram(int *__restrict__ out,
                          const unsigned char *__restrict__ in) {
  __shared__ int bins[256];
  const int t = threadIdx.x;
  bins[t] = 0; // expect: 1 wavefront
  __syncthreads();
  const int bin = in[blockIdx.x * 256 + t]; // expect: 1 sector
  atomicAdd(&bins[bin], 1);                 // expect: data-dependent
  __syncthreads();
  const int count = bins[t];         // expect: 1 wavefront
  out[blockIdx.x * 256 + t] = count; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned char> in(16 * 256, [](int i) { return i * 32 & 255; });
  Buffer<int> out(16 * 256);
  while (run.again("histogram"))
    histogram<<<16, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 32 ? 0 : 32; });
}
