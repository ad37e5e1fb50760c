// A header of 3 floats, and one padded to a sector, over more data than the
// cache holds: what the fifth sector costs in time.
// Fires: gpu-misaligned-global-access. twin: padded, same file
#include "../common/check.h"

constexpr int Threads = 1024 * 256, Rounds = 64;

__global__ void unpadded(float *__restrict__ out,
                         const float *__restrict__ packet) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += packet[r * Threads + i + 3]; // expect: 5 sectors
  out[i] = sum;                         // expect: 4 sectors
}

__global__ void padded(float *__restrict__ out,
                       const float *__restrict__ packet) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += packet[r * Threads + i + 8]; // expect: 4 sectors
  out[i] = sum;                         // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> packet(Threads * Rounds + 8, ramp), out(Threads);
  while (run.again("unpadded"))
    unpadded<<<1024, 256>>>(out.get(), packet.get());
  run.expect(out, [](int i) { return Rounds * ramp(i + 3); });
  while (run.again("padded"))
    padded<<<1024, 256>>>(out.get(), packet.get());
  run.expect(out, [](int i) { return Rounds * ramp(i + 8); });
}
