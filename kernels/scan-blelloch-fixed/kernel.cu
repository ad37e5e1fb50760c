// scan-blelloch with a word of padding after every 32: strides of powers of two
// become odd across the rows of banks.
// Silent: every rule.
#include "../common/check.h"

__device__ __forceinline__ int padded(int i) { return i + i / 32; }

__global__ void scanPadded(float *__restrict__ out,
                           const float *__restrict__ in) {
  __shared__ float s[512 + 16];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  s[padded(t)] = in[first + t];
  s[padded(t + 256)] = in[first + t + 256];
  int w = 1;
#pragma unroll 1
  for (int active = 256; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) {
      const int left = padded(w * (2 * t + 1) - 1);
      const int right = padded(w * (2 * t + 2) - 1);
      const float add = s[left]; // expect: total 20 wavefronts in 20
      s[right] += add;
    }
    w *= 2;
  }
  if (t == 0)
    s[padded(511)] = 0; // expect: 1 wavefront
#pragma unroll 1
  for (int active = 1; active <= 256; active *= 2) {
    w /= 2;
    __syncthreads();
    if (t < active) {
      const int left = padded(w * (2 * t + 1) - 1);
      const int right = padded(w * (2 * t + 2) - 1);
      const float old = s[left];  // expect: total 20 wavefronts in 20
      const float sum = s[right]; // expect: total 20 wavefronts in 20
      s[left] = sum;              // expect: total 20 wavefronts in 20
      s[right] = sum + old;       // expect: total 20 wavefronts in 20
    }
  }
  __syncthreads();
  out[first + t] = s[padded(t)];
  out[first + t + 256] = s[padded(t + 256)];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(32 * 512, [](int) { return 1; }), out(32 * 512);
  while (run.again("scanPadded"))
    scanPadded<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 512; });
}
