// Bytes: four neighbours share a word and a wavefront. Four bytes apart is one
// word a lane, free; eight bytes apart is 2-way.
// Fires: gpu-shared-bank-conflict at stride 8. twin: stride 1 and 4, same file
#include "../common/check.h"

template <int Stride>
__global__ void sharedChar(unsigned char *__restrict__ out) {
  __shared__ unsigned char s[1024];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 1024; k += 128)
    s[k] = k & 127; // expect: 1 wavefront
  __syncthreads();
  const unsigned char v = s[t * Stride]; // expect: 1, 1 and 2 wavefronts
  out[t] = v;                            // expect: 1 sector
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned char> out(128);
  while (run.again("sharedChar<1>"))
    sharedChar<1><<<1, 128>>>(out.get());
  while (run.again("sharedChar<4>"))
    sharedChar<4><<<1, 128>>>(out.get());
  while (run.again("sharedChar<8>"))
    sharedChar<8><<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return 8 * i & 127; });
}
