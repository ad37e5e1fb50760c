// Shared arrays that are too small for the block of their launch. Of each pair
// of kernels, the first leaves its array, which is the only or the last one, by
// 256 bytes at least: the sanitizer knows the end of the block's memory alone.
#include "chosen.h"

__global__ void largeBlockOut(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - (t & 63)];
}
__global__ void largeBlockIn(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[255 - t];
}

// Rows and columns swapped: 8 x 64 threads.
__global__ void extentsOut(const float *in, float *out) {
  __shared__ float tile[8][64];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[8 * y + x];
  __syncthreads();
  out[8 * y + x] = tile[x][y];
}
__global__ void extentsIn(const float *in, float *out) {
  __shared__ float tile[64][8];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[8 * y + x];
  __syncthreads();
  out[8 * y + x] = tile[63 - y][x];
}

// The launch asks for 256 bytes: one an element.
__global__ void bytesAskedOut(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  __syncthreads();
  out[t] = dynamic[t & 63];
}
__global__ void bytesAskedIn(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  __syncthreads();
  out[t] = dynamic[t & 63];
}

// The second of two arrays is not counted in the launch.
__global__ void secondArrayOut(const float *in, float *out) {
  extern __shared__ float dynamic[];
  float *a = dynamic, *b = dynamic + 128;
  int t = threadIdx.x;
  a[t] = in[t];
  b[t] = in[t + 128];
  __syncthreads();
  out[t] = a[127 - t];
}
__global__ void secondArrayIn(const float *in, float *out) {
  extern __shared__ float dynamic[];
  float *a = dynamic, *b = dynamic + 128;
  int t = threadIdx.x;
  a[t] = in[t];
  b[t] = in[t + 128];
  __syncthreads();
  out[t] = a[127 - t] + b[127 - t];
}

struct Body {
  float x, y, z, mass;
};
__global__ void bodiesOut(const float *in, float *out) {
  __shared__ Body bodies[64];
  int t = threadIdx.x;
  bodies[t].mass = in[t];
  __syncthreads();
  out[t] = bodies[t & 63].mass;
}
__global__ void bodiesIn(const float *in, float *out) {
  __shared__ Body bodies[128];
  int t = threadIdx.x;
  bodies[t].mass = in[t];
  __syncthreads();
  out[t] = bodies[t & 63].mass;
}

struct Tile {
  int count;
  float values[63];
};
__global__ void lastMemberOut(const float *in, float *out) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  tile.values[t] = in[t];
  __syncthreads();
  out[t] = tile.values[t & 31];
}
__global__ void lastMemberIn(const float *in, float *out) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  if (t < 63)
    tile.values[t] = in[t];
  __syncthreads();
  out[t] = tile.values[t & 31];
}

// Four floats a thread, in an array of one.
__global__ void vectorsOut(const float *in, float *out) {
  __shared__ __align__(16) float s[128];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(s)[t] = make_float4(in[t], 1, 2, 3);
  __syncthreads();
  out[t] = s[t];
}
__global__ void vectorsIn(const float *in, float *out) {
  __shared__ __align__(16) float s[4 * 128];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(s)[t] = make_float4(in[t], 1, 2, 3);
  __syncthreads();
  out[t] = s[t];
}

// Doubles in raw bytes that were counted for floats.
__global__ void rawBytesOut(const float *in, float *out) {
  __shared__ __align__(8) char raw[512];
  double *values = reinterpret_cast<double *>(raw);
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = static_cast<float>(values[t & 31]);
}
__global__ void rawBytesIn(const float *in, float *out) {
  __shared__ __align__(8) char raw[1024];
  double *values = reinterpret_cast<double *>(raw);
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = static_cast<float>(values[t & 31]);
}

// An instance for 128 threads is launched with 256.
template <int Threads>
__device__ void reverseIn(float *s, const float *in, float *out) {
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[(Threads - 1 - t) & (Threads - 1)];
}
template <int Threads>
__global__ void instanceOut(const float *in, float *out) {
  __shared__ float s[Threads];
  reverseIn<Threads>(s, in, out);
}
template <int Threads> __global__ void instanceIn(const float *in, float *out) {
  __shared__ float s[Threads];
  reverseIn<Threads>(s, in, out);
}

// A slice for each of two blocks, of four.
__global__ void slicesOut(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[64 * blockIdx.x + t] = in[t];
  __syncthreads();
  out[64 * blockIdx.x + t] = s[t];
}
__global__ void slicesIn(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[64 * blockIdx.x + t] = in[t];
  __syncthreads();
  out[64 * blockIdx.x + t] = s[64 * blockIdx.x + t];
}

// How many threads there are is known when the program runs.
__global__ void runtimeBlockOut(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t & 63];
}
__global__ void runtimeBlockIn(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 64)
    s[t] = in[t];
  __syncthreads();
  out[t] = s[t & 63];
}

// And how many bytes.
__global__ void runtimeBytesOut(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  __syncthreads();
  out[t] = dynamic[t & 63];
}
__global__ void runtimeBytesIn(const float *in, float *out) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  __syncthreads();
  out[t] = dynamic[t & 63];
}

int main(int argc, char **argv) {
  Chosen run(argc, argv);
  const float *in = run.in();
  float *out = run.out();
  if (run.faulty("largeBlockOut"))
    largeBlockOut<<<1, 256>>>(in, out);
  if (run.sound("largeBlockIn"))
    largeBlockIn<<<1, 256>>>(in, out);
  if (run.faulty("extentsOut"))
    extentsOut<<<1, dim3(8, 64)>>>(in, out);
  if (run.sound("extentsIn"))
    extentsIn<<<1, dim3(8, 64)>>>(in, out);
  if (run.faulty("bytesAskedOut"))
    bytesAskedOut<<<1, 256, 256>>>(in, out);
  if (run.sound("bytesAskedIn"))
    bytesAskedIn<<<1, 256, 256 * sizeof(float)>>>(in, out);
  if (run.faulty("secondArrayOut"))
    secondArrayOut<<<1, 128, 128 * sizeof(float)>>>(in, out);
  if (run.sound("secondArrayIn"))
    secondArrayIn<<<1, 128, 2 * 128 * sizeof(float)>>>(in, out);
  if (run.faulty("bodiesOut"))
    bodiesOut<<<1, 128>>>(in, out);
  if (run.sound("bodiesIn"))
    bodiesIn<<<1, 128>>>(in, out);
  if (run.faulty("lastMemberOut"))
    lastMemberOut<<<1, 128>>>(in, out);
  if (run.sound("lastMemberIn"))
    lastMemberIn<<<1, 128>>>(in, out);
  if (run.faulty("vectorsOut"))
    vectorsOut<<<1, 128>>>(in, out);
  if (run.sound("vectorsIn"))
    vectorsIn<<<1, 128>>>(in, out);
  if (run.faulty("rawBytesOut"))
    rawBytesOut<<<1, 128>>>(in, out);
  if (run.sound("rawBytesIn"))
    rawBytesIn<<<1, 128>>>(in, out);
  if (run.faulty("instanceOut"))
    instanceOut<128><<<1, 256>>>(in, out);
  if (run.sound("instanceIn"))
    instanceIn<256><<<1, 256>>>(in, out);
  if (run.faulty("slicesOut"))
    slicesOut<<<4, 64>>>(in, out);
  if (run.sound("slicesIn"))
    slicesIn<<<4, 64>>>(in, out);
  if (run.faulty("runtimeBlockOut"))
    runtimeBlockOut<<<1, 64 * argc>>>(in, out);
  if (run.sound("runtimeBlockIn"))
    runtimeBlockIn<<<1, 64 * argc>>>(in, out);
  if (run.faulty("runtimeBytesOut"))
    runtimeBytesOut<<<1, 256, 128 * argc>>>(in, out);
  if (run.sound("runtimeBytesIn"))
    runtimeBytesIn<<<1, 256, 512 * argc>>>(in, out);
  return run.finish();
}
