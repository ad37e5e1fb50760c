// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Tiled matrix product. A seed names a[threadIdx.y][k] as the typical 32-way
// conflict: it is none. The lanes of a warp share threadIdx.y in a 32-wide
// block and read one word, a broadcast; in a 16-wide block they read two words,
// in banks k and k + 16.

template <int Tile>
__global__ void multiply(const float *left, const float *right, float *product,
                         int n) {
  __shared__ float a[Tile][Tile];
  __shared__ float b[Tile][Tile];
  const int row = blockIdx.y * Tile + threadIdx.y;
  const int col = blockIdx.x * Tile + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < n / Tile; ++t) {
    // predict: load global 4 sectors /ideal 4; store shared 1 wavefront
    a[threadIdx.y][threadIdx.x] = left[row * n + t * Tile + threadIdx.x];
    // predict: load global 4 sectors /ideal 4; store shared 1 wavefront
    b[threadIdx.y][threadIdx.x] = right[(t * Tile + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      // predict: load shared 1 wavefront /ideal 1
      // predict: load shared 1 wavefront /ideal 1
      sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  // predict: store global 4 sectors /ideal 4
  product[row * n + col] = sum;
}

void run(const float *left, const float *right, float *product) {
  multiply<32><<<dim3(32, 32), dim3(32, 32)>>>(left, right, product, 1024);
  multiply<16><<<dim3(64, 64), dim3(16, 16)>>>(left, right, product, 1024);
}
