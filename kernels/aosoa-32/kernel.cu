// Tiles of 32 records, field by field: a warp reads one field of one tile.
// Silent: every rule, though the field sits in a record of 256 bytes.
#include "../common/check.h"

struct Tile {
  float x[32], y[32];
};

__global__ void aosoa32(float *__restrict__ out, const Tile *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float y = in[i / 32].y[i % 32]; // expect: 4 sectors
  out[i] = y;                           // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Tile> in(256, [](int) {
    Tile t;
    for (int i = 0; i < 32; ++i)
      t.x[i] = 0, t.y[i] = i;
    return t;
  });
  Buffer<float> out(8192);
  while (run.again("aosoa32"))
    aosoa32<<<32, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 32; });
}
