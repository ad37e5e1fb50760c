// gpu-narrow-global-access: bytes and halves that lanes access one by one.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-narrow-global-access %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// Off by default.
// RUN: %warp-tidy --cuda-path=none %s 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --check-prefix=OFF
// OFF-NOT: [gpu-narrow-global-access]
#include <cuda_fp16.h>

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

__global__ void brighten(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
  // CHECK: :[[@LINE-1]]:3: remark: each store of a warp moves 32 bytes, 1 a lane: with 4 elements a lane in one access it takes 1 request in 4 [gpu-narrow-global-access]
  // CHECK: :[[@LINE-2]]:12: remark: each load of a warp moves 32 bytes, 1 a lane: with 4 elements a lane in one access it takes 1 request in 4 [gpu-narrow-global-access]
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 256x1x1 threads
}

__global__ void twice(const __half *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __half2float(in[i]);
  // CHECK: :[[@LINE-1]]:25: remark: each load of a warp moves 64 bytes, 2 a lane: with 2 elements a lane in one access it takes 1 request in 2 [gpu-narrow-global-access]
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// Four elements a lane, as written and as merged by nvcc.
__global__ void asWords(const uchar4 *in, uchar4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uchar4 v = in[i];
  out[i] = make_uchar4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
}

// Not from a whole word on; one lane in two; a row for each lane.
__global__ void others(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[i + 1];
  if (threadIdx.x % 2)
    out[64 * i] = in[i + 4];
}

// One byte for all.
__global__ void flag(const unsigned char *in, float *out) {
  out[threadIdx.x] = in[blockIdx.x];
}

// The block is not known.
__global__ void assumed(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

void launch(const unsigned char *in, unsigned char *out, const __half *halves,
            float *floats) {
  brighten<<<64, 256>>>(in, out);
  twice<<<64, 256>>>(halves, floats);
  asWords<<<64, 256>>>((const uchar4 *)in, (uchar4 *)out);
  others<<<64, 256>>>(in, out);
  flag<<<64, 256>>>(in, floats);
}
