// Neighbouring lanes read the same float4: the two lanes count once, and two
// half-warp passes do, 2 wavefronts. Tricky: fewer than the usual four passes.
// Silent: every rule.
#include "../common/check.h"

__global__ void float4Pairs(float4 *__restrict__ out) {
  __shared__ float4 s[128];
  const int t = threadIdx.x;
  s[t] = make_float4(t, 0, 0, 0); // expect: 4 wavefronts
  __syncthreads();
  out[t] = s[t / 2]; // expect: 2 wavefronts, 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float4> out(128);
  while (run.again("float4Pairs"))
    float4Pairs<<<1, 128>>>(out.get());
}
