// RUN: %python %S/../check_compiled.py %warp-tidy %s -- --cuda-path=none
// What nvcc merges or does not load again because it knows stores to touch other
// bytes. Each kernel was compiled with nvcc 13.0 for sm_90 and its machine code
// read.

struct alignas(16) Quad {
  float a, b, c, d;
};
struct Mixed {
  int n;
  float f;
};

// A store to one member is no store to another, wherever the structs are.
__global__ void otherMembers(float2 *o, const float2 *f, float k) {
  int i = threadIdx.x;
  o[i].x = f[i].x / k; // compiled: load global 8 bytes; store global 8 bytes
  o[i].y = f[i].y / k;
}

__global__ void fourMembers(Quad *o, const Quad *f, float k) {
  int i = threadIdx.x;
  o[i].a = f[i].a * k; // compiled: load global 16 bytes; store global 16 bytes
  o[i].b = f[i].b * k;
  o[i].c = f[i].c * k;
  o[i].d = f[i].d * k;
}

// To the same member of another struct it may be one.
__global__ void sameMember(float2 *o, const float2 *f) {
  int i = threadIdx.x;
  float a = f[i].x; // compiled: load global as written
  o[i + 32].y = a;  // compiled: store global as written
  o[i].x = f[i].y;  // compiled: load global as written; store global as written
}

// int and float are not told apart by their types.
__global__ void otherTypes(int *o, const float2 *f) {
  int i = threadIdx.x;
  float a = f[i].x;       // compiled: load global as written
  o[i] = 7;               // compiled: store global as written
  o[i + 1024] = a + f[i].y; // compiled: load global as written
}

__global__ void memberAgain(Mixed *n, Mixed *p, int *q) {
  int i = threadIdx.x;
  int a = n[i].n;   // compiled: load global as written
  p[i].f = 3;       // compiled: store global as written
  q[i] = a * n[i].n; // compiled: load global gone; store global as written
}

// The first block leads to the last, and the branch between them stores
// elsewhere.
__global__ void behindBranch(float *n, int m) {
  int i = threadIdx.x;
  if (n[i] * n[i + m] != 0) // compiled: load global as written; load global as written
    n[i + 1024] = 1;
  if (n[i] * n[i + 1] != 0) // compiled: load global gone; load global as written
    n[i + 2048] = 2;
}

// It is read again where the branch stores to it, and where it was not read on
// every way.
__global__ void storedInBranch(float *n, int m) {
  int i = threadIdx.x;
  float a = n[i]; // compiled: load global as written
  if (a != 0)
    n[i + m] = 1;
  n[i + 2048] = n[i] + a; // compiled: load global as written
}

// What a thread has stored it does not load.
__global__ void storedBefore(float *n, float *p, int m) {
  int i = threadIdx.x;
  n[i] = 1.5f;
  n[i + 1] = 2.5f;
  if (m > 3)
    n[i + 2048] = n[i] + n[i + m]; // compiled: load global gone; load global as written
}
