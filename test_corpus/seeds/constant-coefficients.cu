// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Coefficients in constant memory: one request when the lanes agree, one for
// each distinct word when they do not.

__constant__ float taps[256];
__constant__ float line[4];
__constant__ float params[16];

__global__ void filter(const float *data, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < 256; ++k)
      // The data slide by one element: 4 sectors when k is a multiple of 8.
      // predict: load global 4..5 sectors; load constant 1 request /ideal 1
      sum += data[i + k] * taps[k];
    // predict: store global 4 sectors
    out[i] = sum;
  }
}

__global__ void straightLine(float *out) {
  // predict: 2x load constant 1 request; store global 4 sectors
  out[threadIdx.x] = line[0] * threadIdx.x + line[1];
}

__global__ void perLane(float *out) {
  // predict: load constant 32 requests /ideal 1; store global 4 sectors
  // diag: gpu-divergent-constant-access(warning)
  out[threadIdx.x] = taps[threadIdx.x];
}

__global__ void perGroup(float *out) {
  // Sixteen words, each read by two lanes.
  // predict: load constant 16 requests /ideal 1; store global 4 sectors
  // diag: gpu-divergent-constant-access(warning)
  out[threadIdx.x] = params[threadIdx.x % 16];
}

__global__ void perWarp(float *out) {
  // All lanes of a warp agree, though the warps differ.
  // predict: load constant 1 request; store global 4 sectors
  out[threadIdx.x] = params[threadIdx.x / 32];
}

void run(const float *data, float *out, const float *host) {
  cudaMemcpyToSymbol(taps, host, sizeof(taps));
  filter<<<64, 256>>>(data, out, 64 * 256);
  straightLine<<<1, 256>>>(out);
  perLane<<<1, 256>>>(out);
  perGroup<<<1, 256>>>(out);
  perWarp<<<1, 256>>>(out);
}
