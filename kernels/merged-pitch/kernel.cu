// As compiled: four neighbouring words a thread, at pitches that show what the
// alignment allows. 8 words: 128 bits, conflicts remain. 36 words: 128 bits, no
// conflict. 6 words: pairs of 64 bits. 5 words: nothing is merged.
// Written: 8, 4, 2 and 1 wavefronts for each of the four words.
// gpu-shared-bank-conflict on the pitch of 8 words.
#include "../common/check.h"

template <int Pitch> __global__ void mergedPitch(float *__restrict__ out) {
  __shared__ float s[128 * Pitch];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 128 * Pitch; k += 128)
    s[k] = k % Pitch; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    sum += s[Pitch * t + k]; // expect: 8 once, 4 once, 2 twice, 1 four times
  out[t] = sum;              // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("mergedPitch<8>"))
    mergedPitch<8><<<1, 128>>>(out.get());
  while (run.again("mergedPitch<36>"))
    mergedPitch<36><<<1, 128>>>(out.get());
  while (run.again("mergedPitch<6>"))
    mergedPitch<6><<<1, 128>>>(out.get());
  while (run.again("mergedPitch<5>"))
    mergedPitch<5><<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 6; });
}
