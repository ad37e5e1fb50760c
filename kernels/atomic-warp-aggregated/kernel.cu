// One counter for all: a warp counts its lanes with a ballot and one lane adds.
// Silent: every rule; one active lane, one sector.
#include "../common/check.h"

__global__ void countPositive(int *counter, const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i]; // expect: 4 sectors
  const unsigned votes = __ballot_sync(0xffffffff, v > 0);
  if (threadIdx.x % 32 == 0)
    atomicAdd(counter, __popc(votes)); // expect: 1 sector
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<int> counter(1);
  Buffer<float> in(4096, [](int i) { return i % 2; });
  while (run.again("countPositive"))
    countPositive<<<16, 256>>>(counter.get(), in.get());
  run.expect(counter, [](int) { return 2048; });
}
