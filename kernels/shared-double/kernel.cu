// Doubles go in two half-warp passes: unit stride takes 2 wavefronts, which is
// ideal. Two doubles apart a half warp needs 2 words a bank: 4.
// Fires: gpu-shared-bank-conflict on doubleStride. twin: doubleUnit, same file
#include "../common/check.h"

__global__ void doubleUnit(double *__restrict__ out) {
  __shared__ double s[256];
  const int t = threadIdx.x;
  s[t] = t; // expect: 2 wavefronts
  __syncthreads();
  const double v = s[t ^ 32]; // expect: 2 wavefronts
  out[t] = v;                 // expect: 8 sectors
}

__global__ void doubleStride(double *__restrict__ out) {
  __shared__ double s[512];
  const int t = threadIdx.x;
  s[t] = t;             // expect: 2 wavefronts
  s[t + 256] = t + 256; // expect: 2 wavefronts
  __syncthreads();
  const double v = s[2 * t]; // expect: 4 wavefronts
  out[t] = v;                // expect: 8 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<double> out(256);
  while (run.again("doubleUnit"))
    doubleUnit<<<1, 256>>>(out.get());
  run.expect(out, [](int i) { return i ^ 32; });
  while (run.again("doubleStride"))
    doubleStride<<<1, 256>>>(out.get());
  run.expect(out, [](int i) { return 2 * i; });
}
