// nbody-aos with one array a field: 4 sectors for a lane's own body.
// Silent: every rule.
#include "../common/check.h"

constexpr int Bodies = 1024;

__global__ void nbodySoa(float *__restrict__ out, const float *__restrict__ xs,
                         const float *__restrict__ vxs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = xs[i]; // expect: 4 sectors
  float force = 0;
#pragma unroll 1
  for (int j = 0; j < Bodies; j += 8) {
    const float other = xs[j]; // expect: 1 sector
    force += other - x;
  }
  const float vx = vxs[i]; // expect: 4 sectors
  out[i] = vx + force;     // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> xs(Bodies, ramp), vxs(Bodies, [](int) { return 3; });
  Buffer<float> out(Bodies);
  while (run.again("nbodySoa"))
    nbodySoa<<<8, 128>>>(out.get(), xs.get(), vxs.get());
  run.expect(out, [](int i) { return 3 + 8 * 960 - 128 * ramp(i); });
}
