// gpu-constant-over-limit: exactly what there is.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-constant-over-limit %s 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

__constant__ float table[16384];
extern __constant__ float table[16384];
__global__ void kernel(float *out) { out[threadIdx.x] = table[0]; }
