// The API of older toolkits, which newer ones took out: texture references,
// cudaThread*, fields of cudaDeviceProp.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

// diag: gpu-legacy-texture(warning)
texture<float, 1, cudaReadModeElementType> line;
// diag: gpu-legacy-texture(warning)
texture<float, 2> image;
// diag: gpu-legacy-texture(warning)
texture<uchar4, 2, cudaReadModeNormalizedFloat> colors;
__constant__ float weights[64];
__device__ int total;

__global__ void fetch(const float *in, float *out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = tex1Dfetch(line, x) + tex2D(image, x, 0.5f) + tex2D(colors, x, 1).x;
  // predict: load constant 1 request; load global 4 sectors; store global 4 sectors
  out[x] = sum + weights[blockIdx.x % 64] + in[x];
  if (threadIdx.x == 0)
    atomicAdd(&total, 1);
}

static void check(const cudaDeviceProp &device) {
  if (device.computeMode == cudaComputeModeProhibited)
    printf("%s is in use\n", device.name);
  printf("%d MHz, %d MHz, %d\n", device.clockRate / 1000,
         device.memoryClockRate / 1000, device.deviceOverlap);
}

int main() {
  float host[64] = {}, *in, *out;
  struct cudaDeviceProp device = {0};
  memset(&device, 0, sizeof(cudaDeviceProp));
  cudaGetDeviceProperties(&device, 0);
  check(device);
  cudaMalloc((void **)&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemcpyToSymbol(weights, host, sizeof(host));
  cudaMemcpyFromSymbol(host, total, sizeof(int), 0, cudaMemcpyDeviceToHost);
  cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaArray *array;
  cudaMallocArray(&array, &channel, 64, 64);
  line.filterMode = cudaFilterModePoint;
  image.addressMode[0] = cudaAddressModeClamp;
  image.normalized = false;
  cudaBindTexture(0, line, in, 4096);
  cudaBindTextureToArray(image, array, channel);
  fetch<<<4, 256>>>(in, out, 64);
  cudaThreadSynchronize();
  cudaUnbindTexture(line);
  cudaThreadExit();
  return 0;
}
