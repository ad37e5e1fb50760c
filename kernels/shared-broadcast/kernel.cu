// One word for all lanes, or one for each group of 8: one wavefront. Tricky:
// lanes in one bank that read the same word do not conflict.
// Silent: every rule.
#include "../common/check.h"

__global__ void broadcast(float *__restrict__ out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = t; // expect: 1 wavefront
  __syncthreads();
  const float all = s[t / 32];       // expect: 1 wavefront
  const float groups = s[t / 8 * 8]; // expect: 1 wavefront
  out[t] = all + groups;             // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(256);
  while (run.again("broadcast"))
    broadcast<<<1, 256>>>(out.get());
  run.expect(out, [](int i) { return i / 32 + i / 8 * 8; });
}
