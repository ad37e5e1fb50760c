// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// A 32x16 tile is written by rows and read back by columns of 16, so one warp
// spans two columns: a padding of one word is not enough, two words are.

template <int Pad>
__global__ void rotate(float *dst, const float *src, int rows, int cols) {
  constexpr int Width = 32, Height = 16, Pitch = Width + Pad;
  __shared__ float buffer[Height * Pitch];
  const int col = blockIdx.x * Width + threadIdx.x;
  const int row = blockIdx.y * Height + threadIdx.y;
  // predict: load global 4 sectors /ideal 4
  const float value = src[row * cols + col];
  // predict: store shared 1 wavefront /ideal 1
  buffer[threadIdx.y * Pitch + threadIdx.x] = value;
  __syncthreads();
  const int flat = threadIdx.y * Width + threadIdx.x;
  const int c = flat / Height, r = flat % Height;
  // predict: load shared 2 wavefronts /ideal 1 in rotate<1>
  // predict: load shared 1 wavefront /ideal 1 in rotate<2>
  // diag: gpu-shared-bank-conflict(warning)
  const float back = buffer[r * Pitch + c];
  // Two runs of 64 bytes: the ideal count, although not one run.
  // predict: store global 4 sectors /ideal 4
  dst[(blockIdx.x * Width + c) * rows + blockIdx.y * Height + r] = back;
}

void run(float *dst, const float *src) {
  dim3 block(32, 16), grid(1024 / 32, 512 / 16);
  rotate<1><<<grid, block>>>(dst, src, 512, 1024);
  rotate<2><<<grid, block>>>(dst, src, 512, 1024);
}
