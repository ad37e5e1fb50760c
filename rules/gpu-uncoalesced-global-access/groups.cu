// gpu-uncoalesced-global-access: elements that one access could take.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-global-access \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not="with its neighbours"
//
// Lanes 16 bytes apart touch 16 sectors, lanes 8 bytes apart 8.

// Four floats of a thread; nvcc may not assume that they are aligned.
// warp-tidy: block(128)
__global__ void four(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v;
  v.x = in[4 * i];
  // CHECK: :[[@LINE-1]]:9: remark: warp load touches 16 sectors where 4 suffice (25% of the bytes moved are used)
  // CHECK: note: with its neighbours it is one of 4 loads of 16 aligned bytes a thread: together they use all of the sectors, but each is a request of its own; one access of 128 bits is coalesced
  v.y = in[4 * i + 1];
  v.z = in[4 * i + 2];
  v.w = in[4 * i + 3];
  out[i] = v;
}

// Two of each row of 64, stored in pairs of bytes: 64 bytes, 2 sectors for 1.
// warp-tidy: block(32, 8)
__global__ void pairs(unsigned char *out, int row) {
  int at = (row + threadIdx.y) * 64 + 2 * threadIdx.x;
  out[at + 1] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: warp store touches 2 sectors where 1 suffices
  // CHECK: note: with its neighbours it is one of 2 stores of 2 aligned bytes a thread: {{.*}} one access of 16 bits is coalesced
  out[at] = 2;
}

// Four floats that begin in the middle of what would be aligned: 16 sectors
// each, 17 the last.
// warp-tidy: block(128)
__global__ void shifted(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v;
  v.x = in[4 * i + 1];
  // CHECK: :[[@LINE-1]]:9: warning: warp load touches 16 sectors where 4 suffice
  v.y = in[4 * i + 2];
  // CHECK: :[[@LINE-1]]:9: warning: warp load touches 16 sectors where 4 suffice
  v.z = in[4 * i + 3];
  // CHECK: :[[@LINE-1]]:9: warning: warp load touches 16 sectors where 4 suffice
  v.w = in[4 * i + 4];
  // CHECK: :[[@LINE-1]]:9: warning: warp load touches {{1[67]}} sectors where 4 suffice
  out[i] = v;
}

// Three of four: a wider access would bring in what nothing uses.
// warp-tidy: block(128)
__global__ void three(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[4 * i];
  // CHECK: :[[@LINE-1]]:13: warning: warp load touches 16 sectors where 4 suffice
  v += in[4 * i + 1];
  // CHECK: :[[@LINE-1]]:8: warning: warp load touches 16 sectors where 4 suffice
  v += in[4 * i + 3];
  // CHECK: :[[@LINE-1]]:8: warning: warp load touches 16 sectors where 4 suffice
  out[i] = v;
}

// An offset of which nothing is known.
// warp-tidy: block(128)
__global__ void offset(const float *in, float *out, int from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i + from] +
           // CHECK: :[[@LINE-1]]:12: warning: warp load touches 8 to 9 sectors where 4 suffice
           in[2 * i + from + 1];
  // CHECK: :[[@LINE-1]]:12: warning: warp load touches 8 to 9 sectors where 4 suffice
}

// In two branches: they are no neighbours.
// warp-tidy: block(128)
__global__ void branches(const float *in, float *out, bool second) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  if (second)
    v = in[2 * i + 1];
  // CHECK: :[[@LINE-1]]:9: warning: warp load touches 8 sectors where 4 suffice
  else
    v = in[2 * i];
  // CHECK: :[[@LINE-1]]:9: warning: warp load touches 8 sectors where 4 suffice
  out[i] = v;
}
// CHECK: (0 not analysed)
