// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Two walks over an array. A seed calls data[t + i * blockDim.x] strided and
// bad and data[t + i] contiguous and good. It is the lanes of one request that
// matter, not the steps of one thread: both are coalesced, and the "bad" one is
// the better: 4 sectors always, where the other takes 5 in seven of eight steps
// and lets every thread read nearly the same elements.

__global__ void sumBlocks(const float *data, float *out, int steps) {
  float sum = 0;
  for (int i = 0; i < steps; ++i)
    // predict: load global 4 sectors /ideal 4
    sum += data[threadIdx.x + i * blockDim.x];
  // predict: store global 4 sectors
  out[threadIdx.x] = sum;
}

__global__ void sumWindow(const float *data, float *out, int steps) {
  float sum = 0;
  for (int i = 0; i < steps; ++i)
    // predict: load global 4..5 sectors /ideal 4
    sum += data[threadIdx.x + i];
  // predict: store global 4 sectors
  out[threadIdx.x] = sum;
}

__global__ void sumWindow16(const float *data, float *out) {
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    // 2 x 4 + 14 x 5 a warp, 8 warps.
    // predict: load global total 624/128 sectors
    sum += data[threadIdx.x + i];
  // predict: store global 4 sectors
  out[threadIdx.x] = sum;
}

// What a walk that does not coalesce looks like: each thread has a run of its
// own.
__global__ void sumRuns(const float *data, float *out) {
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    // predict: load global 32 sectors /ideal 4
    // diag: gpu-uncoalesced-global-access(warning)
    sum += data[threadIdx.x * 16 + i];
  // predict: store global 4 sectors
  out[threadIdx.x] = sum;
}

void run(const float *data, float *out, int steps) {
  sumBlocks<<<1, 256>>>(data, out, steps);
  sumWindow<<<1, 256>>>(data, out, steps);
  sumWindow16<<<1, 256>>>(data, out);
  sumRuns<<<1, 256>>>(data, out);
}
