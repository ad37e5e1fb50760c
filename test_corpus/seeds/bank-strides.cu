// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Shared memory at strides 1, 2, 3 and 32, at one word, and at a few words of
// one bank that many lanes share.

__global__ void strides(float *out) {
  __shared__ float words[1024];
  const int t = threadIdx.x;
  for (int i = t; i < 1024; i += 256)
    // predict: store shared 1 wavefront
    words[i] = i;
  __syncthreads();
  float sum = 0;
  // predict: load shared 1 wavefront /ideal 1
  sum += words[t];
  // Lanes 0 and 16 meet in bank 0.
  // predict: load shared 2 wavefronts /ideal 1
  // diag: gpu-shared-bank-conflict(warning)
  sum += words[t * 2];
  // 3 and 32 have no common factor.
  // predict: load shared 1 wavefront /ideal 1
  sum += words[t * 3];
  // All lanes at one word: a broadcast.
  // predict: load shared 1 wavefront /ideal 1
  sum += words[0];
  // predict: load shared 32 wavefronts /ideal 1
  // diag: gpu-shared-bank-conflict(warning)
  sum += words[t % 32 * 32];
  // Four words of bank 5, each read by eight lanes.
  // predict: load shared 4 wavefronts /ideal 1
  // diag: gpu-shared-bank-conflict(warning)
  sum += words[t % 4 * 32 + 5];
  // predict: store global 4 sectors
  out[t] = sum;
}

void run(float *out) { strides<<<1, 256>>>(out); }
