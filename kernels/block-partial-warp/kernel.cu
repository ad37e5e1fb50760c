// Blocks of 40 and 100 threads: the last warp has 8 or 4 lanes and needs one
// sector only. 40 threads are 5 sectors, 100 are 12.5: every second block of
// the latter starts in the middle of a sector.
// Silent: gpu-misaligned-global-access wants every block off the boundary.
#include "../common/check.h"

__global__ void blockOf40(float *__restrict__ out,
                          const float *__restrict__ in) {
  const int i = blockIdx.x * 40 + threadIdx.x;
  const float v = in[i]; // expect: 4 sectors, then 1
  out[i] = v;            // expect: 4 sectors, then 1
}

__global__ void blockOf100(float *__restrict__ out,
                           const float *__restrict__ in) {
  const int i = blockIdx.x * 100 + threadIdx.x;
  const float v = in[i]; // expect: 4..5 sectors, then 1
  out[i] = v;            // expect: 4..5 sectors, then 1
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(3200, ramp), forties(1280), hundreds(3200);
  while (run.again("blockOf40"))
    blockOf40<<<32, 40>>>(forties.get(), in.get());
  while (run.again("blockOf100"))
    blockOf100<<<32, 100>>>(hundreds.get(), in.get());
  run.expect(forties, ramp);
  run.expect(hundreds, ramp);
}
