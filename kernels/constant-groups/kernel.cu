// Pairs of lanes share a word (16 requests), and groups of 8 (4 requests).
// Fires: gpu-divergent-constant-access. twin: constant-uniform
#include "../common/check.h"

__constant__ float table[256];

template <int Group> __global__ void constantGroups(float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = table[threadIdx.x / Group]; // expect: 16 and 4 requests
  out[i] = v;                                 // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, ramp);
  Buffer<float> out(4096);
  while (run.again("constantGroups<2>"))
    constantGroups<2><<<16, 256>>>(out.get());
  run.expect(out, [](int i) { return i % 256 / 2; });
  while (run.again("constantGroups<8>"))
    constantGroups<8><<<16, 256>>>(out.get());
  run.expect(out, [](int i) { return i % 256 / 8; });
}
