// The access sits in a helper function and a template: the warp reads column
// major, 32 sectors, and row major, 4.
// Fires: gpu-uncoalesced-global-access on the column. twin: the row, same file
#include "../common/check.h"

template <bool ByColumn>
__device__ __forceinline__ float at(const float *matrix, int r, int c) {
  return matrix[ByColumn ? c * 32 + r : r * 32 + c]; // expect: 32, 4 sectors
}

template <bool ByColumn>
__global__ void helped(float *__restrict__ out,
                       const float *__restrict__ matrix) {
  const int c = threadIdx.x, r = threadIdx.y;
  const float v = at<ByColumn>(matrix, r, c);
  out[r * 32 + c] = v; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(1024, [](int i) { return i; }), out(1024);
  while (run.again("helped<true>"))
    helped<true><<<1, dim3(32, 32)>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 32 * 32 + i / 32; });
  while (run.again("helped<false>"))
    helped<false><<<1, dim3(32, 32)>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i; });
}
