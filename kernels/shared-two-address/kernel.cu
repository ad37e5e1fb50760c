// Odd and even lanes read two words of one bank: 2 wavefronts, however many
// lanes share each word.
// Fires: gpu-shared-bank-conflict on the load. twin: shared-broadcast
#include "../common/check.h"

__global__ void twoAddress(float *__restrict__ out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = t; // expect: 1 wavefront
  __syncthreads();
  const float v = s[t % 2 * 32]; // expect: 2 wavefronts
  out[t] = v;                    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(256);
  while (run.again("twoAddress"))
    twoAddress<<<1, 256>>>(out.get());
  run.expect(out, [](int i) { return i % 2 * 32; });
}
