// Records in shared memory: 16 bytes, one field, 4-way conflicts; 20 bytes (5
// words, odd) are free. Tricky: the larger record is the better one.
// Fires: gpu-shared-bank-conflict on the 16-byte record. twin: same file
#include "../common/check.h"

struct Four {
  float x, y, z, w;
};
struct Five {
  float x, y, z, w, pad;
};

template <typename Record>
__global__ void sharedRecords(float *__restrict__ out) {
  __shared__ Record s[128];
  const int t = threadIdx.x;
  s[t].y = t; // expect: 4 and 1 wavefronts
  __syncthreads();
  const float v = s[127 - t].y; // expect: 4 and 1 wavefronts
  out[t] = v;                   // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("sharedRecords<Four>"))
    sharedRecords<Four><<<1, 128>>>(out.get());
  while (run.again("sharedRecords<Five>"))
    sharedRecords<Five><<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return 127 - i; });
}
