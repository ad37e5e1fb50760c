// Indices that leave a shared array. Of each pair of kernels, the first leaves
// its array, which is the only one, by 256 bytes at least; or by one element,
// where the array has 1024 bytes and so no padding behind it.
#include "chosen.h"

// The right neighbour of the last thread: one element.
__global__ void rightNeighbourOut(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t + 1];
}
__global__ void rightNeighbourIn(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = t < 255 ? s[t + 1] : 0;
}

// The left neighbour of the first thread: one element.
__global__ void leftNeighbourOut(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t - 1];
}
__global__ void leftNeighbourIn(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = t > 0 ? s[t - 1] : 0;
}

// 512 elements before, without wrapping around.
__global__ void delayOut(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t - 512];
}
__global__ void delayIn(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[(t - 100) & 255];
}

// A halo of 64 on each side, and room for one of them.
__global__ void haloOut(const float *in, float *out) {
  __shared__ float s[128 + 64];
  int t = threadIdx.x;
  s[t + 64] = in[t + 64];
  if (t < 64) {
    s[t] = in[t];
    s[t + 192] = in[t + 192];
  }
  __syncthreads();
  out[t] = s[t] + s[t + 64];
}
__global__ void haloIn(const float *in, float *out) {
  __shared__ float s[128 + 128];
  int t = threadIdx.x;
  s[t + 64] = in[t + 64];
  if (t < 64) {
    s[t] = in[t];
    s[t + 192] = in[t + 192];
  }
  __syncthreads();
  out[t] = s[t] + s[t + 64] + s[t + 128];
}

// Rows padded in the index, and not in the array.
__global__ void paddingOut(const float *in, float *out) {
  __shared__ float tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[36 * y + x] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = tile[x];
}
__global__ void paddingIn(const float *in, float *out) {
  __shared__ float tile[32 * 36];
  int x = threadIdx.x, y = threadIdx.y;
  tile[36 * y + x] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = tile[36 * x + y];
}

// Four rows below the last ones.
__global__ void lastRowsOut(const float *in, float *out) {
  __shared__ float tile[16][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = tile[y + 4][x];
}
__global__ void lastRowsIn(const float *in, float *out) {
  __shared__ float tile[16][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[32 * y + x];
  __syncthreads();
  out[32 * y + x] = tile[(y + 4) % 16][x];
}

// One iteration too many.
__global__ void loopBoundOut(const float *in, float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k <= 8; ++k)
    s[64 * k + t] = in[64 * k + t];
  __syncthreads();
  out[t] = s[511 - t];
}
__global__ void loopBoundIn(const float *in, float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 8; ++k)
    s[64 * k + t] = in[64 * k + t];
  __syncthreads();
  out[t] = s[511 - t];
}

// A stride of two in an argument.
__global__ void strideOut(const float *in, float *out, int stride) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[stride * t] = in[t];
  __syncthreads();
  out[t] = s[t];
}
__global__ void strideIn(const float *in, float *out, int stride) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[stride * t] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// In a helper.
__device__ void put(float *to, int row, int column, float v) {
  to[40 * row + column] = v;
}
__global__ void helperOut(const float *in, float *out) {
  __shared__ float s[4 * 40];
  int t = threadIdx.x;
  put(s, t / 32, t % 32, in[t]);
  __syncthreads();
  out[t] = s[t & 127];
}
__global__ void helperIn(const float *in, float *out) {
  __shared__ float s[8 * 40];
  int t = threadIdx.x;
  put(s, t / 32, t % 32, in[t]);
  __syncthreads();
  out[t] = s[t & 127];
}

// The tree starts with the whole block, not with half of it.
__global__ void reduceOut(const float *in, float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  out[t] = s[0];
}
__global__ void reduceIn(const float *in, float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();
  }
  out[t] = s[0];
}

// Counters four words apart.
__global__ void countersOut(const float *in, float *out) {
  __shared__ int counters[64];
  int t = threadIdx.x;
  if (t < 64)
    counters[t] = 0;
  __syncthreads();
  atomicAdd(&counters[4 * (t & 63)], 1);
  __syncthreads();
  out[t] = counters[t & 63] + in[t];
}
__global__ void countersIn(const float *in, float *out) {
  __shared__ int counters[4 * 64];
  int t = threadIdx.x;
  counters[t] = 0;
  __syncthreads();
  atomicAdd(&counters[4 * (t & 63)], 1);
  __syncthreads();
  out[t] = counters[t & 63] + in[t];
}

// By what memory holds.
__global__ void dataOut(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[static_cast<int>(in[t + 256])] = in[t];
  __syncthreads();
  out[t] = s[t];
}
__global__ void dataIn(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[static_cast<int>(in[t + 256]) & 255] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// In the second of three blocks.
__global__ void middleBlockOut(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[blockIdx.x == 1 ? t + 256 : t] = in[t];
  __syncthreads();
  out[t] = s[t];
}
__global__ void middleBlockIn(const float *in, float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  s[blockIdx.x == 1 ? t + 256 : t] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// By an argument that is known when the program runs.
__global__ void runtimeOffsetOut(const float *in, float *out, int offset) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t + offset] = in[t];
  __syncthreads();
  out[t] = s[t];
}
__global__ void runtimeOffsetIn(const float *in, float *out, int offset) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[(t + offset) & 255] = in[t];
  __syncthreads();
  out[t] = s[t];
}

int main(int argc, char **argv) {
  Chosen run(argc, argv);
  const float *in = run.in();
  float *out = run.out();
  if (run.faulty("rightNeighbourOut"))
    rightNeighbourOut<<<1, 256>>>(in, out);
  if (run.sound("rightNeighbourIn"))
    rightNeighbourIn<<<1, 256>>>(in, out);
  if (run.faulty("leftNeighbourOut"))
    leftNeighbourOut<<<1, 256>>>(in, out);
  if (run.sound("leftNeighbourIn"))
    leftNeighbourIn<<<1, 256>>>(in, out);
  if (run.faulty("delayOut"))
    delayOut<<<1, 256>>>(in, out);
  if (run.sound("delayIn"))
    delayIn<<<1, 256>>>(in, out);
  if (run.faulty("haloOut"))
    haloOut<<<1, 128>>>(in, out);
  if (run.sound("haloIn"))
    haloIn<<<1, 128>>>(in, out);
  if (run.faulty("paddingOut"))
    paddingOut<<<1, dim3(32, 32)>>>(in, out);
  if (run.sound("paddingIn"))
    paddingIn<<<1, dim3(32, 32)>>>(in, out);
  if (run.faulty("lastRowsOut"))
    lastRowsOut<<<1, dim3(32, 16)>>>(in, out);
  if (run.sound("lastRowsIn"))
    lastRowsIn<<<1, dim3(32, 16)>>>(in, out);
  if (run.faulty("loopBoundOut"))
    loopBoundOut<<<1, 64>>>(in, out);
  if (run.sound("loopBoundIn"))
    loopBoundIn<<<1, 64>>>(in, out);
  if (run.faulty("strideOut"))
    strideOut<<<1, 128>>>(in, out, 2);
  if (run.sound("strideIn"))
    strideIn<<<1, 128>>>(in, out, 2);
  if (run.faulty("helperOut"))
    helperOut<<<1, 256>>>(in, out);
  if (run.sound("helperIn"))
    helperIn<<<1, 256>>>(in, out);
  if (run.faulty("reduceOut"))
    reduceOut<<<1, 256>>>(in, out);
  if (run.sound("reduceIn"))
    reduceIn<<<1, 256>>>(in, out);
  if (run.faulty("countersOut"))
    countersOut<<<1, 256>>>(in, out);
  if (run.sound("countersIn"))
    countersIn<<<1, 256>>>(in, out);
  if (run.faulty("dataOut"))
    dataOut<<<1, 256>>>(in, out);
  if (run.sound("dataIn"))
    dataIn<<<1, 256>>>(in, out);
  if (run.faulty("middleBlockOut"))
    middleBlockOut<<<3, 256>>>(in, out);
  if (run.sound("middleBlockIn"))
    middleBlockIn<<<3, 256>>>(in, out);
  if (run.faulty("runtimeOffsetOut"))
    runtimeOffsetOut<<<1, 256>>>(in, out, 256 * argc);
  if (run.sound("runtimeOffsetIn"))
    runtimeOffsetIn<<<1, 256>>>(in, out, 256 * argc);
  return run.finish();
}
