// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Verdicts that depend on one unknown, as a formula. Each was held against an
// enumeration of the lanes that does not use the tool, for n from 1 to 600.

// warp-tidy: block(128)
__global__ void strides(const char *b, const short *h, const float *f,
                        const double *d, float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global symbolic 1..32 sectors /formula min(n, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  float sum = b[n * t];
  // predict: load global symbolic 2..32 sectors /formula min(2*n, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  sum += h[n * t];
  // predict: load global symbolic 4..32 sectors /formula min(4*n, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  sum += f[n * t];
  // predict: load global symbolic 8..32 sectors /formula min(8*n, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  sum += d[n * t];
  out[t] = sum; // predict: store global 4 sectors
}

// Every second lane of a warp, and an offset: 4 sectors more for each step, and
// one where the first lane is not at the start of its sector.
// warp-tidy: block(128)
__global__ void partsAndOffsets(const float *f, float *out, int n, int k) {
  int t = threadIdx.x;
  if (t % 2)
    // predict: store global symbolic 4..16 sectors /formula min(4*n, 16)
    // diag: gpu-uncoalesced-global-access(warning)
    out[n * t] = 0;
  // predict: load global symbolic 4..32 sectors where n = 1:5 2:9 7:29 8:32 /formula min(4*n + 1, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  out[t] = f[n * t + k]; // predict: store global 4 sectors
}

// Banks: a word in n of one bank, and 64-bit words in halves of a warp.
// warp-tidy: block(32)
__global__ void banks(float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  // predict: store shared symbolic 1..32 wavefronts where n = 6:2 12:4 33:1 /formula gcd(n, 32)
  // diag: gpu-shared-bank-conflict(remark)
  s[n * t] = out[t]; // predict: load global 4 sectors
}

// warp-tidy: block(32)
__global__ void wideBanks(double *out, int n) {
  extern __shared__ double d[];
  int t = threadIdx.x;
  // predict: store shared symbolic 2..32 wavefronts where n = 1:2 2:4 3:2 16:32 /formula gcd(2*n, 32)
  // diag: gpu-shared-bank-conflict(remark)
  d[n * t] = out[t]; // predict: load global 8 sectors
}

// Rows of 16: two a warp, from anywhere in a sector on.
// warp-tidy: block(16, 16)
__global__ void rows(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  // predict: load global symbolic 4..6 sectors /formula 4 if n % 8 == 0, 5 if n % 4 == 0, else 6
  // predict: store global symbolic 4..6 sectors /formula 4 if n % 8 == 0, 5 if n % 4 == 0, else 6
  out[y * n + x] = in[y * n + x];
}

// Powers of two, and no formula: a remainder that warps see differently.
// warp-tidy: block(128)
__global__ void shiftsAndRemainders(const float *in, float *out, int n, int m) {
  int t = threadIdx.x;
  // predict: load global symbolic 4..32 sectors where n = 0:4 2:16 3:32 /formula min(4 << n, 32)
  // diag: gpu-uncoalesced-global-access(remark)
  float sum = in[t << n];
  sum += in[t % m]; // predict: load global symbolic 1..5 sectors where m = 8:1 9:2 33:5 /formula none
  out[t] = sum;     // predict: store global 4 sectors
}
