// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// A row a thread, of which only the part up to the diagonal is scaled: each lane
// that takes part has a sector of its own. Figures: enumeration of the lanes.

// Lanes t >= i of 64: 32 + 31 + .. + 1 sectors in the first warp; 33 times 32, and
// 31 + .. + 1 in the second. The others are cleared.
__global__ void softmaxRows(float *out, float x) {
  int t = threadIdx.x;
  float *att = out + t * 64;
  for (int i = 0; i < 64; i++) {
    if (i <= t)
      // predict: load global total 2080/96 sectors; store global total 2080/96 sectors
      // diag: gpu-uncoalesced-global-access(warning)
      att[i] *= x;
    else
      // predict: store global total 2016/94 sectors
      // diag: gpu-uncoalesced-global-access(warning)
      att[i] = 0.0f;
  }
}

// Rows of unknown length: 32 at worst, and one lane alone at the diagonal.
__global__ void unknownRows(float *out, float x, int T) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float *att = out + t * T;
  for (int i = 0; i < T; i++)
    if (i <= t)
      // predict: load global symbolic 1..32 sectors; store global symbolic 1..32 sectors
      // diag: gpu-uncoalesced-global-access(remark)
      att[i] *= x;
}

void run(float *o, float x, int T) {
  softmaxRows<<<1, 64>>>(o, x);
  unknownRows<<<T / 256, 256>>>(o, x, T);
}
