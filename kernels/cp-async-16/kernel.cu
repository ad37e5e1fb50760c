// cp.async of 16 bytes, past the L1: 16 sectors and 4 wavefronts at unit
// stride; into rows of 128 bytes down a column, 32 wavefronts. Fires:
// gpu-shared-bank-conflict on the column. twin: the row, same file
#include "../common/check.h"

__device__ __forceinline__ unsigned sharedAddress(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

template <bool Column>
__global__ void copy16(float4 *__restrict__ out,
                       const float4 *__restrict__ in) {
  __shared__ float4 s[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  const int place = Column ? t % 32 * 8 + t / 32 : t;
  const unsigned to = sharedAddress(&s[place]);
  const float4 *src = &in[i];
  // expect: 16 sectors, 4 and 32 wavefronts
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(src));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[i] = s[t]; // expect: 4 wavefronts, 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float4> in(2048), out(2048);
  while (run.again("copy16<false>"))
    copy16<false><<<8, 256>>>(out.get(), in.get());
  while (run.again("copy16<true>"))
    copy16<true><<<8, 256>>>(out.get(), in.get());
}
