// Doubles and float4: 8 and 16 sectors a warp are ideal for their width.
// Silent: every rule.
#include "../common/check.h"

__global__ void wideDouble(double *__restrict__ out,
                           const double *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double v = in[i]; // expect: 8 sectors
  out[i] = v;             // expect: 8 sectors
}

__global__ void wideFloat4(float4 *__restrict__ out,
                           const float4 *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i]; // expect: 16 sectors each
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<double> in(8192, ramp), out(8192);
  Buffer<float4> in4(8192), out4(8192);
  while (run.again("wideDouble"))
    wideDouble<<<32, 256>>>(out.get(), in.get());
  run.expect(out, ramp);
  while (run.again("wideFloat4"))
    wideFloat4<<<32, 256>>>(out4.get(), in4.get());
}
