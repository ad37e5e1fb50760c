// The index is data: the load may touch 1 to 32 sectors. The data given here
// spreads neighbours 8 floats apart, 32 sectors.
// gpu-uncoalesced-global-access: data-dependent, no claim. twin: gather-fixed
#include "../common/check.h"

__global__ void gather(float *__restrict__ out, const float *__restrict__ in,
                       const int *__restrict__ index) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int from = index[i]; // expect: 4 sectors
  const float v = in[from];  // expect: 1..32 sectors, 32 with this data
  out[i] = v;                // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> index(8192, [](int i) { return i * 8 % 8192 + i / 1024; });
  Buffer<float> in(8192, [](int i) { return i; }), out(8192);
  while (run.again("gather"))
    gather<<<32, 256>>>(out.get(), in.get(), index.get());
  run.expect(out, [](int i) { return i * 8 % 8192 + i / 1024; });
}
