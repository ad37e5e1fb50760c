// cp.async through cuda_pipeline.h: the instruction carries a line of the
// header, inlined at the call.
// Silent: every rule.
#include "../common/check.h"
#include <cuda_pipeline.h>

__global__ void copyPipeline(float4 *__restrict__ out,
                             const float4 *__restrict__ in) {
  __shared__ float4 s[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  // expect: 16 sectors, 4 wavefronts
  __pipeline_memcpy_async(&s[t], &in[i], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[t ^ 1]; // expect: 4 wavefronts, 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float4> in(2048), out(2048);
  while (run.again("copyPipeline"))
    copyPipeline<<<16, 128>>>(out.get(), in.get());
}
