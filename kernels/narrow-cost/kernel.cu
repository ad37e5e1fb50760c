// 64 MiB of bytes, one a lane and four a lane.
// Remark: gpu-narrow-global-access in bytes (off by default). Silent: words.
#include "../common/check.h"

constexpr int N = 1 << 26, Threads = 256;

__global__ void bytes(unsigned char *__restrict__ out,
                      const unsigned char *__restrict__ in) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  const unsigned char v = in[i]; // expect: 1 sector
  out[i] = v + 1;                // expect: 1 sector
}

__global__ void words(uchar4 *__restrict__ out, const uchar4 *__restrict__ in) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  const uchar4 v = in[i];                                   // expect: 4 sectors
  out[i] = make_uchar4(v.x + 1, v.y + 1, v.z + 1, v.w + 1); // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned char> in(N, ramp), out(N);
  const auto next = [](int i) { return ramp(i) + 1; };
  while (run.again("bytes"))
    bytes<<<N / Threads, Threads>>>(out.get(), in.get());
  run.expect(out, next);
  while (run.again("words"))
    words<<<N / 4 / Threads, Threads>>>(reinterpret_cast<uchar4 *>(out.get()),
                                        reinterpret_cast<uchar4 *>(in.get()));
  run.expect(out, next);
}
