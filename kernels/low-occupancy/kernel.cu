// 40 KB of shared memory for blocks of two and of sixteen warps, which are 10 and
// 64 resident warps of 64: 160 MiB.
// Fires: gpu-low-occupancy-shared (remark) on the first launch. twin: the second
#include "../common/check.h"

constexpr int Words = 10240, Blocks = 4096;

template <int Threads>
__global__ void smooth(float *__restrict__ out, const float *__restrict__ in,
                       int shift) {
  __shared__ float s[Words];
  const int first = blockIdx.x * Words;
#pragma unroll 1
  for (int i = threadIdx.x; i < Words; i += Threads)
    s[i] = in[first + i]; // expect: 4 sectors
  __syncthreads();
#pragma unroll 1
  for (int i = threadIdx.x; i < Words; i += Threads)
    out[first + i] = s[i] + s[(i + shift) % Words]; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Words * Blocks, ramp), out(Words * Blocks);
  auto sum = [](int i) {
    const int first = i / Words * Words;
    return ramp(i) + ramp(first + (i - first + 1) % Words);
  };
  while (run.again("smooth<64>"))
    smooth<64><<<Blocks, 64>>>(out.get(), in.get(), 1);
  run.expect(out, sum);
  while (run.again("smooth<512>"))
    smooth<512><<<Blocks, 512>>>(out.get(), in.get(), 1);
  run.expect(out, sum);
}
