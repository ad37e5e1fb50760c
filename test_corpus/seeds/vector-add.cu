// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Element-wise kernels, also over memory that the host allocated pinned, mapped
// or managed: where the bytes live does not change the request.

__global__ void add(const float *a, const float *b, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: 2x load global 4 sectors /ideal 4; store global 4 sectors /ideal 4
  c[i] = a[i] + b[i];
}

__global__ void fillOnes(float *data) {
  // predict: store global 4 sectors /ideal 4
  data[threadIdx.x] = 1.0f;
}

__global__ void scale(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // predict: load global 4 sectors /ideal 4; store global 4 sectors /ideal 4
    data[i] *= 2.0f;
}

void run(int n) {
  float *a, *b, *c, *mapped, *managed;
  cudaMalloc((void **)&a, n * sizeof(float));
  cudaMalloc((void **)&b, n * sizeof(float));
  cudaMalloc((void **)&c, n * sizeof(float));
  dim3 block(1024);
  dim3 grid(n / block.x);
  add<<<grid, block>>>(a, b, c);
  fillOnes<<<1, 256>>>(a);
  cudaHostAlloc((void **)&mapped, n * sizeof(float), cudaHostAllocMapped);
  scale<<<(n + 255) / 256, 256>>>(mapped, n);
  cudaMallocManaged((void **)&managed, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    managed[i] = i;
  scale<<<(n + 255) / 256, 256>>>(managed, n);
  cudaDeviceSynchronize();
}
