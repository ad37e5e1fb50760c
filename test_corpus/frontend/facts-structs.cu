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
