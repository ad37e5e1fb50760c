// RUN: %warp-tidy --cuda-path=none --quiet %s 2>&1 | %FileCheck %s
// Launches by calls of the runtime, with the project's own headers.
__global__ void a(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void by_kernel_ex(float *p, cudaStream_t s) {
  cudaLaunchConfig_t config = {0};
  config.gridDim = dim3(4);
  config.blockDim = 64;
  config.stream = s;
  cudaLaunchKernelEx(&config, a, p, 16);
}
// CHECK: runtime-calls.cu:4:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: runtime-calls.cu:11:3: note: launched here with blocks of 64x1x1 threads

__global__ void b(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void by_graph(float *p, cudaGraph_t graph) {
  int n = 16;
  void *args[] = {&p, &n};
  cudaKernelNodeParams node = {0};
  node.func = (void *)b;
  node.gridDim = dim3(2, 1, 1);
  node.blockDim = dim3(96, 1, 1);
  node.kernelParams = args;
  cudaGraphNode_t out;
  cudaGraphAddKernelNode(&out, graph, nullptr, 0, &node);
}
// CHECK: runtime-calls.cu:17:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: runtime-calls.cu:28:3: note: launched here with blocks of 96x1x1 threads

__global__ void c(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void cooperative(float *p) {
  int n = 16;
  void *args[] = {(void *)&p, (void *)&n};
  cudaLaunchCooperativeKernel((void *)c, dim3(4), dim3(128), args, 0, 0);
}
// CHECK: runtime-calls.cu:34:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: runtime-calls.cu:39:3: note: launched here with blocks of 128x1x1 threads

__global__ void d(float *p, int n) {
  p[n * threadIdx.x] = 1;
}
void generic_node(float *p, cudaGraph_t graph) {
  int n = 16;
  void *args[] = {&p, &n};
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeKernel;
  node.kernel.func = (void *)d;
  node.kernel.gridDim = dim3(2, 1, 1);
  node.kernel.blockDim = dim3(96, 1, 1);
  node.kernel.kernelParams = args;
  cudaGraphNode_t out;
  cudaGraphAddNode(&out, graph, nullptr, nullptr, 0, &node);
}
// CHECK: runtime-calls.cu:45:{{[0-9]+}}: warning: warp store touches 32 sectors where 4 suffice
// CHECK: runtime-calls.cu:57:3: note: launched here with blocks of 96x1x1 threads
