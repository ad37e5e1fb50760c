// A table read by lane from constant and from global memory, in a long loop:
// what 32 requests in place of one cost in time. The offsets are whole sectors.
// Fires: gpu-divergent-constant-access. twin: fromGlobal, same file
#include "../common/check.h"

constexpr int Rounds = 256;

__constant__ float weights[512];

__global__ void fromConstant(float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += weights[threadIdx.x + (r & 7) * 32]; // expect: 32 requests
  out[i] = sum;                                 // expect: 4 sectors
}

__global__ void fromGlobal(float *__restrict__ out,
                           const float *__restrict__ weights) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += weights[threadIdx.x + (r & 7) * 32]; // expect: 4 sectors
  out[i] = sum;                                 // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(weights, [](int i) { return float(i); });
  Buffer<float> table(512, [](int i) { return i; }), out(512 * 256);
  while (run.again("fromConstant"))
    fromConstant<<<512, 256>>>(out.get());
  run.expect(out, [](int i) { return Rounds * (i % 256 + 112); });
  while (run.again("fromGlobal"))
    fromGlobal<<<512, 256>>>(out.get(), table.get());
  run.expect(out, [](int i) { return Rounds * (i % 256 + 112); });
}
