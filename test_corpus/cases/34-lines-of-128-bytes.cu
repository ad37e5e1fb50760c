// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none --sector-bytes=128
// RUN: %warp-tidy --cuda-path=none --sector-bytes=128 --quiet %s | %FileCheck %s
// RUN: %warp-tidy --cuda-path=none --sector-bytes=64 --quiet %s | %FileCheck %s --check-prefix=HALF
// Global accesses counted in whole cache lines, as older texts and tools do. Shared
// and local memory do not change. Figures: enumeration of the lanes.

// warp-tidy: block(128)
__global__ void views(const float *in, const double *wide, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  // predict: load global 1 sector /ideal 1; store shared 2 wavefronts
  // diag: gpu-shared-bank-conflict(warning)
  s[2 * t] = in[t];
  __syncthreads();
  float sum = in[t + 1]; // predict: load global 2 sectors /ideal 1
  sum += wide[t];        // predict: load global 2 sectors /ideal 2
  // CHECK: :[[@LINE+4]]:{{[0-9]+}}: warning: warp load touches 8 128-byte sectors where 1 suffices (13% of the bytes moved are used)
  // HALF: :[[@LINE+3]]:{{[0-9]+}}: warning: warp load touches 16 64-byte sectors where 2 suffice (13% of the bytes moved are used)
  // predict: load global 8 sectors /ideal 1
  // diag: gpu-uncoalesced-global-access(warning)
  sum += in[8 * t];
  // predict: load global symbolic 1..32 sectors where n = 1:1 2:2 31:31 32:32 33:32 /formula min(n, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  sum += in[n * t];
  out[t] = sum + s[t]; // predict: store global 1 sector; load shared 1 wavefront
}
