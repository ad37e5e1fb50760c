// Dynamic shared memory cut into parts at offsets: 0, 256 and 512 + 1 words.
// Unit stride is free from any offset; the last part is a column of pitch 8.
// Fires: gpu-shared-bank-conflict on the part of pitch 8.
// twin: shared-dynamic-fixed
#include "../common/check.h"

extern __shared__ float pool[];

__global__ void dynamicParts(float *__restrict__ out) {
  float *first = pool, *second = pool + 256, *third = pool + 513;
  const int t = threadIdx.x;
  first[t] = t;         // expect: 1 wavefront
  second[t] = 2 * t;    // expect: 1 wavefront
  third[t * 8] = 3 * t; // expect: 8 wavefronts
  __syncthreads();
  const float a = first[255 - t];       // expect: 1 wavefront
  const float b = second[255 - t];      // expect: 1 wavefront
  const float c = third[(255 - t) * 8]; // expect: 8 wavefronts
  out[t] = a + b + c;                   // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(256);
  while (run.again("dynamicParts"))
    dynamicParts<<<1, 256, 12288>>>(out.get());
  run.expect(out, [](int i) { return 6 * (255 - i); });
}
