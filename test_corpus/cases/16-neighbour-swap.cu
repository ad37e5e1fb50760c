// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Swapping neighbours through shared memory is free of conflicts; the raw
// conflict counter of the profiler is not zero here, the wavefronts are ideal.

__global__ void swapNeighbours(const float *in, float *out) {
  __shared__ float line[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 4 sectors /ideal 4
  const float item = in[i];
  // predict: store shared 1 wavefront /ideal 1
  line[threadIdx.x] = item;
  __syncthreads();
  // predict: load shared 1 wavefront /ideal 1
  const float other = line[threadIdx.x ^ 1];
  // predict: store global 4 sectors /ideal 4
  out[i] = other;
}

void run(const float *in, float *out) {
  swapNeighbours<<<4096, 256>>>(in, out);
}
