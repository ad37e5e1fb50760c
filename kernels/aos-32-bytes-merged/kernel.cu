// As compiled: four fields of a 16-byte aligned record, read one by one on a
// line, become one 128-bit load. Written: 32 sectors four times; compiled:
// once.
// Silent as compiled; gpu-aos-field-waste speaks of the fields as written.
#include "../common/check.h"

struct alignas(16) Cell {
  float a, b, c, d, e, f, g, h;
};

__global__ void aos32Half(float *__restrict__ out,
                          const Cell *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = in[i].a + in[i].b + in[i].c + in[i].d;
  out[i] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Cell> in(
      8192, [](int i) { return Cell{1, 2, ramp(i) + 0.f, 3, 0, 0, 0, 0}; });
  Buffer<float> out(8192);
  while (run.again("aos32Half"))
    aos32Half<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 6; });
}
