// gpu-uncoalesced-global-access: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-global-access \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not=unknown \
// RUN:   --implicit-check-not="x and y" --implicit-check-not=alignas \
// RUN:   --implicit-check-not="through a tile"
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-global-access \
// RUN:   --config="{CheckOptions: {gpu-uncoalesced-global-access.WarnOnPossible: true}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=POSSIBLE
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-global-access \
// RUN:   --config="{CheckOptions: {gpu-uncoalesced-global-access.Threshold: 1.2}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=STRICT
// RUN: %warp-tidy --cuda-path=none --checks=gpu-uncoalesced-global-access \
// RUN:   --warn-unused-nolint=0 --config="{CheckOptions: {gpu-uncoalesced-global-access.Threshold: 9}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=LAX --allow-empty
// LAX-NOT: warning:
//
// Sectors are distinct 32-byte blocks that the 32 lanes touch. A warp of
// consecutive floats is 128 bytes, 4 sectors.

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// Two floats apart: 256 bytes, 8 sectors (measured: 8).
// warp-tidy: block(128)
__global__ void everyOther(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i];
  // CHECK: :[[@LINE-1]]:12: warning: warp load touches 8 sectors where 4 suffice (50% of the bytes moved are used) [gpu-uncoalesced-global-access]
  // CHECK: :[[@LINE-2]]:12: note: neighbouring lanes are 8 bytes apart: the byte offset into 'in' is 8*blockDim.x*blockIdx.x + 8*threadIdx.x
  // CHECK: :[[@LINE-6]]:1: note: block of 128x1x1 threads as annotated
}

// A column of a row-major matrix: 256 bytes apart, a sector each (measured: 32).
__global__ void transpose(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
  // CHECK: :[[@LINE-1]]:3: warning: warp store touches 32 sectors where 4 suffice
  // CHECK: :[[@LINE-2]]:3: note: neighbouring lanes are 256 bytes apart:
  // CHECK: :[[@LINE-3]]:20: note: the load of the same value takes 4 sectors: through a tile in shared memory, with rows one element longer than the tile is wide, both sides go along their rows
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 32x32x1 threads
}

// Only the instantiation with a step is at fault: 512 bytes, 16 sectors.
template <int Step> __global__ void strided(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[Step * i];
  // CHECK: :[[@LINE-1]]:12: warning: warp load touches 16 sectors where 4 suffice (25% of the bytes moved are used) [gpu-uncoalesced-global-access]
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 128x1x1 threads
}

// The helper's line, and where the kernel calls it: 384 bytes, 12 sectors
// (measured: 12).
__device__ float third(const float *a, int i) {
  return a[3 * i];
  // CHECK: :[[@LINE-1]]:10: warning: warp load touches 12 sectors where 4 suffice (33% of the bytes moved are used) [gpu-uncoalesced-global-access]
  // CHECK: :[[@LINE+5]]:12: note: 'third' is called here, in kernel 'callsHelper'
}
// warp-tidy: block(128)
__global__ void callsHelper(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = third(in, i);
}

// Atomics count their distinct sectors (measured: 8 for stride 2).
// warp-tidy: block(128)
__global__ void countEveryOther(int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[2 * i], 1);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: warp atomic touches 8 sectors where 4 suffice
}

// An unknown stride is a remark with its formula: one float apart 4, 8 floats
// apart (32 bytes) a sector each.
// warp-tidy: block(128)
__global__ void unknownStride(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 4 to 32 sectors where 4 suffice, depending on 'stride': min(4*stride, 32) [gpu-uncoalesced-global-access]
  // CHECK-NOT: note: sectors:
  // POSSIBLE: :[[@LINE-3]]:12: warning: warp load touches 4 to 32 sectors where 4 suffice, depending on 'stride'
}

// The same kernel with a stride of 1 from the annotation is fine.
// warp-tidy: block(128) stride=1
__global__ void knownStride(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

// A gather depends on the data.
// warp-tidy: block(128)
__global__ void gather(const float *in, const int *index, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[index[i]];
  // CHECK: :[[@LINE-1]]:12: remark: warp load touches 1 to 32 sectors, depending on the data in 'index[i]' [gpu-uncoalesced-global-access]
  // POSSIBLE: :[[@LINE-2]]:12: warning: warp load touches 1 to 32 sectors, depending on the data in 'index[i]'
}

// A row a thread: lanes are 64 floats apart, in every iteration (measured: 32).
// warp-tidy: block(128) n=64
__global__ void rowPerThread(const float *in, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[row * n + j];
  // CHECK: :[[@LINE-1]]:12: warning: warp load touches 32 sectors where 4 suffice
  out[row] = sum;
}

// The loop over j below n says that n is a row length: contiguous only where it
// is 1, and so a warning without a launch in sight.
// warp-tidy: block(128)
__global__ void rowPerThreadUnknown(const float *in, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[row * n + j];
  // CHECK: :[[@LINE-1]]:12: warning: warp load touches 4 to 32 sectors where 4 suffice, depending on 'n': min(4*n, 32) [gpu-uncoalesced-global-access]
  out[row] = sum;
}

// All fields of an array of structs: one remark for the walk, not six warnings.
struct Particle { float x, y, z, vx, vy, vz; };
// warp-tidy: block(128)
__global__ void allFields(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Particle q = p[i];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: warp load touches 24 sectors where 4 suffice
  // CHECK: note: 6 accesses of 'Particle' walk the array like this: together they use all of its bytes, but each is a request of its own
  out[i] = q.x + q.y + q.z + q.vx + q.vy + q.vz;
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// A 16-wide block: a warp is two rows of 64 bytes, 2 sectors each (measured: 4).
__global__ void sixteenWide(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * n + x] = in[y * n + x];
}

// With an unknown pitch the rows may start anywhere: 3 sectors each, 6 at most.
// warp-tidy: block(16, 16)
__global__ void sixteenWideAnyPitch(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * n + x] = in[y * n + x];
}

// An 8-wide block: four rows of 32 bytes, a sector each.
// warp-tidy: block(8, 16) n=64
__global__ void eightWide(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * n + x] = in[y * n + x];
}

// One address for the warp: 1 sector (measured: 1).
// warp-tidy: block(128)
__global__ void broadcast(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[blockIdx.x];
}

// Each lane reads the whole row, but all lanes the same element at a time.
// warp-tidy: block(128)
__global__ void uniformLoop(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += in[j];
  out[i] = sum;
}

// Eight lanes share a word: 16 bytes, 1 sector.
// warp-tidy: block(128)
__global__ void fewWords(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i / 8];
}

// Backwards, and permuted within 32 bytes: the same sectors (measured: 4).
// warp-tidy: block(128)
__global__ void backwards(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[65535 - i];
}
// warp-tidy: block(128)
__global__ void permuted(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i ^ 5];
}

// 16 bytes a lane need 16 sectors: that is the ideal (measured: 16).
// warp-tidy: block(128)
__global__ void vectors(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// A whole struct carried by one 128-bit access (measured: 16).
struct alignas(16) Pixel { float r, g, b, a; };
// warp-tidy: block(128)
__global__ void oneVector(const Pixel *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pixel q = in[i];
  out[i] = q.r + q.g + q.b + q.a;
}

// A byte a lane: 1 sector (measured: 1).
// warp-tidy: block(128)
__global__ void bytes(const char *in, char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Bounds checks and partial warps: what the active lanes need is the ideal.
// warp-tidy: block(128)
__global__ void guarded(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
// warp-tidy: block(128)
__global__ void eightLanes(const float *in, float *out) {
  if ((threadIdx.x & 31) < 8)
    out[threadIdx.x] = in[threadIdx.x];
}
// warp-tidy: block(128)
__global__ void oneLane(const float *in, float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[blockIdx.x * 1024];
}

// One float off: 5 sectors, below the threshold of twice the ideal (measured: 5).
// warp-tidy: block(128)
__global__ void shifted(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
  // STRICT: :[[@LINE-1]]:12: warning: warp load touches 5 sectors where 4 suffice (80% of the bytes moved are used) [gpu-uncoalesced-global-access]
}

// Rows of unknown pitch, walked along the row: 5 sectors at worst.
// warp-tidy: block(256)
__global__ void alongRows(const float *in, float *out, int pitch) {
  for (int c = threadIdx.x; c < pitch; c += blockDim.x)
    out[blockIdx.x * pitch + c] = in[blockIdx.x * pitch + c];
}

// Down the columns, neighbouring lanes in neighbouring columns.
// warp-tidy: block(128)
__global__ void downColumns(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 100; ++k)
    sum += in[k * n + i];
  out[i] = sum;
}

// A grid-stride loop.
// warp-tidy: block(128)
__global__ void gridStride(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = in[i];
}

// warp-tidy: block(128)
__global__ void suppressed(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i]; // NOLINT(gpu-uncoalesced-global-access)
  // NOLINTNEXTLINE
  out[i + 4096] = in[2 * i + 4096];
}

//===----------------------------------------------------------------------===//
// Advice
//===----------------------------------------------------------------------===//

// Rows by threadIdx.x: 16 rows with 8 bytes of each, 16 sectors. With the columns
// by threadIdx.x, two rows with 64 bytes of each, 4.
__global__ void rowsByX(const float *in, float *out, int n) {
  int r = blockIdx.x * 16 + threadIdx.x, c = blockIdx.y * 16 + threadIdx.y;
  out[r * n + c] = 2 * in[r * n + c];
  // CHECK: :[[@LINE-1]]:3: warning: warp store touches 16 sectors where 4 suffice (25% of the bytes moved are used)
  // CHECK: :[[@LINE-2]]:3: note: with x and y of the thread and block indices exchanged throughout the kernel this is coalesced, and no access costs more{{$}}
  // CHECK: :[[@LINE-3]]:24: warning: warp load touches 16 sectors where 4 suffice (25% of the bytes moved are used)
  // CHECK: :[[@LINE-4]]:24: note: with x and y {{.*}} costs more{{$}}
}

// The same in a grid of 2 by 4 blocks.
__global__ void rowsByXWide(const float *in, float *out, int n) {
  int r = blockIdx.x * 16 + threadIdx.x, c = blockIdx.y * 16 + threadIdx.y;
  out[r * n + c] = 2;
  // CHECK: :[[@LINE-1]]:3: warning: warp store touches 16 sectors where 4 suffice
  // CHECK: :[[@LINE-2]]:3: note: with x and y {{.*}}; the sides of the grid change places then as well
}

// A warp exchanges values: who is in it matters.
__global__ void shuffled(const float *in, float *out, int n) {
  int r = blockIdx.x * 16 + threadIdx.x, c = blockIdx.y * 16 + threadIdx.y;
  float v = in[r * n + c];
  // CHECK: :[[@LINE-1]]:13: warning: warp load touches 16 sectors where 4 suffice
  if (__shfl_xor_sync(0xffffffff, v, 1) > v)
    v = 0;
  out[c * n + r] = v;
}

// Four floats without an alignment: 4 accesses of 16 sectors each.
struct Quad {
  float a, b, c, d;
};
// warp-tidy: block(128)
__global__ void quads(const Quad *in, Quad *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  // CHECK: :[[@LINE-1]]:3: remark: warp store touches 16 sectors where 4 suffice
  // CHECK: :[[@LINE-8]]:1: note: with 'alignas(16)' on 'Quad' nvcc makes accesses of 128 bits of these{{$}}
  // CHECK: :[[@LINE-3]]:12: remark: warp load touches 16 sectors where 4 suffice
  // CHECK: :[[@LINE-10]]:1: note: with 'alignas(16)' on 'Quad'
}

void launches(const float *in, float *out) {
  rowsByX<<<dim3(4, 4), dim3(16, 16)>>>(in, out, 64);
  rowsByXWide<<<dim3(2, 4), dim3(16, 16)>>>(in, out, 64);
  shuffled<<<dim3(4, 4), dim3(16, 16)>>>(in, out, 64);
  transpose<<<dim3(2, 2), dim3(32, 32)>>>(in, out, 64);
  strided<4><<<8, 128>>>(in, out);
  strided<1><<<8, 128>>>(in, out);
  sixteenWide<<<dim3(4, 4), dim3(16, 16)>>>(in, out, 64);
}
// CHECK: (0 not analysed)
