// Records of 32 bytes: a lane, a sector. One field wastes 28 of 32 bytes; the
// whole 16-byte aligned record is two 128-bit accesses of 32 sectors each.
// Fires: gpu-aos-field-waste on aos32One. twin: soa
#include "../common/check.h"

struct alignas(16) Cell {
  float a, b, c, d, e, f, g, h;
};

__global__ void aos32One(float *__restrict__ out, const Cell *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float f = in[i].f; // expect: 32 sectors
  out[i] = f;              // expect: 4 sectors
}

__global__ void aos32All(float *__restrict__ out, const Cell *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Cell c = in[i]; // expect: 32 sectors, twice
  const float sum = c.a + c.b + c.c + c.d + c.e + c.f + c.g + c.h;
  out[i] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Cell> in(
      8192, [](int i) { return Cell{1, 1, 1, 1, 1, ramp(i) + 0.f, 1, 1}; });
  Buffer<float> out(8192);
  while (run.again("aos32One"))
    aos32One<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i); });
  while (run.again("aos32All"))
    aos32All<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 7; });
}
