// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// The textbook transpose, 32x8 threads on a 32x32 tile: clean with a pitch of
// 33 words, 32-way conflicted without the padding.

constexpr int Side = 32;

template <int Pad>
__global__ void transposeTile(float *to, const float *from, int n) {
  __shared__ float box[Side][Side + Pad];
  int x = blockIdx.x * Side + threadIdx.x;
  int y = blockIdx.y * Side + threadIdx.y;
  for (int k = 0; k < Side; k += 8) {
    // predict: load global 4 sectors /ideal 4
    const float v = from[(y + k) * n + x];
    // predict: store shared 1 wavefront
    box[threadIdx.y + k][threadIdx.x] = v;
  }
  __syncthreads();
  x = blockIdx.y * Side + threadIdx.x;
  y = blockIdx.x * Side + threadIdx.y;
  for (int k = 0; k < Side; k += 8) {
    // predict: load shared 32 wavefronts /ideal 1 in transposeTile<0>
    // predict: load shared 1 wavefront in transposeTile<1>
    // diag: gpu-shared-bank-conflict(warning)
    const float v = box[threadIdx.x][threadIdx.y + k];
    // predict: store global 4 sectors /ideal 4
    to[(y + k) * n + x] = v;
  }
}

void run(float *to, const float *from) {
  dim3 block(Side, 8), grid(32, 32);
  transposeTile<0><<<grid, block>>>(to, from, 1024);
  transposeTile<1><<<grid, block>>>(to, from, 1024);
}
