// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Rows whose place is read from memory. One that is the same for a whole warp
// is an unknown offset, 4 or 5 sectors; one that differs by lane is data. Rows
// of an unknown length are a table over the length.

__global__ void tableOfRows(float *const *rows, float *o) {
  const int x = threadIdx.x, y = threadIdx.y;
  // predict: load global 8B 1 sector
  const float *row = rows[y];
  // predict: load global 4..5 sectors /ideal 4; store global 4 sectors
  o[y * 32 + x] = row[x];
}

__global__ void tableOfColumns(float *const *rows, float *o) {
  const int x = threadIdx.x, y = threadIdx.y;
  // predict: load global 8B 8 sectors /ideal 8
  const float *row = rows[x];
  // predict: load global data-dependent 1..32 sectors
  // predict: store global 4 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  o[y * 32 + x] = row[y];
}

// A row of a sparse matrix for each warp.
__global__ void sparse(const int *start, const int *column, const float *value,
                       const float *x, float *y) {
  const int lane = threadIdx.x, row = blockIdx.x * 4 + threadIdx.y;
  // predict: load global 1 sector
  const int from = start[row];
  // predict: load global 1 sector
  const int to = start[row + 1];
  float s = 0;
  for (int j = from + lane; j < to; j += 32) {
    // predict: load global 4..5 sectors /ideal 4
    const int c = column[j];
    // predict: load global 4..5 sectors /ideal 4
    const float v = value[j];
    // predict: load global data-dependent 1..32 sectors
    // diag: gpu-uncoalesced-global-access(remark)
    s += v * x[c];
  }
  for (int d = 16; d > 0; d /= 2)
    s += __shfl_down_sync(0xffffffffu, s, d);
  if (lane == 0)
    // predict: store global 1 sector
    y[row] = s;
}

// The same, the row being of the thread: its neighbours read other rows.
__global__ void sparseByThread(const int *start, const float *value, float *y) {
  const int row = threadIdx.x;
  // predict: load global 4 sectors
  const int from = start[row];
  float s = 0;
  for (int j = 0; j < 4; ++j)
    // predict: load global data-dependent 1..32 sectors
    // diag: gpu-uncoalesced-global-access(remark)
    s += value[from + j];
  // predict: store global 4 sectors
  y[row] = s;
}

// A row of n floats a thread: 4n sectors up to 32. Rows of one element are
// contiguous, but nobody loops over them: a warning all the same.
__global__ void sumOfRow(const float *a, float *o, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k)
    // predict: load global symbolic 4..32 sectors where n = 1:4 2:8 3:12 7:28 9:32 /formula min(4*n, 32)
    // diag: gpu-uncoalesced-global-access(warning)
    s += a[threadIdx.x * n + k];
  // predict: store global 4 sectors
  o[threadIdx.x] = s;
}

void run(float *const *rows, const int *i, const float *a, float *o, int n) {
  tableOfRows<<<1, dim3(32, 8)>>>(rows, o);
  tableOfColumns<<<1, dim3(32, 8)>>>(rows, o);
  sparse<<<8, dim3(32, 4)>>>(i, i, a, a, o);
  sparseByThread<<<1, 32>>>(i, a, o);
  sumOfRow<<<1, 1024>>>(a, o, n);
}
