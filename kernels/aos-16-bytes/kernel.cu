// Records of 16 bytes, 16-byte aligned: one field takes 16 sectors; the whole
// record is one 128-bit access of 16 sectors, which is ideal.
// Fires: gpu-aos-field-waste on aos16One. twin: soa
#include "../common/check.h"

struct alignas(16) Quad {
  float x, y, z, w;
};

__global__ void aos16One(float *__restrict__ out, const Quad *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float w = in[i].w; // expect: 16 sectors
  out[i] = w;              // expect: 4 sectors
}

__global__ void aos16All(float *__restrict__ out, const Quad *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Quad q = in[i];           // expect: 16 sectors
  out[i] = q.x + q.y + q.z + q.w; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Quad> in(8192, [](int i) { return Quad{1, 2, 3, ramp(i) + 0.f}; });
  Buffer<float> out(8192);
  while (run.again("aos16One"))
    aos16One<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i); });
  while (run.again("aos16All"))
    aos16All<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 6; });
}
