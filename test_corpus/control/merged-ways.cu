// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Values and guards where the ways do not nest: continue in the middle, two
// tests that lead to one block, a loop on the way.

// The counter of the loop is changed in two places, the same for all lanes:
// 32 words somewhere, that start at a whole word.
__global__ void __launch_bounds__(32)
    restart(const int *in, int *out, int n, int stop, const int *ends,
            const int *ids) {
  __shared__ int kept[64];
  int at = blockIdx.x * n;
  while (at < stop) {
    // predict: load global 1 sector
    int end = ends[at / n];
    if (ids) {
      if (at >= end) {
        at += n;
        at -= at % 7;
        continue;
      }
      for (int j = threadIdx.x; j < 64; j += 32)
        // predict: store shared 1 wavefront; load global 4 sectors
        kept[j] = ids[j];
      __syncthreads();
    }
    // predict: load global 4..5 sectors; store global 4..5 sectors; load shared 1 wavefront
    out[at + threadIdx.x] = in[at + threadIdx.x] + kept[threadIdx.x];
    at += n;
    at -= at % 5;
  }
  // predict: store global 4..5 sectors
  out[at + threadIdx.x] = 0;
}

// Lanes 0 to 7 and 16 to 31 come to the store: 3 sectors.
__global__ void __launch_bounds__(32) either(float *out) {
  const int t = threadIdx.x;
  if (t >= 8) {
    if (t < 16)
      return;
    // predict: store global 2 sectors
    out[64 + t] = 1;
  }
  // predict: store global 3 sectors
  out[t] = 2;
}

// Lanes 0 to 7 skip, the others come from two sides: t + 32 and t + 64.
__global__ void __launch_bounds__(32) jumps(float *out) {
  const int t = threadIdx.x;
  int v = t;
  if (t < 8)
    goto skip;
  v = t + 32;
  if (t < 16)
    goto both;
  v = t + 64;
both:
  // predict: store global 3 sectors
  out[v] = 1;
skip:
  // predict: store global 4 sectors
  out[v + 256] = 2;
}

// The store depends on a loop with two ways out, by data: 1 to 32 lanes.
__global__ void __launch_bounds__(32)
    search(const int *keys, float *out, int n) {
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    // predict: load global 1..4 sectors
    if (keys[i * 32 + t] == 3)
      return;
  // predict: store global 1..4 sectors
  out[t] = 1;
}
