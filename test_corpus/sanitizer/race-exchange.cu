// Threads of different warps exchange values through shared memory. Of each
// pair of kernels, the first lacks the barrier, or has it in the wrong place.
#include "chosen.h"

//===----------------------------------------------------------------------===//
// From one thread to another
//===----------------------------------------------------------------------===//

__global__ void reverseRace(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[255 - t];
}
__global__ void reverseWaits(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[255 - t];
}

// Only the last lane of a warp reads what another warp wrote.
__global__ void neighbourRace(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 127)
    out[t] = s[t + 1];
}
__global__ void neighbourWaits(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 127)
    out[t] = s[t + 1];
}

// The barrier comes when all is done.
__global__ void lateBarrierRace(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  float v = s[t ^ 64];
  __syncthreads();
  out[t] = v;
}
__global__ void lateBarrierWaits(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float v = s[t ^ 64];
  out[t] = v;
}

// In a helper, by a pointer.
__device__ void put(float *to, int i, float v) { to[i] = v; }
__device__ float rotated(const float *from, int i) {
  return from[(i + 40) % 128];
}
__global__ void helperRace(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  put(s, t, in[t]);
  out[t] = rotated(s, t);
}
__global__ void helperWaits(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  put(s, t, in[t]);
  __syncthreads();
  out[t] = rotated(s, t);
}

__global__ void bytesRace(const float *in, float *out) {
  __shared__ unsigned char s[256];
  int t = threadIdx.x;
  s[t] = static_cast<unsigned char>(in[t]);
  out[t] = s[(t + 128) & 255];
}
__global__ void bytesWait(const float *in, float *out) {
  __shared__ unsigned char s[256];
  int t = threadIdx.x;
  s[t] = static_cast<unsigned char>(in[t]);
  __syncthreads();
  out[t] = s[(t + 128) & 255];
}

struct Body {
  float x, y, mass;
};
__global__ void bodiesRace(const float *in, float *out) {
  __shared__ Body bodies[128];
  int t = threadIdx.x;
  bodies[t].x = in[t];
  bodies[t].mass = in[t + 128];
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 128; ++k)
    sum += bodies[k].x;
  out[t] = sum;
}
__global__ void bodiesWait(const float *in, float *out) {
  __shared__ Body bodies[128];
  int t = threadIdx.x;
  bodies[t].x = in[t];
  bodies[t].mass = in[t + 128];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 128; ++k)
    sum += bodies[k].x;
  out[t] = sum;
}

//===----------------------------------------------------------------------===//
// From some threads to all
//===----------------------------------------------------------------------===//

__global__ void broadcastRace(const float *in, float *out) {
  __shared__ float first;
  int t = threadIdx.x;
  if (t == 0)
    first = in[0];
  out[t] = in[t] - first;
}
__global__ void broadcastWaits(const float *in, float *out) {
  __shared__ float first;
  int t = threadIdx.x;
  if (t == 0)
    first = in[0];
  __syncthreads();
  out[t] = in[t] - first;
}

// The first warp loads the table of all.
__global__ void tableRace(const float *in, float *out) {
  __shared__ float table[32];
  int t = threadIdx.x;
  if (t < 32)
    table[t] = in[t];
  out[t] = table[t & 31];
}
__global__ void tableWaits(const float *in, float *out) {
  __shared__ float table[32];
  int t = threadIdx.x;
  if (t < 32)
    table[t] = in[t];
  __syncthreads();
  out[t] = table[t & 31];
}

// The block fills more elements than it has threads.
__global__ void filledRace(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i];
  out[t] = s[8 * t + 7];
}
__global__ void filledWaits(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = t; i < 1024; i += 128)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[8 * t + 7];
}

// Two arrays in dynamic shared memory; the second is read across warps.
__global__ void dynamicRace(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  dynamic[128 + t] = in[128 + t];
  out[t] = dynamic[t] + dynamic[255 - t];
}
__global__ void dynamicWaits(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  dynamic[128 + t] = in[128 + t];
  __syncthreads();
  out[t] = dynamic[t] + dynamic[255 - t];
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

__global__ void transposeRace(const float *in, float *out) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  out[16 * y + x] = tile[x][y];
}
__global__ void transposeWaits(const float *in, float *out) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  out[16 * y + x] = tile[x][y];
}

// Four rows a thread.
__global__ void tallTransposeRace(const float *in, float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    tile[y + k][x] = in[32 * (y + k) + x];
  for (int k = 0; k < 32; k += 8)
    out[32 * (y + k) + x] = tile[x][y + k];
}
__global__ void tallTransposeWaits(const float *in, float *out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    tile[y + k][x] = in[32 * (y + k) + x];
  __syncthreads();
  for (int k = 0; k < 32; k += 8)
    out[32 * (y + k) + x] = tile[x][y + k];
}

// 32 x 8 threads with a halo of one above and below.
__global__ void haloRace(const float *in, float *out) {
  __shared__ float tile[10][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x] = in[32 * (y + 1) + x];
  if (y == 0)
    tile[0][x] = in[x];
  if (y == 7)
    tile[9][x] = in[32 * 9 + x];
  float above = tile[y][x];
  float below = tile[y + 2][x];
  out[32 * y + x] = above + below;
}
__global__ void haloWaits(const float *in, float *out) {
  __shared__ float tile[10][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x] = in[32 * (y + 1) + x];
  if (y == 0)
    tile[0][x] = in[x];
  if (y == 7)
    tile[9][x] = in[32 * 9 + x];
  __syncthreads();
  float above = tile[y][x];
  float below = tile[y + 2][x];
  out[32 * y + x] = above + below;
}

//===----------------------------------------------------------------------===//
// Sound in other ways
//===----------------------------------------------------------------------===//

// Each warp for itself.
__global__ void warpByWarp(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[t ^ 31];
}

// Each thread for itself.
__global__ void ownElements(const float *in, float *out) {
  __shared__ float s[4][256];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    s[k][t] = in[256 * k + t];
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += s[3 - k][t];
  out[t] = sum;
}

// The barrier is in a helper.
__device__ void waitForAll() { __syncthreads(); }
__global__ void helperBarrier(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  waitForAll();
  out[t] = s[255 - t];
}

// The barrier that counts.
__global__ void countingBarrier(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  int large = __syncthreads_count(in[t] > 100);
  out[t] = s[255 - t] + large;
}

// By assembly.
__global__ void namedBarrier(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 256;" ::: "memory");
  out[t] = s[255 - t];
}

int main(int argc, char **argv) {
  Chosen run(argc, argv);
  const float *in = run.in();
  float *out = run.out();
  if (run.faulty("reverseRace"))
    reverseRace<<<1, 256>>>(in, out);
  if (run.sound("reverseWaits"))
    reverseWaits<<<1, 256>>>(in, out);
  if (run.faulty("neighbourRace"))
    neighbourRace<<<1, 128>>>(in, out);
  if (run.sound("neighbourWaits"))
    neighbourWaits<<<1, 128>>>(in, out);
  if (run.faulty("lateBarrierRace"))
    lateBarrierRace<<<1, 256>>>(in, out);
  if (run.sound("lateBarrierWaits"))
    lateBarrierWaits<<<1, 256>>>(in, out);
  if (run.faulty("helperRace"))
    helperRace<<<1, 128>>>(in, out);
  if (run.sound("helperWaits"))
    helperWaits<<<1, 128>>>(in, out);
  if (run.faulty("bytesRace"))
    bytesRace<<<1, 256>>>(in, out);
  if (run.sound("bytesWait"))
    bytesWait<<<1, 256>>>(in, out);
  if (run.faulty("bodiesRace"))
    bodiesRace<<<1, 128>>>(in, out);
  if (run.sound("bodiesWait"))
    bodiesWait<<<1, 128>>>(in, out);
  if (run.faulty("broadcastRace"))
    broadcastRace<<<1, 256>>>(in, out);
  if (run.sound("broadcastWaits"))
    broadcastWaits<<<1, 256>>>(in, out);
  if (run.faulty("tableRace"))
    tableRace<<<1, 256>>>(in, out);
  if (run.sound("tableWaits"))
    tableWaits<<<1, 256>>>(in, out);
  if (run.faulty("filledRace"))
    filledRace<<<1, 128>>>(in, out);
  if (run.sound("filledWaits"))
    filledWaits<<<1, 128>>>(in, out);
  if (run.faulty("dynamicRace"))
    dynamicRace<<<1, 128, 1024>>>(in, out);
  if (run.sound("dynamicWaits"))
    dynamicWaits<<<1, 128, 1024>>>(in, out);
  if (run.faulty("transposeRace"))
    transposeRace<<<1, dim3(16, 16)>>>(in, out);
  if (run.sound("transposeWaits"))
    transposeWaits<<<1, dim3(16, 16)>>>(in, out);
  if (run.faulty("tallTransposeRace"))
    tallTransposeRace<<<1, dim3(32, 8)>>>(in, out);
  if (run.sound("tallTransposeWaits"))
    tallTransposeWaits<<<1, dim3(32, 8)>>>(in, out);
  if (run.faulty("haloRace"))
    haloRace<<<1, dim3(32, 8)>>>(in, out);
  if (run.sound("haloWaits"))
    haloWaits<<<1, dim3(32, 8)>>>(in, out);
  if (run.sound("warpByWarp"))
    warpByWarp<<<1, 256>>>(in, out);
  if (run.sound("ownElements"))
    ownElements<<<1, 256>>>(in, out);
  if (run.sound("helperBarrier"))
    helperBarrier<<<1, 256>>>(in, out);
  if (run.sound("countingBarrier"))
    countingBarrier<<<1, 256>>>(in, out);
  if (run.sound("namedBarrier"))
    namedBarrier<<<1, 256>>>(in, out);
  return run.finish();
}
