// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// A size that is the pitch and the number of rows as well: where it is small,
// few lanes have a row. Counted by hand for each size: n lanes, 4*n bytes apart.
#include <cuda_runtime.h>

__global__ void gemv(const float *a, const float *x, float *y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      // 3 lanes: bytes 4*j, 12 + 4*j, 24 + 4*j; 31 lanes: a sector each.
      // predict: load global symbolic 1..32 sectors /ideal 4 where n = 1:1 2:1 3:2 4:2 8:8 31:31 32:32 33:32; load global 1 sector
      sum += a[row * n + j] * x[j]; // diag: gpu-uncoalesced-global-access(warning)
    y[row] = sum; // predict: store global 4 sectors
  }
}

// Rows and their length are two sizes: all rows may be there.
__global__ void scale(float *a, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows)
    for (int j = 0; j < n; ++j)
      // predict: store global symbolic 4..32 sectors /ideal 4 where n = 1:4 2:8 8:32 31:32 /formula min(4*n, 32)
      a[row * n + j] = 0; // diag: gpu-uncoalesced-global-access(warning)
}

// The diagonal: n lanes for n below 32, each in a sector of its own from 8 on.
__global__ void lower(float *a, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n)
    // predict: store global symbolic 1..32 sectors /ideal 4 where n = 1:1 7:7 8:8 256:32 257:32
    a[row * n + row] = 0; // diag: gpu-uncoalesced-global-access(warning)
}

void run(float *a, float *x, float *y, int rows, int n) {
  gemv<<<(n + 255) / 256, 256>>>(a, x, y, n);
  scale<<<(rows + 255) / 256, 256>>>(a, rows, n);
  lower<<<(n + 255) / 256, 256>>>(a, n);
}
