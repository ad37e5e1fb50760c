// RUN: %python %S/../check_compiled.py %warp-tidy %s -- --cuda-path=none
// Members of structs and parts of vectors in global memory. Widths: SASS of
// nvcc 13.0 -O3 for sm_90.

struct __align__(16) Wide {
  float a, b, c, d;
};
struct Loose {
  float a, b, c, d;
};

__global__ void promised(const Wide *__restrict__ p, float *__restrict__ out) {
  const int t = threadIdx.x;
  float sum = p[t].a; // compiled: load global 16 bytes
  sum = sum * 3 + p[t].b;
  sum = sum * 3 + p[t].d;
  out[t] = sum;
}

__global__ void twoMembers(const Wide *__restrict__ p,
                           float *__restrict__ out) {
  const int t = threadIdx.x;
  float sum = p[t].c; // compiled: load global 8 bytes
  sum = sum * 3 + p[t].d;
  out[t] = sum;
}

__global__ void notPromised(const Loose *__restrict__ p,
                            float *__restrict__ out) {
  const int t = threadIdx.x;
  float sum = p[t].a;     // compiled: load global as written
  sum = sum * 3 + p[t].b; // compiled: load global as written
  out[t] = sum;
}

// The assembler does not merge what is in global memory.
__global__ void plain(const float *__restrict__ in, float *__restrict__ out) {
  const int t = threadIdx.x;
  float sum = in[4 * t];         // compiled: load global as written
  sum = sum * 3 + in[4 * t + 1]; // compiled: load global as written
  out[t] = sum;
}

// The store may have changed what is read after it.
__global__ void cutByStore(const Wide *p, float *out) {
  const int t = threadIdx.x;
  float sum = p[t].a; // compiled: load global 8 bytes
  sum = sum * 3 + p[t].b;
  out[t + 128] = sum;
  sum = sum * 3 + p[t].c; // compiled: load global 8 bytes
  sum = sum * 3 + p[t].d;
  out[t] = sum;
}

__global__ void written(Wide *p, float x) {
  const int t = threadIdx.x;
  p[t].a = x;     // compiled: store global 16 bytes
  p[t].b = x + 1;
  p[t].c = x + 2;
  p[t].d = x + 3;
}

__device__ __align__(16) float table[512];
__global__ void declared(float *out) {
  const int t = threadIdx.x;
  float sum = table[4 * t]; // compiled: load global 16 bytes
  sum = sum * 3 + table[4 * t + 1];
  sum = sum * 3 + table[4 * t + 2];
  sum = sum * 3 + table[4 * t + 3];
  out[t] = sum;
}

__global__ void halfUsed(const float4 *in, float *out) {
  const int t = threadIdx.x;
  const float4 v = in[t]; // compiled: load global 8 bytes
  out[t] = v.x + v.y;
}

__global__ void endsUsed(const float4 *in, float *out) {
  const int t = threadIdx.x;
  const float4 v = in[t]; // compiled: load global 4 bytes; load global 4 bytes
  out[t] = v.x + v.w;
}

__global__ void threeUsed(const float4 *in, float *out) {
  const int t = threadIdx.x;
  const float4 v = in[t]; // compiled: load global as written
  out[t] = v.x + v.y + v.w;
}
