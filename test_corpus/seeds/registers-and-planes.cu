// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Sums kept in registers over planes of a volume. Only the start of a plane can
// be off a sector: with a pitch of 2^20 elements it never is.

__global__ void sumPlanes(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float item = 0.0f, sum = 0.0f;
  for (int plane = 0; plane < 10; ++plane) {
    // predict: load global 4 sectors /ideal 4 @1
    // predict: load global total 384/80 sectors @2
    item = data[i + plane * n];
    sum += item * item;
  }
  // predict: store global 4 sectors /ideal 4
  data[i] = sum;
}

// warp-tidy: block(256)
__global__ void sumPlanesUnknown(float *data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int plane = 0; plane < 10; ++plane) {
    // predict: load global 4..5 sectors /ideal 4
    const float item = data[i + plane * n];
    sum += item * item;
  }
  // predict: store global 4 sectors /ideal 4
  data[i] = sum;
}

// With 1003 elements a plane, plane p starts 4 * (3p % 8) bytes into a sector:
// 2 x 4 + 8 x 5 sectors for each of eight warps.
void run(float *data) {
  sumPlanes<<<4096, 256>>>(data, 1 << 20);
  sumPlanes<<<3, 256>>>(data, 1003);
}
