// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Rows whose length is not known. Where a condition keeps the index within the
// row, it can be shorter than what a block spans. Figures: enumeration of the
// lanes, with the first block's conditions where the row is that short.

// Columns of pointers. n = 2: 256 neighbouring bytes, of one warp.
__global__ void byColumn(char **p, long n, long m) {
  long i = blockIdx.x * blockDim.x + threadIdx.x;
  long j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  // predict: store global symbolic 4..20 sectors where n = 1:4 2:8 3:12 4:16 5:20 8:16 16:16 17:20
  // diag: gpu-uncoalesced-global-access(warning)
  p[j + i * n] = 0;
}

// Without the condition, rows of fewer than 16 would overlap.
__global__ void unguarded(char **p, long n) {
  long i = blockIdx.x * blockDim.x + threadIdx.x;
  long j = blockIdx.y * blockDim.y + threadIdx.y;
  // predict: store global symbolic 16..20 sectors where n = 16:16 17:20
  // diag: gpu-uncoalesced-global-access(warning)
  p[j + i * n] = 0;
}

// Lanes x < n of a row y < n, 4*n bytes apart.
__global__ void floatColumns(float *p, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < n && y < n)
    // predict: store global symbolic 1..32 sectors where n = 1:1 2:1 3:2 4:2 5:4 6:5 7:7 8:8 16:16 32:32 33:32 /formula min(n, 32)
    // diag: gpu-uncoalesced-global-access(warning)
    p[x * n + y] = 0;
}

void run(char **p, float *q, long n, long m) {
  byColumn<<<dim3(m / 16 + 1, n / 16 + 1), dim3(16, 16)>>>(p, n, m);
  unguarded<<<dim3(m / 16, n / 16), dim3(16, 16)>>>(p, n);
  floatColumns<<<1, dim3(32, 8)>>>(q, n);
}
