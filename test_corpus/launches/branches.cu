// RUN: %warp-tidy --cuda-path=none --quiet %s 2>&1 | %FileCheck %s
// A launch whose values depend on a branch is several launches; a member has the
// values of its constructors.
__global__ void either(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void choose(float *p, bool wide) {
  int block, n;
  if (wide) {
    block = 128;
    n = 16;
  } else {
    block = 256;
    n = 1;
  }
  either<<<1, block>>>(p, n);
}
// CHECK: branches.cu:5:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: branches.cu:16:3: note: launched here with blocks of 128x1x1 threads; 1 other launch is fine

__global__ void member(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
class Runner {
  int threads = 64, n;

public:
  explicit Runner(int n) : n(n) {}
  void run(float *p) {
    member<<<1, threads>>>(p, n);
  }
};
void use(float *p) { Runner(32).run(p); }
// CHECK: branches.cu:22:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: branches.cu:30:5: note: launched here with blocks of 64x1x1 threads
// CHECK: branches.cu:33:{{[0-9]+}}: note: with the arguments of this call

// What runs with a null pointer only if it is not null does not run.
__global__ void optional(float *p, const float *bias) {
  if (bias)
    p[threadIdx.x] = bias[8 * threadIdx.x];
  if (bias != nullptr && threadIdx.x < 32)
    p[threadIdx.x] += bias[8 * threadIdx.x + 1];
}
void without(float *p) { optional<<<1, 64>>>(p, nullptr); }
// CHECK-NOT: branches.cu:4{{[0-3]}}:

__global__ void given(float *p, const float *bias) {
  if (bias)
    p[threadIdx.x] = bias[8 * threadIdx.x];
}
static void pass(float *p, const float *bias = nullptr) {
  given<<<1, 64>>>(p, bias);
}
void with(float *p, float *bias) {
  pass(p);
  pass(p, bias);
}
// CHECK: branches.cu:50:{{[0-9]+}}: warning: warp load touches 32 sectors where 4 suffice
// CHECK: branches.cu:53:3: note: launched here with blocks of 64x1x1 threads
// CHECK: branches.cu:57:3: note: with the arguments of this call
