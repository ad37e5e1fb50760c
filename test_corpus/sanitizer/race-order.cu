// Races that are no load behind a store: the other way round, two stores, and a
// barrier that is there and not reached. Each with its twin.
#include "chosen.h"

// A store behind the load of another warp.
__global__ void swapRace(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float v = s[255 - t];
  s[t] = v;
  __syncthreads();
  out[t] = s[t ^ 32];
}
__global__ void swapWaits(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  float v = s[255 - t];
  __syncthreads();
  s[t] = v;
  __syncthreads();
  out[t] = s[t ^ 32];
}

// Two stores of different values.
__global__ void twoWritersRace(const float *in, float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t & 31] = in[t];
  __syncthreads();
  out[t] = s[t & 31];
}
__global__ void twoWritersWait(const float *in, float *out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 32)
    s[t] = in[t];
  __syncthreads();
  if (t >= 32)
    s[t & 31] = in[t];
  __syncthreads();
  out[t] = s[t & 31];
}

// The barrier of a branch that this launch does not take.
__global__ void skippedBarrierRace(const float *in, float *out, int wait) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  if (wait)
    __syncthreads();
  out[t] = s[255 - t];
}
__global__ void skippedBarrierWaits(const float *in, float *out, int wait) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  if (wait)
    __syncthreads();
  out[t] = s[255 - t];
}

int main(int argc, char **argv) {
  Chosen run(argc, argv);
  const float *in = run.in();
  float *out = run.out();
  if (run.faulty("swapRace"))
    swapRace<<<1, 256>>>(in, out);
  if (run.sound("swapWaits"))
    swapWaits<<<1, 256>>>(in, out);
  if (run.faulty("twoWritersRace"))
    twoWritersRace<<<1, 64>>>(in, out);
  if (run.sound("twoWritersWait"))
    twoWritersWait<<<1, 64>>>(in, out);
  if (run.faulty("skippedBarrierRace"))
    skippedBarrierRace<<<1, 256>>>(in, out, 0);
  if (run.sound("skippedBarrierWaits"))
    skippedBarrierWaits<<<1, 256>>>(in, out, 1);
  return run.finish();
}
