// shared-dynamic with a pitch of 9 words in the last part.
// Silent: every rule.
#include "../common/check.h"

extern __shared__ float pool[];

__global__ void dynamicPadded(float *__restrict__ out) {
  float *first = pool, *second = pool + 256, *third = pool + 513;
  const int t = threadIdx.x;
  first[t] = t;         // expect: 1 wavefront
  second[t] = 2 * t;    // expect: 1 wavefront
  third[t * 9] = 3 * t; // expect: 1 wavefront
  __syncthreads();
  const float a = first[255 - t];       // expect: 1 wavefront
  const float b = second[255 - t];      // expect: 1 wavefront
  const float c = third[(255 - t) * 9]; // expect: 1 wavefront
  out[t] = a + b + c;                   // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(256);
  while (run.again("dynamicPadded"))
    dynamicPadded<<<1, 256, 12288>>>(out.get());
  run.expect(out, [](int i) { return 6 * (255 - i); });
}
