// A table in the host's memory, and a copy of it in the device's: each of 264
// blocks reads all of it, 16 MiB.
// Fires: gpu-zero-copy-reuse at the launch of overTheBus. Silent: afterCopy.
#include "../common/check.h"

constexpr int Elements = 1 << 22, Blocks = 264, Threads = 256;

__device__ float total(const float *__restrict__ table) {
  float sum = 0;
#pragma unroll 1
  for (int i = threadIdx.x; i < Elements; i += Threads)
    sum += table[i]; // expect: 4 sectors
  return sum;
}

__global__ void overTheBus(float *__restrict__ out,
                           const float *__restrict__ table) {
  const float sum = total(table);
  out[blockIdx.x * Threads + threadIdx.x] = sum; // expect: 4 sectors
}

__global__ void afterCopy(float *__restrict__ out,
                          const float *__restrict__ table) {
  const float sum = total(table);
  out[blockIdx.x * Threads + threadIdx.x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  float *host, *copy;
  CHECK(cudaHostAlloc(&host, Elements * sizeof(float), cudaHostAllocMapped));
  for (int i = 0; i < Elements; ++i)
    host[i] = ramp(i / Threads);
  CHECK(cudaMalloc(&copy, Elements * sizeof(float)));
  CHECK(
      cudaMemcpy(copy, host, Elements * sizeof(float), cudaMemcpyHostToDevice));
  Buffer<float> out(Blocks * Threads);
  // Each thread adds 16384 numbers, 128 times 0 to 127.
  const auto sum = [](int) { return 128 * (127 * 128 / 2); };
  while (run.again("overTheBus"))
    overTheBus<<<Blocks, Threads>>>(out.get(), host);
  run.expect(out, sum);
  while (run.again("afterCopy"))
    afterCopy<<<Blocks, Threads>>>(out.get(), copy);
  run.expect(out, sum);
  CHECK(cudaFree(copy));
  CHECK(cudaFreeHost(host));
}
