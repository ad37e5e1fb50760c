// The same fault on a store: stride 5, 20 sectors; stride 7, 28 sectors.
// Fires: gpu-uncoalesced-global-access on the store. twin: global-unit
#include "../common/check.h"

template <int Stride>
__global__ void stridedStore(float *__restrict__ out,
                             const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i]; // expect: 4 sectors
  out[i * Stride] = v;   // expect: 4 * Stride sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(4096, ramp), five(4096 * 5), seven(4096 * 7);
  while (run.again("stridedStore<5>"))
    stridedStore<5><<<32, 128>>>(five.get(), in.get());
  while (run.again("stridedStore<7>"))
    stridedStore<7><<<32, 128>>>(seven.get(), in.get());
  run.expect(five, [](int i) { return i % 5 ? 0 : ramp(i / 5); });
  run.expect(seven, [](int i) { return i % 7 ? 0 : ramp(i / 7); });
}
