// The index of the store is data: 1 to 32 sectors, 32 with this permutation.
// gpu-uncoalesced-global-access: data-dependent, no claim.
#include "../common/check.h"

__global__ void scatter(float *__restrict__ out, const float *__restrict__ in,
                        const int *__restrict__ index) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int to = index[i]; // expect: 4 sectors
  const float v = in[i];   // expect: 4 sectors
  out[to] = v;             // expect: 1..32 sectors, 32 with this data
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> index(8192, [](int i) { return i * 9 % 8192; });
  Buffer<float> in(8192, [](int i) { return i * 9 % 8192; }), out(8192);
  while (run.again("scatter"))
    scatter<<<32, 256>>>(out.get(), in.get(), index.get());
  run.expect(out, [](int i) { return i; });
}
