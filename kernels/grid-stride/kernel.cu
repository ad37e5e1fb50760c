// A grid-stride loop moves all lanes by the same amount a round.
// Silent: every rule.
#include "../common/check.h"

__global__ void gridStride(float *__restrict__ out,
                           const float *__restrict__ in, int n) {
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    const float v = in[i]; // expect: 4 sectors
    out[i] = v;            // expect: 4 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(16384, ramp), out(16384);
  while (run.again("gridStride"))
    gridStride<<<16, 256>>>(out.get(), in.get(), 16384);
  run.expect(out, ramp);
}
