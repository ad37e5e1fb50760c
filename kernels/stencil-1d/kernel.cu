// Three-point stencil from global memory: the two neighbours are off by one.
// Silent: a window over one array needs the neighbouring sectors anyway;
// gpu-misaligned-global-access reports both with ReportWindows.
// twin: stencil-1d-fixed
#include "../common/check.h"

__global__ void stencil1d(float *__restrict__ out,
                          const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 8;
  const float left = in[i - 1];   // expect: 5 sectors
  const float centre = in[i];     // expect: 4 sectors
  const float right = in[i + 1];  // expect: 5 sectors
  out[i] = left + centre + right; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(16384 + 16, [](int i) { return i; }), out(16384 + 16);
  while (run.again("stencil1d"))
    stencil1d<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i < 8 || i >= 16392 ? 0 : 3 * i; });
}
