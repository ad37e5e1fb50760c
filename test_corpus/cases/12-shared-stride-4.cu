// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// A stride of four words in shared memory: 4-way.

__global__ void everyFourth(const float *in, float *out) {
  __shared__ float words[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4 sectors /ideal 4
  const float item = in[i];
  // predict: store shared 1 wavefront
  words[i] = item;
  __syncthreads();
  // predict: load shared 4 wavefronts /ideal 1
  // diag: gpu-shared-bank-conflict(warning)
  const float far = words[i * 4];
  // predict: store global 4 sectors /ideal 4
  out[i] = far;
}

void run(const float *in, float *out) { everyFourth<<<2, 32>>>(in, out); }
