// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Transposing a tile on its way into shared memory. A seed explains the 32-way
// store by lanes with the same threadIdx.x; it is threadIdx.x that differs from
// lane to lane, and the lanes go down a column because it is the row number.

template <int Pitch>
__global__ void throughTile(int m, const float *in, float *out) {
  __shared__ float tile[32][Pitch];
  const int tileRow = 32 * blockIdx.y, tileCol = 32 * blockIdx.x;
  // predict: load global 4 sectors /ideal 4
  const float item = in[(tileRow + threadIdx.y) * m + tileCol + threadIdx.x];
  // predict: store shared 32 wavefronts /ideal 1 in throughTile<32>
  // predict: store shared 1 wavefront /ideal 1 in throughTile<33>
  // diag: gpu-shared-bank-conflict(warning)
  tile[threadIdx.x][threadIdx.y] = item;
  __syncthreads();
  // predict: load shared 1 wavefront /ideal 1
  const float back = tile[threadIdx.y][threadIdx.x];
  // predict: store global 4 sectors /ideal 4
  out[(tileCol + threadIdx.y) * m + tileRow + threadIdx.x] = back;
}

void run(const float *in, float *out) {
  throughTile<32><<<dim3(32, 32), dim3(32, 32)>>>(1024, in, out);
  throughTile<33><<<dim3(32, 32), dim3(32, 32)>>>(1024, in, out);
}
