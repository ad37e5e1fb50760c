// The stride is an argument, a literal at each launch: 1, 4 and 8 floats make
// 4, 16 and 32 sectors.
// Fires: gpu-uncoalesced-global-access at strides 4 and 8. twin: global-unit
#include "../common/check.h"

__global__ void runtimeStride(float *__restrict__ out,
                              const float *__restrict__ in, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i * stride]; // expect: 4, 16 and 32 sectors
  out[i] = v;                     // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(4096 * 8, ramp), out(4096);
  while (run.again("runtimeStride-1"))
    runtimeStride<<<32, 128>>>(out.get(), in.get(), 1);
  while (run.again("runtimeStride-4"))
    runtimeStride<<<32, 128>>>(out.get(), in.get(), 4);
  while (run.again("runtimeStride-8"))
    runtimeStride<<<32, 128>>>(out.get(), in.get(), 8);
  run.expect(out, [](int i) { return ramp(8 * i); });
}
