// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Blocks narrower than a warp. The seed blames a 16-wide block for half of the
// load efficiency; with rows that start on a sector a warp still touches just
// the sectors that its bytes fill. It is the pitch that can cost.

__global__ void addMatrices(const float *a, const float *b, float *c, int nx,
                            int ny) {
  const int ix = blockIdx.x * blockDim.x + threadIdx.x;
  const int iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix < nx && iy < ny) {
    // predict: load global 4 sectors /ideal 4
    const float x = a[iy * nx + ix];
    // predict: load global 4 sectors /ideal 4
    const float y = b[iy * nx + ix];
    // predict: store global 4 sectors /ideal 4
    c[iy * nx + ix] = x + y;
  }
}

// Row y of 1001 floats starts 4 * (y % 8) bytes into a sector: rows 0 and 1 of
// eight take 2 + 3 sectors, the other pairs 3 + 3.
__global__ void oddPitch(const float *a, float *c, int nx) {
  const int ix = blockIdx.x * 16 + threadIdx.x;
  const int iy = threadIdx.y;
  // predict: load global 5..6 sectors /ideal 4; store global 5..6 sectors
  c[iy * nx + ix] = a[iy * nx + ix];
}

// 4-wide rows fill half a sector each.
__global__ void fourWide(const float *a, float *c, int nx) {
  const int ix = blockIdx.x * 4 + threadIdx.x;
  const int iy = blockIdx.y * 64 + threadIdx.y;
  // predict: load global 8 sectors /ideal 4; store global 8 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(warning)
  // diag: gpu-uncoalesced-global-access(warning)
  c[iy * nx + ix] = a[iy * nx + ix];
}

void run(const float *a, const float *b, float *c) {
  addMatrices<<<dim3(32, 32), dim3(32, 32)>>>(a, b, c, 1024, 1024);
  addMatrices<<<dim3(64, 64), dim3(16, 16)>>>(a, b, c, 1024, 1024);
  addMatrices<<<dim3(128, 32), dim3(8, 32)>>>(a, b, c, 1024, 1024);
  oddPitch<<<62, dim3(16, 16)>>>(a, c, 1001);
  fourWide<<<dim3(256, 16), dim3(4, 64)>>>(a, c, 1024);
}
