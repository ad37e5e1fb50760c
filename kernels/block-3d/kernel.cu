// 8 x 4 x 4 blocks on a volume of 32 x 16 x 16: a warp is one 8 x 4 slice, four
// rows of one sector each. With x and z swapped each lane is alone.
// Fires: gpu-uncoalesced-global-access on sliceZ. twin: sliceX, same file
#include "../common/check.h"

__global__ void sliceX(float *__restrict__ out, const float *__restrict__ in) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 4 + threadIdx.y;
  const int z = blockIdx.z * 4 + threadIdx.z;
  const float v = in[(z * 16 + y) * 32 + x]; // expect: 4 sectors
  out[(z * 16 + y) * 32 + x] = v;            // expect: 4 sectors
}

__global__ void sliceZ(float *__restrict__ out, const float *__restrict__ in) {
  const int z = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 4 + threadIdx.y;
  const int x = blockIdx.z * 4 + threadIdx.z;
  const float v = in[(z * 16 + y) * 32 + x]; // expect: 32 sectors
  out[(z * 16 + y) * 32 + x] = v;            // expect: 32 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(32 * 16 * 16, ramp), out(32 * 16 * 16);
  while (run.again("sliceX"))
    sliceX<<<dim3(4, 4, 4), dim3(8, 4, 4)>>>(out.get(), in.get());
  while (run.again("sliceZ"))
    sliceZ<<<dim3(2, 4, 8), dim3(8, 4, 4)>>>(out.get(), in.get());
  run.expect(out, ramp);
}
