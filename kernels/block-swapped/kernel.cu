// threadIdx.x walks down the rows: in a 16 x 16 block two columns of 16 rows,
// so 16 sectors hold two neighbouring floats each. Fires:
// gpu-uncoalesced-global-access. twin: block-16-wide
#include "../common/check.h"

__global__ void swappedAxes(float *__restrict__ out,
                            const float *__restrict__ in) {
  const int row = blockIdx.x * 16 + threadIdx.x;
  const int column = blockIdx.y * 16 + threadIdx.y;
  const float v = in[row * 64 + column]; // expect: 16 sectors
  out[row * 64 + column] = v;            // expect: 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 64, ramp), out(64 * 64);
  while (run.again("swappedAxes"))
    swappedAxes<<<dim3(4, 4), dim3(16, 16)>>>(out.get(), in.get());
  run.expect(out, ramp);
}
