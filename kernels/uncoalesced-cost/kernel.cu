// Sums of the rows of a matrix that is larger than the cache: a row a thread, a
// row a warp, and a row a thread of the transposed matrix. The last has the
// threads and the work of the first; only the order of the data differs.
// Fires: gpu-uncoalesced-global-access on the first. twin: the others, same
// file
#include "../common/check.h"

constexpr int Rows = 1024 * 256, Columns = 64;

__global__ void threadRow(float *__restrict__ out, const float *__restrict__ in,
                          int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int j = 0; j < n; ++j)
    sum += in[row * n + j]; // expect: 32 sectors
  out[row] = sum;           // expect: 4 sectors
}

__global__ void warpRow(float *__restrict__ out, const float *__restrict__ in,
                        int n) {
  const int lane = threadIdx.x % 32;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float sum = 0;
#pragma unroll 1
  for (int j = lane; j < n; j += 32)
    sum += in[row * n + j]; // expect: 4 sectors
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0)
    out[row] = sum; // expect: 1 sector
}

__global__ void threadColumn(float *__restrict__ out,
                             const float *__restrict__ in, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int j = 0; j < n; ++j)
    sum += in[j * Rows + column]; // expect: 4 sectors
  out[column] = sum;              // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(Rows);
  Buffer<float> in(Rows * Columns, [](int i) { return i / Columns % 8; });
  while (run.again("threadRow"))
    threadRow<<<1024, 256>>>(out.get(), in.get(), 64);
  run.expect(out, [](int i) { return Columns * (i % 8); });
  while (run.again("warpRow"))
    warpRow<<<32768, 256>>>(out.get(), in.get(), 64);
  run.expect(out, [](int i) { return Columns * (i % 8); });

  Buffer<float> transposed(Rows * Columns, [](int i) { return i % 8; });
  while (run.again("threadColumn"))
    threadColumn<<<1024, 256>>>(out.get(), transposed.get(), 64);
  run.expect(out, [](int i) { return Columns * (i % 8); });
}
