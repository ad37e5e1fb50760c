// 1000 elements, blocks of 128: the guard leaves 8 lanes of one warp of the
// last block active and idles its last three warps.
// Silent: every rule; a masked lane costs nothing.
#include "../common/check.h"

__global__ void guarded(float *__restrict__ out, const float *__restrict__ in,
                        int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float v = in[i]; // expect: 4 sectors, 1 in the last warp
    out[i] = v;            // expect: 4 sectors, 1 in the last warp
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(1000, ramp), out(1000);
  while (run.again("guarded"))
    guarded<<<8, 128>>>(out.get(), in.get(), 1000);
  run.expect(out, ramp);
}
