// RUN: %warp-tidy --cuda-path=none --quiet %s 2>&1 | %FileCheck %s
// Conditions say what an argument is that no launch says.
#include <assert.h>

__global__ void assumed(float *p, int n) {
  __builtin_assume(n == 4);
  p[n * threadIdx.x] = 1;
}
// CHECK: pins.cu:7:{{[0-9]+}}: warning: warp store touches 16 sectors where 4 suffice

__global__ void asserted(float *p, int n) {
  assert(n == 2);
  p[n * threadIdx.x] = 1;
}
// CHECK: pins.cu:13:{{[0-9]+}}: warning: warp store touches 8 sectors where 4 suffice

__global__ void branches(float *p, int n, int m) {
  if (n == 1)
    p[n * threadIdx.x] = 1;
  else if (n + 1 == 9 && m > 0)
    p[n * threadIdx.x] = 2;
}
// CHECK-NOT: pins.cu:19:
// CHECK: pins.cu:21:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice

struct Sizes { int n, m; };
__global__ void members(float *p, Sizes s) {
  if (s.n == 1)
    p[s.m * threadIdx.x] = 1;
}
// CHECK: pins.cu:29:{{[0-9]+}}: remark: {{.*}}depending on 's.m'
