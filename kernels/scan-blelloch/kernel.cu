// Exclusive scan by an up sweep and a down sweep over 512 elements: strides of
// 2, 4, 8 ... words, up to 16-way conflicts.
// Fires: gpu-shared-bank-conflict in both sweeps. twin: scan-blelloch-fixed
#include "../common/check.h"

__global__ void scanBlelloch(float *__restrict__ out,
                             const float *__restrict__ in) {
  __shared__ float s[512];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  s[t] = in[first + t];
  s[t + 256] = in[first + t + 256];
  int w = 1;
#pragma unroll 1
  for (int active = 256; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) {
      const int left = w * (2 * t + 1) - 1, right = w * (2 * t + 2) - 1;
      const float add = s[left]; // expect: total 95 wavefronts in 20
      s[right] += add;
    }
    w *= 2;
  }
  if (t == 0)
    s[511] = 0; // expect: 1 wavefront
#pragma unroll 1
  for (int active = 1; active <= 256; active *= 2) {
    w /= 2;
    __syncthreads();
    if (t < active) {
      const int left = w * (2 * t + 1) - 1, right = w * (2 * t + 2) - 1;
      const float old = s[left];  // expect: total 95 wavefronts in 20
      const float sum = s[right]; // expect: total 95 wavefronts in 20
      s[left] = sum;              // expect: total 95 wavefronts in 20
      s[right] = sum + old;       // expect: total 95 wavefronts in 20
    }
  }
  __syncthreads();
  out[first + t] = s[t];
  out[first + t + 256] = s[t + 256];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(32 * 512, [](int) { return 1; }), out(32 * 512);
  while (run.again("scanBlelloch"))
    scanBlelloch<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 512; });
}
