// RUN: %warp-tidy --cuda-path=none --quiet %s 2>&1 | %FileCheck %s
// One place, several instances: the worst of them is reported, whichever comes
// first, and the note does not call different faults the same.

template <int Step> __global__ void stride(float *p) {
  // CHECK: instances.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
  p[threadIdx.x * Step] = 1;
  // CHECK-NOT: warning:
}

void run(float *p) {
  stride<2><<<1, 32>>>(p);
  stride<32><<<1, 32>>>(p);
  stride<4><<<1, 32>>>(p);
}
