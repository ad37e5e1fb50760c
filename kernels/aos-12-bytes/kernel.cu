// Records of 12 bytes, 4-byte aligned: each field is a load of its own, 12
// sectors each. Reading all three wastes no bytes over the three loads.
// Fires: gpu-aos-field-waste on aos12One. twin: soa
#include "../common/check.h"

struct Triple {
  float x, y, z;
};

__global__ void aos12One(float *__restrict__ out,
                         const Triple *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float y = in[i].y; // expect: 12 sectors
  out[i] = y;              // expect: 4 sectors
}

__global__ void aos12All(float *__restrict__ out,
                         const Triple *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i].x; // expect: 12 sectors
  const float y = in[i].y; // expect: 12 sectors
  const float z = in[i].z; // expect: 12 sectors
  out[i] = x + y + z;      // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Triple> in(8192, [](int i) { return Triple{1, ramp(i) + 0.f, 2}; });
  Buffer<float> out(8192);
  while (run.again("aos12One"))
    aos12One<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i); });
  while (run.again("aos12All"))
    aos12All<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 3; });
}
