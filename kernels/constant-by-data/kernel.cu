// The index is data: 1 to 32 requests; 8 distinct words with this data.
// gpu-divergent-constant-access: data-dependent, no claim.
#include "../common/check.h"

__constant__ float table[256];

__global__ void constantByData(float *__restrict__ out,
                               const unsigned char *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int which = in[i];      // expect: 1 sector
  const float v = table[which]; // expect: 1..32 requests, 8 with this data
  out[i] = v;                   // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, ramp);
  Buffer<unsigned char> in(4096, [](int i) { return i % 8 * 11; });
  Buffer<float> out(4096);
  while (run.again("constantByData"))
    constantByData<<<16, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % 8 * 11; });
}
