// gpu-legacy-texture: references, and what only looks like one.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-legacy-texture %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:

texture<float4, 2, cudaReadModeElementType> image;
// CHECK: :[[@LINE-1]]:1: warning: 'image' is a texture reference: CUDA 12.0 removed these, and the code does not compile with it [gpu-legacy-texture]
// CHECK: :[[@LINE-2]]:1: note: pass the kernel a texture object (cudaTextureObject_t)
// CHECK: :[[@LINE+13]]:3: note: cudaBindTextureToArray is called here
// CHECK: :[[@LINE+13]]:3: note: cudaUnbindTexture is called here
static texture<int> indices;
// CHECK: :[[@LINE-1]]:1: warning: 'indices' is a texture reference
surface<void, 2> target;
// CHECK: :[[@LINE-1]]:1: warning: 'target' is a surface reference
// CHECK: :[[@LINE-2]]:1: note: pass the kernel a surface object (cudaSurfaceObject_t)

__global__ void references(float4 *out) {
  out[threadIdx.x] = tex2D(image, threadIdx.x, 0.5f);
}

void bind(cudaArray_t array) {
  cudaBindTextureToArray(image, array);
  cudaUnbindTexture(image);
}

// Objects, and a class of the program's own.
__global__ void objects(cudaTextureObject_t in, cudaSurfaceObject_t out) {
  surf2Dwrite(tex2D<float>(in, 0.5f, 0.5f), out, 4 * threadIdx.x, 0);
}
namespace mine {
template <typename T> struct texture {
  T *data;
};
texture<float> plain;
} // namespace mine
