// Walking backwards and swapping neighbours keep a warp in the same 128 bytes.
// Silent: every rule, though the lane stride is -1 and no constant.
#include "../common/check.h"

__global__ void backwards(float *__restrict__ out,
                          const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[4095 - i]; // expect: 4 sectors
  out[i] = v;                   // expect: 4 sectors
}

__global__ void swapped(float *__restrict__ out, const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i ^ 1]; // expect: 4 sectors
  out[i] = v;                // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(4096, ramp), out(4096);
  while (run.again("backwards"))
    backwards<<<32, 128>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(4095 - i); });
  while (run.again("swapped"))
    swapped<<<32, 128>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i ^ 1); });
}
