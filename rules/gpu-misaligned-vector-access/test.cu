// gpu-misaligned-vector-access: what it reports and what it leaves alone.
//
// RUN: not %warp-tidy --cuda-path=none --checks=gpu-misaligned-vector-access \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not=unknown
// RUN: not %warp-tidy --cuda-path=none --checks=gpu-misaligned-vector-access \
// RUN:   --assume=pitch=33 %s 2>&1 | %FileCheck %s --check-prefix=ASSUMED
//
// An access of N bytes faults unless its address is a multiple of N. Arrays
// start on a multiple of 16 at least, so the byte offset decides.

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// Byte offset 4*i: right for every fourth lane only.
// warp-tidy: block(128)
__global__ void everyElement(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = *reinterpret_cast<const float4 *>(in + i);
  // CHECK: :[[@LINE-1]]:12: error: 24 of 32 lanes access 16 bytes at an address that is not a multiple of 16: the access faults [gpu-misaligned-vector-access]
  // CHECK: :[[@LINE-2]]:12: note: neighbouring lanes are 4 bytes apart: the byte offset into 'in' is 4*blockDim.x*blockIdx.x + 4*threadIdx.x
  // CHECK: :[[@LINE-6]]:1: note: block of 128x1x1 threads as annotated
}

// The array itself is shifted by a float: no lane is right.
// warp-tidy: block(128)
__global__ void shiftedArray(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = reinterpret_cast<const float4 *>(in + 1)[i];
  // CHECK: :[[@LINE-1]]:12: error: 32 of 32 lanes access 16 bytes at an address that is not a multiple of 16: the access faults [gpu-misaligned-vector-access]
}

// Byte offset 12*i of an 8-byte access: odd lanes.
// warp-tidy: block(128)
__global__ void pairsOfThree(const float *in, float2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = *reinterpret_cast<const float2 *>(&in[3 * i]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: 16 of 32 lanes access 8 bytes at an address that is not a multiple of 8: the access faults [gpu-misaligned-vector-access]
}

// In a helper. Byte offset 24*i: odd lanes.
__device__ float4 load4(const float *p, int i) {
  return *reinterpret_cast<const float4 *>(p + i);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: error: 16 of 32 lanes access 16 bytes at an address that is not a multiple of 16: the access faults [gpu-misaligned-vector-access]
  // CHECK: :[[@LINE+5]]:12: note: 'load4' is called here, in kernel 'callsHelper'
}
// warp-tidy: block(128)
__global__ void callsHelper(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = load4(in, 6 * i);
}

// Step = 5 faults, Step = 4 does not.
template <int Step> __global__ void stepped(float *out, float4 v) {
  *reinterpret_cast<float4 *>(&out[Step * threadIdx.x]) = v;
  // CHECK: :[[@LINE-1]]:3: error: 24 of 32 lanes access 16 bytes at an address that is not a multiple of 16: the access faults [gpu-misaligned-vector-access]
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 32x1x1 threads
}

// Words in a byte buffer.
// warp-tidy: block(32)
__global__ void wordsInBytes(int *out) {
  __shared__ char s[64];
  s[threadIdx.x] = threadIdx.x;
  s[threadIdx.x + 32] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<int *>(&s[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:22: error: 24 of 32 lanes access 4 bytes at an address that is not a multiple of 4: the access faults [gpu-misaligned-vector-access]
}

// Pairs of 16-bit elements from the second one on.
// warp-tidy: block(32)
__global__ void oddPairs(const short *in, int *out) {
  out[threadIdx.x] = *reinterpret_cast<const int *>(&in[2 * threadIdx.x + 1]);
  // CHECK: :[[@LINE-1]]:22: error: 32 of 32 lanes access 4 bytes at an address that is not a multiple of 4: the access faults [gpu-misaligned-vector-access]
}

// A pitch of 33 floats, from the annotation.
// warp-tidy: block(32) pitch=33
__global__ void oddPitch(const float *in, float4 *out, int pitch) {
  out[threadIdx.x] =
      *reinterpret_cast<const float4 *>(in + threadIdx.x * pitch);
  // CHECK: :[[@LINE-1]]:7: error: 24 of 32 lanes access 16 bytes at an address that is not a multiple of 16: the access faults [gpu-misaligned-vector-access]
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// warp-tidy: block(128)
__global__ void everyFourth(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = *reinterpret_cast<const float4 *>(in + 4 * i);
}

// Only the lanes that are right get there.
// warp-tidy: block(128)
__global__ void guarded(const float *in, float4 *out) {
  int i = threadIdx.x;
  if (i % 4 == 0)
    out[i / 4] = *reinterpret_cast<const float4 *>(in + i);
}
// warp-tidy: block(128)
__global__ void oneLane(const float *in, float4 *out) {
  if (threadIdx.x == 0)
    out[0] = *reinterpret_cast<const float4 *>(in + threadIdx.x);
}

// Rounded down to a multiple of four.
// warp-tidy: block(128)
__global__ void rounded(const float *in, float4 *out) {
  out[threadIdx.x] =
      *reinterpret_cast<const float4 *>(in + (threadIdx.x & ~3));
}

// Off the sector boundary, but aligned as a float4 is.
// warp-tidy: block(128)
__global__ void shiftedVectors(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
}

// 12-byte structs are copied a float at a time.
struct Vec3 { float x, y, z; };
// warp-tidy: block(128)
__global__ void structCopy(const Vec3 *in, Vec3 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// The compiler pads the struct so that its members are aligned.
struct Headed { float head; float2 tail; };
// warp-tidy: block(128)
__global__ void member(const Headed *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].tail.x + in[i].tail.y;
}

// An unknown uniform offset may be right for all lanes.
// warp-tidy: block(32)
__global__ void unknownOffset(const float *in, float4 *out, int offset) {
  out[threadIdx.x] =
      *reinterpret_cast<const float4 *>(in + offset + 4 * threadIdx.x);
}

// So may data.
// warp-tidy: block(128)
__global__ void loadedIndex(const float *in, const int *index, float4 *out) {
  out[threadIdx.x] =
      *reinterpret_cast<const float4 *>(in + index[threadIdx.x]);
}

// A row pitch that the annotation makes a multiple of four, or --assume not.
// warp-tidy: block(32) pitch=64
__global__ void evenPitch(const float *in, float4 *out, int pitch) {
  out[threadIdx.x] =
      *reinterpret_cast<const float4 *>(in + threadIdx.x * pitch);
  // ASSUMED: :[[@LINE-1]]:7: error: 24 of 32 lanes access 16 bytes
}

void launches(float *out, float4 v) {
  stepped<5><<<1, 32>>>(out, v);
  stepped<4><<<1, 32>>>(out, v);
}
// CHECK: (0 not analysed)
