// A float4 a lane: 64 requests a warp on the hardware.
// Fires: gpu-divergent-constant-access. twin: constant-uniform
#include "../common/check.h"

__constant__ float4 table[128];

__global__ void constantFloat4(float4 *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[threadIdx.x]; // expect: 64 requests, 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, [](int i) { return make_float4(i, 0, 0, 0); });
  Buffer<float4> out(2048);
  while (run.again("constantFloat4"))
    constantFloat4<<<16, 128>>>(out.get());
}
