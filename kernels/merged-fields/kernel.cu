// As compiled: fields of a record that is aligned to 16 bytes. The first three
// are one load of 128 bits, the first two one of 64, the last three one of 32
// and one of 64. Without the alignment each is a load of its own.
// gpu-aos-field-waste on the records of which fields are left out.
#include "../common/check.h"

struct alignas(16) Aligned {
  float a, b, c, d;
};
struct Plain {
  float a, b, c, d;
};

__global__ void firstThree(float *__restrict__ out,
                           const Aligned *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = in[i].a + in[i].b + in[i].c; // expect: 16 sectors once
  out[i] = sum;                                  // expect: 4 sectors
}

__global__ void firstTwo(float *__restrict__ out,
                         const Aligned *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = in[i].a + in[i].b; // expect: 16 sectors once
  out[i] = sum;                        // expect: 4 sectors
}

__global__ void lastThree(float *__restrict__ out,
                          const Aligned *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = in[i].b + in[i].c + in[i].d; // expect: 16 sectors twice
  out[i] = sum;                                  // expect: 4 sectors
}

__global__ void plainThree(float *__restrict__ out,
                           const Plain *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = in[i].a + in[i].b + in[i].c; // expect: 16 sectors 3 times
  out[i] = sum;                                  // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Aligned> in(8192,
                     [](int i) { return Aligned{1, 2, ramp(i) + 0.f, 4}; });
  Buffer<Plain> plain(8192,
                      [](int i) { return Plain{1, 2, ramp(i) + 0.f, 4}; });
  Buffer<float> out(8192);
  while (run.again("firstThree"))
    firstThree<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 3; });
  while (run.again("firstTwo"))
    firstTwo<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int) { return 3; });
  while (run.again("lastThree"))
    lastThree<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return ramp(i) + 6; });
  while (run.again("plainThree"))
    plainThree<<<32, 256>>>(out.get(), plain.get());
  run.expect(out, [](int i) { return ramp(i) + 3; });
}
