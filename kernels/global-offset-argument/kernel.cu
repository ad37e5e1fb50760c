// The offset is an argument, a literal at each launch.
// Silent: gpu-misaligned-global-access wants every launch off the boundary;
// offset 3 is, offset 16 is not.
// twin: global-offset-1-fixed
#include "../common/check.h"

__global__ void offsetArgument(float *__restrict__ out,
                               const float *__restrict__ in, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i + offset]; // expect: 5 and 4 sectors
  out[i] = v;                     // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(4096 + 16, ramp), out(4096);
  while (run.again("offsetArgument-3"))
    offsetArgument<<<32, 128>>>(out.get(), in.get(), 3);
  run.expect(out, [](int i) { return ramp(i + 3); });
  while (run.again("offsetArgument-16"))
    offsetArgument<<<32, 128>>>(out.get(), in.get(), 16);
  run.expect(out, [](int i) { return ramp(i + 16); });
}
