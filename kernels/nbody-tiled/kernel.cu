// Bodies as float4, in shared tiles: a 16-byte load a lane (16 sectors, ideal),
// and one tile element for all lanes a step: two half-warp passes, ideal for
// 128 bits. Silent: every rule.
#include "../common/check.h"

constexpr int Bodies = 1024;

__global__ void nbodyTiled(float *__restrict__ out,
                           const float4 *__restrict__ bodies) {
  __shared__ float4 tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  float force = 0;
#pragma unroll 1
  for (int first = 0; first < Bodies; first += 128) {
    tile[t] = bodies[first + t]; // expect: 16 sectors, 4 wavefronts
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < 128; ++j) {
      const float4 other = tile[j]; // expect: 2 wavefronts
      force += (other.x + other.y + other.z) * other.w;
    }
    __syncthreads();
  }
  out[i] = force; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float4> bodies(Bodies,
                        [](int i) { return make_float4(i % 4, 1, 1, 2); });
  Buffer<float> out(Bodies);
  while (run.again("nbodyTiled"))
    nbodyTiled<<<8, 128>>>(out.get(), bodies.get());
  run.expect(out, [](int) { return 7168; });
}
