// A column of counters for each lane: the bin is data, the bank is the lane, so
// no two lanes ever meet. Tricky: data-dependent, and yet exact.
// Silent would be right: the bank does not depend on the data.
#include "../common/check.h"

__global__ void histogramPerLane(int *__restrict__ out,
                                 const unsigned char *__restrict__ in) {
  __shared__ int bins[16][32];
  const int t = threadIdx.x, lane = t % 32;
#pragma unroll 1
  for (int k = t / 32; k < 16; k += 8)
    bins[k][lane] = 0; // expect: 1 wavefront
  __syncthreads();
  const int bin = in[blockIdx.x * 256 + t]; // expect: 1 sector
  atomicAdd(&bins[bin & 15][lane], 1);      // expect: 1 wavefront
  __syncthreads();
#pragma unroll 1
  for (int k = t / 32; k < 16; k += 8) {
    const int count = bins[k][lane];               // expect: 1 wavefront
    out[blockIdx.x * 512 + k * 32 + lane] = count; // expect: 4 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned char> in(16 * 256, [](int i) { return i % 16; });
  Buffer<int> out(16 * 512);
  while (run.again("histogramPerLane"))
    histogramPerLane<<<16, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 16 == i / 32 % 16 ? 8 : 0; });
}
