// gpu-low-occupancy-shared: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-low-occupancy-shared %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-low-occupancy-shared \
// RUN:   --config="{CheckOptions: {gpu-low-occupancy-shared.MinOccupancyPercent: 50}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=MORE
// RUN: %warp-tidy --cuda-path=none --checks=gpu-low-occupancy-shared \
// RUN:   --gpu-arch=sm_75 %s 2>&1 | %FileCheck %s --check-prefix=TURING
//
// sm_90 has 233472 bytes a multiprocessor, of which each block takes 1024 more
// than it asks for, in steps of 128; 64 warps and 32 blocks may be resident.

__global__ void staged(float *out, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n];
}

// 40000 bytes.
__global__ void fixed(float *out, int n) {
  __shared__ float s[10000];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n];
}

// 4096 bytes.
__global__ void small(float *out, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n];
}

// Copies ahead while it computes: few warps are enough.
__global__ void copied(const int4 *in, float *out, int n) {
  extern __shared__ float s[];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(&s[4 * threadIdx.x])),
               "l"(&in[threadIdx.x]));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[threadIdx.x] = s[n];
}

void launches(float *out, const int4 *in, int bytes, int blocks) {
  cudaFuncSetAttribute(staged, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       101376);
  // 101376 + 1024 are 102400: two blocks of 4 warps, 8 of 64; 16 without.
  staged<<<blocks, 128, 101376>>>(out, 1);
  // CHECK: :[[@LINE-1]]:3: remark: 101376 bytes of shared memory a block leave room for 2 blocks, 8 of 64 warps of a multiprocessor of sm_90 (13%) [gpu-low-occupancy-shared]
  // CHECK: note: its threads alone would allow 16 blocks, 64 warps; a multiprocessor has 233472 bytes of shared memory, and 1024 bytes of each block are reserved
  // CHECK: note: kernel 'staged' has blocks of 128x1x1
  // 40000 + 1024 are 41024, 41088 in steps: five blocks of 2 warps; 32 without.
  fixed<<<100000, 64>>>(out, 1);
  // CHECK: :[[@LINE-1]]:3: remark: 40000 bytes of shared memory a block leave room for 5 blocks, 10 of 64 warps of a multiprocessor of sm_90 (16%)
  // CHECK: note: its threads alone would allow 32 blocks, 64 warps

  // Silent: five blocks of 8 warps, 40 of 64.
  fixed<<<100000, 256>>>(out, 1);
  // Five of 4 warps, 20 of 64, are 31%.
  fixed<<<100000, 128>>>(out, 1);
  // MORE: :[[@LINE-1]]:3: remark: 40000 bytes of shared memory a block leave room for 5 blocks, 20 of 64 warps
  // On 7.5, with 65536 bytes, none reserved, it is one block.
  // TURING: :[[@LINE-3]]:3: remark: 40000 bytes of shared memory a block leave room for 1 block, 4 of 32 warps of a multiprocessor of sm_75 (13%)
  // TURING: note: its threads alone would allow 8 blocks, 32 warps; a multiprocessor has 65536 bytes of shared memory{{$}}
  // One warp a block: it is the number of blocks that limits.
  small<<<100000, 32>>>(out, 1);
  // No more blocks than multiprocessors with room.
  staged<<<132, 128, 101376>>>(out, 1);
  // Not known.
  staged<<<blocks, 128, bytes>>>(out, 1);
  copied<<<blocks, 128, 49152>>>(in, out, 1);
}
