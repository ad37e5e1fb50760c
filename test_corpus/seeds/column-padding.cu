// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Reading a column of a square tile, one row a lane: 32-way with a pitch of 32
// words, free with 33. The rule "one column more whenever the side is a power
// of two" is wrong as such: with 16-wide blocks a pitch of 17 leaves (or makes)
// a 2-way conflict, see ../cases/03-transpose-16x16.cu.

template <int Pitch> __global__ void columns(const float *in, float *out) {
  __shared__ float tile[32][Pitch];
  const int lane = threadIdx.x;
  for (int row = 0; row < 32; ++row)
    // predict: load global 4 sectors; store shared 1 wavefront
    tile[row][lane] = in[row * 32 + lane];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // predict: load shared 32 wavefronts /ideal 1 in columns<32>
    // predict: load shared 1 wavefront /ideal 1 in columns<33>
    // diag: gpu-shared-bank-conflict(warning)
    sum += tile[lane][k];
  // predict: store global 4 sectors
  out[lane] = sum;
}

void run(const float *in, float *out) {
  columns<32><<<1, 32>>>(in, out);
  columns<33><<<1, 32>>>(in, out);
}
