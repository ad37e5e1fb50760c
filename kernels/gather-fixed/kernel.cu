// The same kernel on a sorted index: the data decides, 4 sectors here. The
// analyzer must keep its bounds and make no claim.
// gpu-uncoalesced-global-access: data-dependent, a remark.
#include "../common/check.h"

__global__ void gatherSorted(float *__restrict__ out,
                             const float *__restrict__ in,
                             const int *__restrict__ index) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int from = index[i]; // expect: 4 sectors
  const float v = in[from];  // expect: 1..32 sectors, 4 with this data
  out[i] = v;                // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> index(8192, [](int i) { return i; });
  Buffer<float> in(8192, [](int i) { return i; }), out(8192);
  while (run.again("gatherSorted"))
    gatherSorted<<<32, 256>>>(out.get(), in.get(), index.get());
  run.expect(out, [](int i) { return i; });
}
