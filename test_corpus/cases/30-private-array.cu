// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// A thread's own array at a run-time index lives in local memory, where the
// words of neighbouring lanes lie side by side: 4 sectors a request. Not a
// coalescing matter.

__global__ void rotateSums(const float *in, float *out, int steps) {
  float sums[8] = {0};
  const int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    // predict: load global 4 sectors /ideal 4
    const float item = in[k * 4096 + i];
    // predict: load local 4 sectors /ideal 4; store local 4 sectors /ideal 4
    sums[k & 7] += item;
  }
  float total = 0;
  for (int k = 0; k < 8; ++k)
    total += sums[k] * k;
  // predict: store global 4 sectors /ideal 4
  out[i] = total;
}

__global__ void inRegisters(const float *in, float *out) {
  float items[8];
  const int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    // predict: load global 4 sectors /ideal 4
    items[k] = in[k * 4096 + i];
  float total = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    total += items[k] * k;
  // predict: store global 4 sectors /ideal 4
  out[i] = total;
}

void run(const float *in, float *out, int steps) {
  rotateSums<<<32, 128>>>(in, out, steps);
  inRegisters<<<32, 128>>>(in, out);
}
