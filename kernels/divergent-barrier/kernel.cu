// A barrier that some lanes of a warp pass by, and one for all. The first gives the
// same results on hardware that lets threads go when the others have left; no
// counter shows it, but compute-sanitizer's synccheck does.
// Fires: gpu-divergent-barrier on the first. twin: its other kernel
#include "../common/check.h"

__global__ void foldSome(float *__restrict__ out,
                         const float *__restrict__ in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 48) {
    __syncthreads();
    s[threadIdx.x] += s[threadIdx.x + 64];
  }
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void foldAll(float *__restrict__ out, const float *__restrict__ in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 48)
    s[threadIdx.x] += s[threadIdx.x + 64];
  out[threadIdx.x] = s[threadIdx.x];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(128, [](int i) { return i; }), out(128);
  auto folded = [](int i) { return i < 48 ? 2 * i + 64 : i; };
  while (run.again("foldSome"))
    foldSome<<<1, 128>>>(out.get(), in.get());
  run.expect(out, folded);
  while (run.again("foldAll"))
    foldAll<<<1, 128>>>(out.get(), in.get());
  run.expect(out, folded);
}
