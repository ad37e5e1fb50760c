// RUN: %warp-tidy --cuda-path=none --print-facts %s | %FileCheck %s
// Whole-struct copies go in the widest pieces that the alignment allows.

struct Six {
  float v[6];
};
struct alignas(8) Aligned {
  float a, b, c, d, e, f;
};

__global__ void copyFloat4(const float4 *in, float4 *out) {
  // CHECK: kernel copyFloat4
  // CHECK-NEXT: :[[#@LINE+2]]:{{[0-9]+}}: global store 16B 'out[threadIdx.x]' address=out + 16*threadIdx.x
  // CHECK-NEXT: :[[#@LINE+1]]:{{[0-9]+}}: global load 16B 'in[threadIdx.x]' address=in + 16*threadIdx.x
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void copyFloat3(const float3 *in, float3 *out) {
  // CHECK: kernel copyFloat3
  // CHECK-COUNT-3: global {{load|store}} 4B {{.*}}12*threadIdx.x
  // CHECK-COUNT-3: global {{load|store}} 4B {{.*}}12*threadIdx.x
  // CHECK-NOT: global
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void copySix(const Six *in, Six *out) {
  // CHECK: kernel copySix
  // CHECK-COUNT-12: global {{load|store}} 4B {{.*}}24*threadIdx.x
  // CHECK-NOT: global
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void copyAligned(const Aligned *in, Aligned *out) {
  // CHECK: kernel copyAligned
  // CHECK-COUNT-6: global {{load|store}} 8B {{.*}}24*threadIdx.x
  // CHECK-NOT: global
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void oneField(const float4 *in, float *out) {
  // CHECK: kernel oneField
  // CHECK: global load 4B 'in[threadIdx.x].z' address={{(in \+ )?}}16*threadIdx.x{{.*}}8
  out[threadIdx.x] = in[threadIdx.x].z;
}

// A struct in a struct that a loop carries around: its pointer begins at 'in'.
struct Cursor {
  const float *at;
  int left;
};
struct Walk {
  Cursor cursor;
  float weight;
};
__device__ Cursor next(Cursor c) { return {c.at + 1, c.left - 1}; }
__device__ Walk step(Walk w) {
  Walk r = {next(w.cursor), w.weight * 2};
  return r;
}
__global__ void carried(const float *in, float *out, int n) {
  // CHECK: kernel carried
  // CHECK: global load 4B '*w.cursor.at'
  Walk w{{in + threadIdx.x, n}, 1};
  float sum = 0;
  do {
    sum += *w.cursor.at * w.weight;
    w = step(w);
  } while (w.cursor.left > 0);
  out[threadIdx.x] = sum;
}
