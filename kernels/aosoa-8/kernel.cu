// Tiles of 8 records: 32 bytes a field are one whole sector, so a warp touches
// 4 sectors in four tiles. Tiles of 4 records waste half of every sector.
// Fires: gpu-uncoalesced-global-access on tiles of 4. twin: tiles of 8, same
// file
#include "../common/check.h"

template <int Size> struct Tile {
  float x[Size], y[Size], z[Size];
};

template <int Size>
__global__ void aosoa(float *__restrict__ out,
                      const Tile<Size> *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float y = in[i / Size].y[i % Size]; // expect: 8 and 4 sectors
  out[i] = y;                               // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<Tile<4>> fours(2048);
  Buffer<Tile<8>> eights(1024);
  Buffer<float> out(8192);
  while (run.again("aosoa<4>"))
    aosoa<4><<<32, 256>>>(out.get(), fours.get());
  while (run.again("aosoa<8>"))
    aosoa<8><<<32, 256>>>(out.get(), eights.get());
  run.expect(out, [](int) { return 0; });
}
