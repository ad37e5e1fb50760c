// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// A pointer that is chosen between memories is an access to each of them, by
// the lanes that choose it. Figures: enumeration of the lanes.

// 24 lanes of 16 bytes read the array, 12 sectors; 8 lanes read the zeros.
__global__ void __launch_bounds__(32) orZeros(const float4 *in, float4 *out) {
  const int t = threadIdx.x;
  float4 zeros[1] = {};
  const float4 *from = t < 24 ? in + t : zeros;
  // predict: load global 12 sectors /ideal 12; store global 16 sectors
  out[t] = *from;
}

// The even lanes read every second word of the tile, the odd ones of the
// buffer: 16 words of 16 banks, and 4 sectors.
__global__ void __launch_bounds__(32) twoSides(const int *in, int *out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  // predict: store shared 1 wavefront
  tile[t] = t;
  const int *from;
  if (t % 2)
    from = in;
  else
    from = tile;
  // predict: load shared 1 wavefront; load global 4 sectors; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  out[t] = from[t];
}

// Three memories: lanes 0 to 7 one sector of the buffer, 8 to 15 eight words of
// one bank, the others a table of constants.
__constant__ int table[64];
__global__ void __launch_bounds__(32) threeSides(const int *in, int *out) {
  __shared__ int tile[1024];
  const int t = threadIdx.x;
  const int *from = t < 8 ? in : t < 16 ? tile + 31 * t : table;
  // predict: load global 1 sector; load shared 8 wavefronts; load constant 16 requests; store global 4 sectors
  // diag: gpu-shared-bank-conflict(warning), gpu-divergent-constant-access(warning)
  out[t] = from[t];
}
