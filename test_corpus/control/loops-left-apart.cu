// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Loops that the lanes of a warp leave at different iterations. Lanes that left
// wait: a request of iteration k holds those that still run, and what follows
// the loop is one request of all 32. Figures: enumeration of the lanes.

// Lane t runs k = 0..t, so 32-k lanes are left: 8 * (4 + 3 + 2 + 1) sectors.
__global__ void breakAfter(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 32; ++k) {
    // predict: load global total 80/32 sectors
    s += a[k * 32 + t];
    if (k >= t)
      break;
  }
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

__global__ void testAtEnd(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  int k = 0;
  do {
    // predict: load global total 80/32 sectors
    s += a[k * 32 + t];
  } while (k++ < t);
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// Lane t runs k = 0..t/4: 4 + 4 + 3 + 3 + 2 + 2 + 1 + 1.
__global__ void endless(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  int k = 0;
  while (true) {
    if (k > t / 4)
      break;
    // predict: load global total 20/8 sectors
    s += a[k * 32 + t];
    ++k;
  }
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// k = 0 of all lanes, k = 2, 4, .. 30 of the lanes above k.
__global__ void jumpBack(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  int k = 0;
again:
  // predict: load global total 40/16 sectors
  s += a[k * 32 + t];
  k += 2;
  if (k < t)
    goto again;
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// A row each: 32 + 31 + .. + 1 sectors.
__global__ void triangle(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int k = 0; k <= t; ++k)
    // predict: load global total 528/32 sectors
    // diag: gpu-uncoalesced-global-access(warning)
    s += a[t * 32 + k];
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// The inner loop has t/8 * (i+1) iterations: by eights of lanes 0, i+1, 2i+2
// and 3i+3, a sector an eight: 6 * (1 + 2 + 3 + 4) in 3 * (1 + 2 + 3 + 4).
__global__ void staircase(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < t / 8 * (i + 1); ++k)
      // predict: load global total 60/30 sectors
      s += a[(i * 32 + k) * 32 + t];
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// Every second lane of each of 8 iterations, 16 bytes apart.
__global__ void skips(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 8; ++k) {
    if ((t ^ k) & 1)
      continue;
    // predict: load global 8 sectors /ideal 2
    // diag: gpu-uncoalesced-global-access(warning)
    s += a[k * 32 + t * 2];
  }
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

void run(const float *a, double *o) {
  breakAfter<<<1, 32>>>(a, o);
  testAtEnd<<<1, 32>>>(a, o);
  endless<<<1, 32>>>(a, o);
  jumpBack<<<1, 32>>>(a, o);
  triangle<<<1, 32>>>(a, o);
  staircase<<<1, 32>>>(a, o);
  skips<<<1, 32>>>(a, o);
}
