// A double a lane, and one double for all lanes: requests of 8 bytes.
// Fires: gpu-divergent-constant-access on the first. twin: the second
#include "../common/check.h"

__constant__ double table[256];

__global__ void constantDouble(double *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double v =
      table[threadIdx.x]; // expect: 32 or 64 requests: to be measured
  out[i] = v;             // expect: 8 sectors
}

__global__ void constantDoubleUniform(double *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double v = table[blockIdx.x]; // expect: 1 request
  out[i] = v;                         // expect: 8 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, ramp);
  Buffer<double> out(4096);
  while (run.again("constantDouble"))
    constantDouble<<<16, 256>>>(out.get());
  run.expect(out, [](int i) { return ramp(i % 256); });
  while (run.again("constantDoubleUniform"))
    constantDoubleUniform<<<16, 256>>>(out.get());
  run.expect(out, [](int i) { return i / 256; });
}
