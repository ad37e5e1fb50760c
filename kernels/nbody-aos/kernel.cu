// All-pairs forces, then a step; bodies of 28 bytes. The pair loop reads one
// body for all lanes (one sector); a lane's own body is 28 sectors a field.
// Fires: gpu-aos-field-waste, gpu-uncoalesced-global-access. twin: nbody-soa
#include "../common/check.h"

struct Body {
  float x, y, z, mass, vx, vy, vz;
};

constexpr int Bodies = 1024;

__global__ void nbodyAos(float *__restrict__ out,
                         const Body *__restrict__ bodies) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = bodies[i].x; // expect: 28 sectors
  float force = 0;
#pragma unroll 1
  for (int j = 0; j < Bodies; j += 8) {
    const float other = bodies[j].x; // expect: 1 sector
    force += other - x;
  }
  const float vx = bodies[i].vx; // expect: 28 sectors
  out[i] = vx + force;           // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Body> bodies(
      Bodies, [](int i) { return Body{ramp(i) + 0.f, 0, 0, 1, 3, 0, 0}; });
  Buffer<float> out(Bodies);
  while (run.again("nbodyAos"))
    nbodyAos<<<8, 128>>>(out.get(), bodies.get());
  run.expect(out, [](int i) { return 3 + 8 * 960 - 128 * ramp(i); });
}
