// Bytes and halves: 32 lanes of 1 byte are one sector, of 2 bytes two.
// Silent: every rule; narrow accesses are ideal for their width.
#include "../common/check.h"

template <typename T>
__global__ void narrow(T *__restrict__ out, const T *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T v = in[i]; // expect: 1 and 2 sectors
  out[i] = v;        // expect: 1 and 2 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned char> bytesIn(8192, ramp), bytesOut(8192);
  Buffer<unsigned short> halvesIn(8192, ramp), halvesOut(8192);
  while (run.again("narrow<unsigned char>"))
    narrow<<<32, 256>>>(bytesOut.get(), bytesIn.get());
  while (run.again("narrow<unsigned short>"))
    narrow<<<32, 256>>>(halvesOut.get(), halvesIn.get());
  run.expect(bytesOut, ramp);
  run.expect(halvesOut, ramp);
}
