// All six fields of 24-byte records, one by one: 24 sectors a load, yet every
// fetched byte is used by one of them. Tricky: no field is wasted here.
// Silent: gpu-aos-field-waste. gpu-uncoalesced-global-access: a remark.
#include "../common/check.h"

struct Body {
  float px, py, pz, vx, vy, vz;
};

__global__ void aos24All(float *__restrict__ out, const Body *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float px = in[i].px;            // expect: 24 sectors
  const float py = in[i].py;            // expect: 24 sectors
  const float pz = in[i].pz;            // expect: 24 sectors
  const float vx = in[i].vx;            // expect: 24 sectors
  const float vy = in[i].vy;            // expect: 24 sectors
  const float vz = in[i].vz;            // expect: 24 sectors
  out[i] = px * vx + py * vy + pz * vz; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Body> in(8192,
                  [](int i) { return Body{1, 1, 1, ramp(i) + 0.f, 2, 3}; });
  Buffer<float> out(8192);
  while (run.again("aos24All"))
    aos24All<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 5; });
}
