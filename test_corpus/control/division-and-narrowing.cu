// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Integer arithmetic that is not linear in the lane: division towards zero,
// remainders of negative numbers, products that wrap, narrowing conversions.
// Figures: enumeration of the lanes. Times 8, each distinct value of an index
// is a sector.

__global__ void falling(const float *a, float *o) {
  const unsigned t = threadIdx.x;
  // 21 .. 31.
  // predict: load global 2 sectors /ideal 2; store global 4 sectors
  o[t] = a[(95 - t) / 3];
  // predict: load global 11 sectors /ideal 2; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[(95 - t) / 3 * 8];
}

__global__ void fallingBytes(char *c, char *w) {
  const int t = threadIdx.x;
  // predict: store global 1B 1 sector /ideal 1
  c[(31 - t) / 4] = 1;
  // predict: store global 1B 8 sectors /ideal 1
  w[(31 - t) / 4 * 32] = 1;
}

// t - 12 is -12 .. 19: -1 .. 2 if rounded towards zero, -2 .. 2 if shifted.
__global__ void towardsZero(const float *a, float *o) {
  const int t = threadIdx.x;
  // predict: load global 4 sectors /ideal 1; store global 4 sectors
  o[t] = a[((t - 12) / 8 + 1) * 8];
  // predict: load global 5 sectors /ideal 1; store global 4 sectors
  o[t] = a[(((t - 12) >> 3) + 2) * 8];
  // -7 .. 7.
  // predict: load global 15 sectors /ideal 2; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[((t - 12) % 8 + 7) * 8];
  // 20 - 3t is 20 .. -73: 1 .. -4.
  // predict: load global 6 sectors /ideal 1; store global 4 sectors
  o[t] = a[((20 - 3 * t) / 16 + 4) * 8];
}

// The dividend wraps below lane 12.
__global__ void wrappedDividend(const float *a, float *o) {
  const unsigned t = threadIdx.x;
  // predict: load global 7 sectors /ideal 1; store global 4 sectors
  o[t] = a[(t - 12) % 7 * 8];
  // predict: load global 12 sectors /ideal 2; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[(t - 12) % 12 * 8];
}

__global__ void hashed(float *o) {
  const unsigned t = threadIdx.x, h = t * 2654435761u;
  // predict: store global 4 sectors /ideal 4
  o[h >> 27] = 1;
  // predict: store global 16 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(warning)
  o[h >> 25] = 1;
  // predict: store global 12 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(warning)
  o[h % 96] = 1;
}

__global__ void narrowed(const float *a, float *o) {
  const int t = threadIdx.x;
  // 0, 8, .. 120 of lanes 0 to 15, negative from lane 16 on.
  if ((signed char)(t * 8) >= 0)
    // predict: store global 2 sectors /ideal 2
    o[t] = 1;
  // -128, -112, .. 112, twice each.
  // predict: load global 16 sectors /ideal 2; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[(signed char)(t * 16) + 128];
  // 0, 16, .. 240, twice each.
  // predict: load global 16 sectors /ideal 2; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[(unsigned short)(t * 4096) >> 8];
  // -4 .. 3.
  // predict: load global 8 sectors /ideal 1; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[t] = a[((signed char)(t * 8) / 32 + 4) * 8];
}

void run(const float *a, float *o, char *c) {
  falling<<<1, 32>>>(a, o);
  fallingBytes<<<1, 32>>>(c, c);
  towardsZero<<<1, 32>>>(a, o);
  wrappedDividend<<<1, 32>>>(a, o);
  hashed<<<1, 32>>>(o);
  narrowed<<<1, 32>>>(a, o);
}
