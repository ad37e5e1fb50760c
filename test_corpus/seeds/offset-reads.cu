// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Contiguous reads that start off a boundary. The seed counts 128-byte
// transactions: two instead of one, half of the bandwidth. The hardware fetches
// 32-byte sectors: five instead of four, and the fifth serves the next warp.
// Offsets: 0, 1, 11, 8, 32, 128.

__global__ void readOffset(const float *a, const float *b, float *c,
                           int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int k = i + offset;
  // predict: load global 4 sectors @1; load global 5 sectors @2
  // predict: load global 5 sectors @3; load global 4 sectors @4
  // predict: load global 4 sectors @5; load global 4 sectors @6
  const float x = a[k];
  // predict: load global 4 sectors @1; load global 5 sectors @2
  // predict: load global 5 sectors @3; load global 4 sectors @4
  // predict: load global 4 sectors @5; load global 4 sectors @6
  const float y = b[k];
  // predict: store global 4 sectors
  c[i] = x + y;
}

__global__ void writeOffset(const float *a, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4 sectors; store global 5 sectors /ideal 4
  // diag: gpu-misaligned-global-access(remark)
  c[i + 11] = a[i];
}

// warp-tidy: block(256)
__global__ void readUnknownOffset(const float *a, float *c, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4..5 sectors /ideal 4; store global 4 sectors
  c[i] = a[i + offset];
}

__global__ void readUnrolled(const float *a, float *c, int offset) {
  const int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  // Whole blocks apart, so only the offset of 11 matters.
  // predict: load global 5 sectors; store global 4 sectors
  c[i] = a[i + offset];
  // predict: load global 5 sectors; store global 4 sectors
  c[i + blockDim.x] = a[i + offset + blockDim.x];
  // predict: load global 5 sectors; store global 4 sectors
  c[i + 2 * blockDim.x] = a[i + offset + 2 * blockDim.x];
  // predict: load global 5 sectors; store global 4 sectors
  c[i + 3 * blockDim.x] = a[i + offset + 3 * blockDim.x];
}

// All lanes at one element: one sector. The seed says 4 of 128 bytes are used;
// 4 of 32 are, and it is no fault.
__global__ void readOne(const float *a, float *c) {
  // predict: load global 1 sector /ideal 1; store global 4 sectors
  c[threadIdx.x] = a[blockIdx.x];
}

void run(const float *a, const float *b, float *c) {
  readOffset<<<64, 256>>>(a, b, c, 0);
  readOffset<<<64, 256>>>(a, b, c, 1);
  readOffset<<<64, 256>>>(a, b, c, 11);
  readOffset<<<64, 256>>>(a, b, c, 8);
  readOffset<<<64, 256>>>(a, b, c, 32);
  readOffset<<<64, 256>>>(a, b, c, 128);
  writeOffset<<<64, 256>>>(a, c);
  readUnrolled<<<16, 256>>>(a, c, 11);
  readOne<<<64, 256>>>(a, c);
}
