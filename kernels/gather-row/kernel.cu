// The row is data, uniform over the block, and the lane walks along the row:
// exact for all that (rows of 128 floats), 4 sectors.
// Silent: every rule. Tricky: a loaded index that is no gather.
#include "../common/check.h"

__global__ void gatherRow(float *__restrict__ out, const float *__restrict__ in,
                          const int *__restrict__ rows) {
  const int x = threadIdx.x;
  const int row = rows[blockIdx.x];  // expect: 1 sector
  const float v = in[row * 128 + x]; // expect: 4 sectors
  out[blockIdx.x * 128 + x] = v;     // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> rows(32, [](int i) { return 31 - i; });
  Buffer<float> in(32 * 128, [](int i) { return i / 128; }), out(32 * 128);
  while (run.again("gatherRow"))
    gatherRow<<<32, 128>>>(out.get(), in.get(), rows.get());
  run.expect(out, [](int i) { return 31 - i / 128; });
}
