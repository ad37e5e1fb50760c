// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Threads laid out by columns over a row-major tile of 16-bit numbers, then by
// rows. Two halves share a word, so the row order is free of conflicts.

#include <cuda_fp16.h>

constexpr int Rows = 128, Cols = 32;

__global__ void relayout(const __half *from, __half *to) {
  __shared__ __half tile[Rows * Cols];
  const int row = threadIdx.x % 16, col = threadIdx.x / 16;
  for (int down = 0; down < 8; ++down)
    for (int right = 0; right < 2; ++right) {
      const int at = (row + 16 * down) * Cols + col + 16 * right;
      // Neighbouring lanes are 64 bytes apart.
      // predict: load global 2B 16 sectors /ideal 2
      // diag: gpu-uncoalesced-global-access(warning)
      const __half item = from[at];
      // A stride of 16 words: banks 0 and 16 only.
      // predict: store shared 2B 8 wavefronts /ideal 1
      // diag: gpu-shared-bank-conflict(warning)
      tile[at] = item;
    }
  __syncthreads();
  const int col2 = threadIdx.x % 16, row2 = threadIdx.x / 16;
  for (int down = 0; down < 8; ++down)
    for (int right = 0; right < 2; ++right) {
      const int at = (row2 + 16 * down) * Cols + col2 + 16 * right;
      // predict: load shared 2B 1 wavefront
      const __half item = tile[at];
      // predict: store global 2B 2 sectors /ideal 2
      to[at] = item;
    }
}

void run(const __half *from, __half *to) { relayout<<<1, 256>>>(from, to); }
