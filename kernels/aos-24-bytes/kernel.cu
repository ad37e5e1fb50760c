// Records of 24 bytes: one field spreads a warp over 24 sectors.
// Fires: gpu-aos-field-waste on the load. twin: soa
#include "../common/check.h"

struct Body {
  float px, py, pz, vx, vy, vz;
};

constexpr int Threads = 64 * 256, Rounds = 8;

__global__ void aos24One(float *__restrict__ out, const Body *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in[r * Threads + i].vx; // expect: 24 sectors
  out[i] = sum;                    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Body> in(Threads * Rounds,
                  [](int i) { return Body{0, 0, 0, ramp(i) + 0.f, 0, 0}; });
  Buffer<float> out(Threads);
  while (run.again("aos24One"))
    aos24One<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return Rounds * ramp(i); });
}
