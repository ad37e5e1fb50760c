// Records of 8 bytes. One field is a stride of 2 floats: 8 sectors. Both fields
// are one 64-bit access once the record is 8-byte aligned: 8 sectors, no waste.
// Fires: gpu-aos-field-waste on aos8One. twin: soa
#include "../common/check.h"

struct alignas(8) Pair {
  float x, y;
};

__global__ void aos8One(float *__restrict__ out, const Pair *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i].x; // expect: 8 sectors
  out[i] = x;              // expect: 4 sectors
}

__global__ void aos8All(float *__restrict__ out, const Pair *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Pair p = in[i]; // expect: 8 sectors
  out[i] = p.x + p.y;   // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Pair> in(8192, [](int i) { return Pair{ramp(i) + 0.f, 1}; });
  Buffer<float> out(8192);
  while (run.again("aos8One"))
    aos8One<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i); });
  while (run.again("aos8All"))
    aos8All<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 1; });
}
