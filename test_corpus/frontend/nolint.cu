// RUN: %warp-tidy --cuda-path=none --quiet %s 2>&1 | %FileCheck %s
// Comments that silence a finding, as in clang-tidy.

__global__ void columns(float *p) {
  // CHECK: nolint.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[gpu-uncoalesced-global-access]
  p[threadIdx.x * 32] = 1;
  // CHECK-NOT: warning:
  p[threadIdx.x * 33] = 1; // NOLINT
  p[threadIdx.x * 34] = 1; // NOLINT(gpu-uncoalesced-global-access)
  // NOLINTNEXTLINE(gpu-*)
  p[threadIdx.x * 35] = 1;
  // NOLINTBEGIN(gpu-uncoalesced-global-access)
  p[threadIdx.x * 36] = 1;
  p[threadIdx.x * 37] = 1;
  // NOLINTEND(gpu-uncoalesced-global-access)
  // CHECK: nolint.cu:[[#@LINE+2]]:3: warning: warp store
  // CHECK: nolint.cu:[[#@LINE+1]]:31: warning: NOLINT(gpu-shared-bank-conflict) silences nothing here [warp-tidy-unused-nolint]
  p[threadIdx.x * 38] = 1; // NOLINT(gpu-shared-bank-conflict)
  // CHECK-NOT: warning:
}

void run(float *p) { columns<<<1, 32>>>(p); }
