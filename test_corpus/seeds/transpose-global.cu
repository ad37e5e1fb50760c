// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Transposing in global memory: one side is contiguous, the other is a column.
// Launch 1 has 32-wide blocks: 32 sectors a column. Launch 2 has 16x16 blocks,
// whose warps hold two neighbours of each column: 16 sectors.

__global__ void readRowsWriteColumns(const float *in, float *out, int nx,
                                     int ny) {
  const unsigned ix = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix < nx && iy < ny) {
    // predict: load global 4 sectors /ideal 4
    const float item = in[iy * nx + ix];
    // predict: store global 32 sectors /ideal 4 @1
    // predict: store global 16 sectors /ideal 4 @2
    // diag: gpu-uncoalesced-global-access(warning)
    out[ix * ny + iy] = item;
  }
}

__global__ void readColumnsWriteRows(const float *in, float *out, int nx,
                                     int ny) {
  const unsigned ix = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix < nx && iy < ny) {
    // predict: load global 32 sectors /ideal 4 @1
    // predict: load global 16 sectors /ideal 4 @2
    // diag: gpu-uncoalesced-global-access(warning)
    const float item = in[ix * ny + iy];
    // predict: store global 4 sectors /ideal 4
    out[iy * nx + ix] = item;
  }
}

void run(const float *in, float *out) {
  readRowsWriteColumns<<<dim3(32, 128), dim3(32, 8)>>>(in, out, 1024, 1024);
  readRowsWriteColumns<<<dim3(64, 64), dim3(16, 16)>>>(in, out, 1024, 1024);
  readColumnsWriteRows<<<dim3(32, 128), dim3(32, 8)>>>(in, out, 1024, 1024);
  readColumnsWriteRows<<<dim3(64, 64), dim3(16, 16)>>>(in, out, 1024, 1024);
}
