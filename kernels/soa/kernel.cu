// One array a field: the fix of the aos-* kernels, 4 sectors a warp.
// Silent: every rule.
#include "../common/check.h"

constexpr int Threads = 64 * 256, Rounds = 8;

struct Bodies {
  float *px, *py, *pz, *vx, *vy, *vz;
};

__global__ void soaOne(float *__restrict__ out, Bodies in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in.vx[r * Threads + i]; // expect: 4 sectors
  out[i] = sum;                    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> vx(Threads * Rounds, ramp), out(Threads);
  Bodies bodies = {};
  bodies.vx = vx.get();
  while (run.again("soaOne"))
    soaOne<<<64, 256>>>(out.get(), bodies);
  run.expect(out, [](int i) { return Rounds * ramp(i); });
}
