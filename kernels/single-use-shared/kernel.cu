// Values that each thread keeps for itself between two barriers, in shared memory
// and in a register: 64 MiB.
// Fires: gpu-single-use-shared (remark) on the first. twin: its other kernel
#include "../common/check.h"

constexpr int Blocks = 4096, Rounds = 16;

__global__ void throughShared(float *__restrict__ out,
                              const float *__restrict__ in, float factor) {
  __shared__ float s[256];
#pragma unroll 1
  for (int k = 0; k < Rounds; ++k) {
    const int i = (k * Blocks + blockIdx.x) * 256 + threadIdx.x;
    s[threadIdx.x] = in[i]; // expect: 1 wavefront
    __syncthreads();
    out[i] = factor * s[threadIdx.x]; // expect: 1 wavefront
    __syncthreads();
  }
}

__global__ void throughRegister(float *__restrict__ out,
                                const float *__restrict__ in, float factor) {
#pragma unroll 1
  for (int k = 0; k < Rounds; ++k) {
    const int i = (k * Blocks + blockIdx.x) * 256 + threadIdx.x;
    const float v = in[i]; // expect: 4 sectors
    out[i] = factor * v;   // expect: 4 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  constexpr int Count = Rounds * Blocks * 256;
  Buffer<float> in(Count, ramp), out(Count);
  auto twice = [](int i) { return 2 * ramp(i); };
  while (run.again("throughShared"))
    throughShared<<<Blocks, 256>>>(out.get(), in.get(), 2);
  run.expect(out, twice);
  while (run.again("throughRegister"))
    throughRegister<<<Blocks, 256>>>(out.get(), in.get(), 2);
  run.expect(out, twice);
}
