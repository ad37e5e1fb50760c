// Rows of 100 floats (400 bytes, 12.5 sectors): a warp starts on a sector in
// every second row only. The fix pads the rows to 128 floats.
// Silent: gpu-misaligned-global-access, as half of the rows are aligned.
// twin: pitch 128, same file
#include "../common/check.h"

template <int Pitch>
__global__ void rowsOf(float *__restrict__ out, const float *__restrict__ in) {
  const int x = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 16; ++r)
    sum += in[(blockIdx.x * 16 + r) * Pitch + x]; // expect: 4..5 sectors, 4
  out[blockIdx.x * 96 + x] = sum;                 // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(32 * 16 * 128), out(32 * 96);
  while (run.again("rowsOf<100>"))
    rowsOf<100><<<32, 96>>>(out.get(), in.get());
  while (run.again("rowsOf<128>"))
    rowsOf<128><<<32, 96>>>(out.get(), in.get());
  run.expect(out, [](int) { return 0; });
}
