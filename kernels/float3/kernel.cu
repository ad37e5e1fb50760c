// float3 is 12 bytes, 4-byte aligned: a copy is three loads and three stores
// of 12 sectors each, spread over the same 12 sectors.
// gpu-uncoalesced-global-access: a remark. twin: float3-fixed
#include "../common/check.h"

__global__ void copyFloat3(float3 *__restrict__ out,
                           const float3 *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float3 v = in[i]; // expect: 12 sectors, three times
  out[i] = v;             // expect: 12 sectors, three times
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float3> in(8192), out(8192);
  while (run.again("copyFloat3"))
    copyFloat3<<<32, 256>>>(out.get(), in.get());
}
