// The read-only path asked for by name: the same sectors as a plain load.
// Fires: gpu-uncoalesced-global-access on ldgStrided. twin: ldgUnit, same file
#include "../common/check.h"

__global__ void ldgUnit(float *out, const float *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = __ldg(&in[i]); // expect: 4 sectors
  out[i] = v;                    // expect: 4 sectors
}

__global__ void ldgStrided(float *out, const float *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = __ldg(&in[i * 6]); // expect: 24 sectors
  out[i] = v;                        // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(8192 * 6, ramp), out(8192);
  while (run.again("ldgUnit"))
    ldgUnit<<<32, 256>>>(out.get(), in.get());
  run.expect(out, ramp);
  while (run.again("ldgStrided"))
    ldgStrided<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(6 * i); });
}
