// gpu-misaligned-global-access: what it remarks on and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-misaligned-global-access \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not=unknown
// RUN: %warp-tidy --cuda-path=none --checks=gpu-misaligned-global-access \
// RUN:   --config="{CheckOptions: {gpu-misaligned-global-access.ReportWindows: true}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=WINDOWS
//
// Arrays start on a sector boundary, and so does every warp of a 1-D block of
// 128 threads; what the index adds to that decides.

//===----------------------------------------------------------------------===//
// Remarked on
//===----------------------------------------------------------------------===//

// Bytes 4 to 131 of 128-byte chunks: 5 sectors (measured: 5).
// warp-tidy: block(128)
__global__ void loadShifted(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 5 sectors where 4 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
  // CHECK: :[[@LINE-2]]:12: note: neighbouring lanes are 4 bytes apart: the byte offset into 'in' is 4*blockDim.x*blockIdx.x + 4*threadIdx.x + 4
  // CHECK: :[[@LINE-6]]:1: note: block of 128x1x1 threads as annotated
}

// warp-tidy: block(128)
__global__ void storeShifted(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 3] = in[i];
  // CHECK: :[[@LINE-1]]:3: remark: warp store touches 5 sectors where 4 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
}

// A halo of 1 moves the warp off the boundary; 16 floats are two sectors.
template <int Halo> __global__ void haloed(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + Halo];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 5 sectors where 4 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 128x1x1 threads
}

// In a helper: 32 doubles from byte 8 on, 9 sectors.
__device__ double next(const double *p, int i) {
  return p[i + 1];
  // CHECK: :[[@LINE-1]]:10: remark: warp load touches 9 sectors where 8 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
  // CHECK: :[[@LINE+5]]:12: note: 'next' is called here, in kernel 'callsHelper'
}
// warp-tidy: block(128)
__global__ void callsHelper(const double *in, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = next(in, i);
}

// float4 from byte 16 on: 17 sectors.
// warp-tidy: block(128)
__global__ void vectors(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 17 sectors where 16 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
}

// Downwards: the last element of the warp is one float below a boundary.
// warp-tidy: block(128)
__global__ void downwards(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[65536 - i];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 5 sectors where 4 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
}

// The offset is known from the annotation.
// warp-tidy: block(128) offset=5
__global__ void knownOffset(const float *in, float *out, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 5 sectors where 4 suffice: it does not start on a sector boundary [gpu-misaligned-global-access]
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// A stencil reads its neighbours' elements again, from the cache; only on
// request is it remarked on.
// warp-tidy: block(128)
__global__ void stencil(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
  // WINDOWS: :[[@LINE-1]]:20: remark: warp load touches 5 sectors where 4 suffice
  // WINDOWS: :[[@LINE-2]]:32: remark: warp load touches 5 sectors where 4 suffice
}

// The array that is read shifted is written unshifted.
// warp-tidy: block(128)
__global__ void inPlace(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + 1];
  // WINDOWS: :[[@LINE-1]]:10: remark: warp load touches 5 sectors where 4 suffice
}

// Eight floats are a sector (measured: 4).
// warp-tidy: block(128)
__global__ void wholeSector(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 8];
}

// warp-tidy: block(128)
__global__ void backwards(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[65535 - i];
}

// An unknown offset or pitch may be a multiple of a sector.
// warp-tidy: block(128)
__global__ void unknownOffset(const float *in, float *out, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
}
// warp-tidy: block(256)
__global__ void rows(const float *in, float *out, int pitch) {
  int i = blockIdx.x * pitch + threadIdx.x;
  out[i] = in[i];
}

// Every other block of 100 threads starts on a boundary (400 bytes a block).
// warp-tidy: block(100)
__global__ void oddBlock(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// The border is left out by a branch: the warp starts on the boundary less a
// lane, within the same sectors.
// warp-tidy: block(128)
__global__ void interior(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = in[i];
}

// Seven lanes from byte 4 on end with the sector.
// warp-tidy: block(128)
__global__ void sevenLanes(const float *in, float *out) {
  if (threadIdx.x < 7)
    out[threadIdx.x] = in[threadIdx.x + 1];
}

// One element for all lanes.
// warp-tidy: block(128)
__global__ void broadcast(const float *in, float *out) {
  out[threadIdx.x] = in[blockIdx.x + 1];
}

// Not contiguous: another rule's matter.
// warp-tidy: block(128)
__global__ void strided(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i + 1];
}

// warp-tidy: block(128)
__global__ void suppressed(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1]; // NOLINT(gpu-misaligned-global-access)
}

void launches(const float *in, float *out) {
  haloed<1><<<4, 128>>>(in, out);
  haloed<16><<<4, 128>>>(in, out);
}
// CHECK: (0 not analysed)
