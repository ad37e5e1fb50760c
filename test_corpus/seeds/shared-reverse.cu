// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Reversing a block through shared memory, which is free of conflicts. The seed
// synchronises inside `if (i < n)`, where some threads of the last block may
// never arrive; here the barrier is outside.

__global__ void reverseGuarded(const float *in, float *out, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // predict: load global 4 sectors; store shared 1 wavefront /ideal 1
    tile[threadIdx.x] = in[i];
  __syncthreads();
  const int partner = blockDim.x - 1 - threadIdx.x;
  if (i < n)
    // predict: load shared 1 wavefront /ideal 1; store global 4 sectors
    out[i] = tile[partner];
}

__global__ void reverseBlock(const float *in, float *out) {
  __shared__ float tile[256];
  // predict: load global 4 sectors; store shared 1 wavefront
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // predict: load shared 1 wavefront; store global 4 sectors
  out[threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void reverseDynamic(float *data, int n) {
  extern __shared__ float line[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // predict: load global 4 sectors; store shared 1 wavefront
    line[threadIdx.x] = data[i];
  __syncthreads();
  if (i < n)
    // predict: load shared 1 wavefront; store global 4 sectors
    data[i] = line[blockDim.x - 1 - threadIdx.x];
}

void run(float *data, float *out, int n) {
  const int threads = 256;
  reverseGuarded<<<n / threads, threads>>>(data, out, n);
  reverseBlock<<<1, threads>>>(data, out);
  reverseDynamic<<<n / threads, threads, threads * sizeof(float)>>>(data, n);
}
