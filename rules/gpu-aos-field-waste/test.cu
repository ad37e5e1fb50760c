// gpu-aos-field-waste: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-aos-field-waste \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error: --implicit-check-not=unknown
// RUN: %warp-tidy --cuda-path=none --checks=gpu-aos-field-waste \
// RUN:   --config="{CheckOptions: {gpu-aos-field-waste.MaxUsedPercent: 90}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=NINETY
//
// Bytes of the fields that the kernel touches over bytes of the 32-byte sectors
// that hold them, for a warp of 32 neighbouring structs.

struct Particle { float x, y, z, vx, vy, vz; };
struct Vec3 { float x, y, z; };
struct Pair { int key, value; };
struct Body { float4 position, velocity; };

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// 4 of 24 bytes; 32 structs are 768 bytes in 24 sectors (measured: 24 sectors).
// warp-tidy: block(128)
__global__ void oneField(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x;
  // CHECK: :[[@LINE-1]]:12: warning: 'p': 17% of the bytes moved for an array of 'Particle' are used (128 of 768 bytes a warp) [gpu-aos-field-waste]
  // CHECK: :[[@LINE-2]]:12: note: the kernel never touches 'y', 'z', 'vx', 'vy' and 'vz' of the 24-byte struct; a separate array for each field would leave them out
  // CHECK: note: an array for each field: 'struct ParticleArrays { float *x, *y, *z, *vx, *vy, *vz; };'
  // CHECK: :[[@LINE-7]]:1: note: block of 128x1x1 threads as annotated
}

// 12 of 24 bytes, over three accesses: one finding.
// warp-tidy: block(128)
__global__ void halfOfTheFields(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x + p[i].y + p[i].z;
  // CHECK: :[[@LINE-1]]:12: warning: 'p': 50% of the bytes moved for an array of 'Particle' are used (384 of 768 bytes a warp) [gpu-aos-field-waste]
  // CHECK: :[[@LINE-2]]:12: note: the kernel never touches 'vx', 'vy' and 'vz' of the 24-byte struct; a separate array for each field would leave them out
  // CHECK: :[[@LINE-3]]:21: note: another access of the array
  // CHECK: :[[@LINE-4]]:30: note: another access of the array
}

// 4 of 8 bytes.
// warp-tidy: block(128)
__global__ void keysOnly(const Pair *pairs, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = pairs[i].key;
  // CHECK: :[[@LINE-1]]:12: warning: 'pairs': 50% of the bytes moved for an array of 'Pair' are used (128 of 256 bytes a warp) [gpu-aos-field-waste]
  // CHECK: :[[@LINE-2]]:12: note: the kernel never touches 'value' of the 8-byte struct; a separate array for each field would leave them out
}

// Vector fields: half of each sector.
// warp-tidy: block(128)
__global__ void positions(const Body *bodies, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = bodies[i].position;
  // CHECK: :[[@LINE-1]]:12: warning: 'bodies': 50% of the bytes moved for an array of 'Body' are used (512 of 1024 bytes a warp) [gpu-aos-field-waste]
}

// Stores waste as well: 4 of 24 bytes.
// warp-tidy: block(128)
__global__ void reset(Particle *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].vx = 0;
  // CHECK: :[[@LINE-1]]:3: warning: 'p': 17% of the bytes {{.*}} (128 of 768 bytes a warp) [gpu-aos-field-waste]
}

// In a helper that takes the struct by reference.
__device__ float speed(const Particle &q) {
  return q.vx;
  // CHECK: :[[@LINE-1]]:10: warning: {{.*}} of the bytes moved for an array of 'Particle' are used (128 of 768 bytes a warp) [gpu-aos-field-waste]
  // CHECK: :[[@LINE+6]]:12: note: 'speed' is called here, in kernel 'callsHelper'
  // CHECK: note: the kernel never touches 'x', 'y', 'z', 'vy' and 'vz' of the 24-byte struct
}
// warp-tidy: block(128)
__global__ void callsHelper(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = speed(p[i]);
}

// Only the instantiation with the larger struct is at fault: 4 of 12 bytes.
struct Scalar { float x; };
template <typename T> __global__ void first(const T *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x;
  // CHECK: :[[@LINE-1]]:12: warning: 'p': 33% of the bytes moved for an array of 'Vec3' are used (128 of 384 bytes a warp) [gpu-aos-field-waste]
  // CHECK: note: the kernel never touches 'y' and 'z' of the 12-byte struct
  // CHECK: :{{[0-9]+}}:3: note: launched here with blocks of 128x1x1 threads
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// Five of six fields, 83%: reported from MaxUsedPercent 90 on.
// warp-tidy: block(128)
__global__ void mostFields(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x + p[i].y + p[i].z + p[i].vx + p[i].vy;
  // NINETY: :[[@LINE-1]]:12: warning: 'p': 83% of the bytes moved for an array of 'Particle' are used (640 of 768 bytes a warp) [gpu-aos-field-waste]
}

// All bytes used, field by field or at different places of the kernel.
// warp-tidy: block(128)
__global__ void allFields(const Vec3 *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x + p[i].y + p[i].z;
}
// warp-tidy: block(128)
__global__ void update(Particle *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += p[i].vx;
  p[i].y += p[i].vy;
  p[i].z += p[i].vz;
}
// warp-tidy: block(128)
__global__ void copy(const Particle *in, Particle *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// A struct of one vector access, of which one field is then used.
struct alignas(16) Pixel { float r, g, b, a; };
// warp-tidy: block(128)
__global__ void oneVector(const Pixel *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pixel q = in[i];
  out[i] = q.r + q.g + q.b + q.a;
}

// All fields but the padding.
struct Padded { double d; float f; };
// warp-tidy: block(128)
__global__ void allButPadding(const Padded *p, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].d + p[i].f;
}

// One struct for all lanes: an n-body loop, or a block's own.
// warp-tidy: block(128)
__global__ void everyBody(const Particle *p, float *out, int n) {
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += p[j].x;
  out[threadIdx.x] = sum;
}
// warp-tidy: block(128)
__global__ void perBlock(const Particle *p, float *out) {
  out[threadIdx.x] = p[blockIdx.x].x;
}
// warp-tidy: block(128)
__global__ void oneLane(const Particle *p, float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = p[blockIdx.x].x;
}

// Structs in any order: how the sectors are used is in the data.
// warp-tidy: block(128)
__global__ void gather(const Particle *p, const int *index, float *out) {
  out[threadIdx.x] = p[index[threadIdx.x]].x;
}

// Shared memory has no sectors.
// warp-tidy: block(128)
__global__ void inShared(float *out) {
  __shared__ Particle s[128];
  s[threadIdx.x].x = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x].x;
}

// One array a field.
struct Particles { float *x, *y, *z; };
// warp-tidy: block(128)
__global__ void fieldArrays(Particles p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p.x[i];
}

// warp-tidy: block(128)
__global__ void suppressed(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x; // NOLINT(gpu-aos-field-waste)
}

void launches(const Vec3 *v, const Scalar *s, float *out) {
  first<<<4, 128>>>(v, out);
  first<<<4, 128>>>(s, out);
}
// CHECK: (0 not analysed)
