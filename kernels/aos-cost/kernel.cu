// aos-24-bytes and its fix over more data than the cache holds: what fetching
// the fields that nobody reads costs in time.
// Fires: gpu-aos-field-waste on the record. twin: oneArray, same file
#include "../common/check.h"

struct Body {
  float px, py, pz, vx, vy, vz;
};

struct Bodies {
  float *px, *py, *pz, *vx, *vy, *vz;
};

constexpr int Threads = 1024 * 256, Rounds = 64;

__global__ void oneField(float *__restrict__ out,
                         const Body *__restrict__ bodies) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += bodies[r * Threads + i].pz; // expect: 24 sectors
  out[i] = sum;                        // expect: 4 sectors
}

__global__ void oneArray(float *__restrict__ out, Bodies bodies) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += bodies.pz[r * Threads + i]; // expect: 4 sectors
  out[i] = sum;                        // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(Threads);
  Buffer<Body> records(Threads * Rounds, [](int i) {
    return Body{0, 0, ramp(i) + 0.f, 0, 0, 0};
  });
  while (run.again("oneField"))
    oneField<<<1024, 256>>>(out.get(), records.get());
  run.expect(out, [](int i) { return Rounds * ramp(i); });

  Buffer<float> pz(Threads * Rounds, ramp);
  Bodies bodies = {};
  bodies.pz = pz.get();
  while (run.again("oneArray"))
    oneArray<<<1024, 256>>>(out.get(), bodies);
  run.expect(out, [](int i) { return Rounds * ramp(i); });
}
