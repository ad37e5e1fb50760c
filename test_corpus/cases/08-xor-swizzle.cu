// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// 64 rows of eight 16-byte chunks, chunk numbers XORed with the row: the column
// read is clean. The same read without the XOR is 8-way conflicted.

constexpr int Chunks = 8;

__device__ int place(int row, int chunk) {
  return row * Chunks + (chunk ^ (row & 7));
}

__global__ void swizzled(const uint4 *in, uint4 *out) {
  __shared__ uint4 box[64 * Chunks];
  const int me = threadIdx.x;
  for (int i = me; i < 64 * Chunks; i += 128) {
    // predict: load global 16B 16 sectors /ideal 16
    const uint4 item = in[i];
    // Four passes of eight lanes are the least for 128 bits a lane.
    // predict: store shared 16B 4 wavefronts /ideal 4
    box[place(i / Chunks, i % Chunks)] = item;
  }
  __syncthreads();
  const int row = me % 32, chunk = me / 32;
  // predict: load shared 16B 4 wavefronts /ideal 4
  const uint4 good = box[place(row, chunk)];
  // predict: store global 16B 16 sectors /ideal 16
  out[me] = good;
  // predict: load shared 16B 32 wavefronts /ideal 4
  // diag: gpu-shared-bank-conflict(warning)
  const uint4 bad = box[row * Chunks + chunk];
  // predict: store global 16B 16 sectors /ideal 16
  out[me + 128] = bad;
}

void run(const uint4 *in, uint4 *out) { swizzled<<<1, 128>>>(in, out); }
