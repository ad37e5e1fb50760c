// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// What follows an exit: lanes that returned are gone, a value that depends on
// which exit was taken has no form, a guard that data decides lets any lanes
// through. None of it may become an exact figure of the whole warp.

// Two exits, two values. Lane by lane the store touches 9 sectors.
__global__ void whichExit(float *o) {
  const int t = threadIdx.x;
  int r = 0;
  for (int k = 0; k < 32; ++k) {
    if (k * k >= t) {
      r = k;
      break;
    }
    if (k + t >= 20) {
      r = 31 - k;
      break;
    }
  }
  // predict: store global unknown
  o[r * 8] = 1;
}

// min(t, 8): by the loop's end or by its break; one value either way, which the
// lanes take with them: nine words, eight words apart.
__global__ void whereStopped(float *o) {
  int k = 0;
  for (; k < 8; ++k)
    if (k == threadIdx.x)
      break;
  // predict: store global 9 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  o[k * 8] = 1;
}

// Every lane has returned: the store never runs, so a warning would be wrong.
__global__ void allReturn(float *o) {
  const int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    if (t == k)
      return;
  // predict: store global 1..32 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  o[t * 8] = 1;
}

// Lane 20 - k returns before the load of iteration k, which touches all four
// sectors nevertheless; 24 lanes store 7 of 8 sectors.
__global__ void oneByOne(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 8; ++k) {
    if (k + t == 20)
      return;
    // predict: load global total 32/8 sectors
    s += a[k * 32 + t];
  }
  // predict: store global 1..8 sectors
  o[t] = s;
}

// Lanes 4i .. 4i+3 return in the inner loop of iteration i: 4, 3, 3 and 2
// sectors are left to the loads, 2 to the store.
__global__ void innerReturn(const float *a, float *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j)
      if (i * 4 + j == t)
        return;
    // predict: load global 1..4 sectors
    s += a[i * 32 + t];
  }
  // predict: store global 1..4 sectors
  o[t] = s;
}

__global__ void dataGuard(const int *a, float *o) {
  const int t = threadIdx.x;
  // predict: load global 4 sectors
  if (a[t] == 3)
    // predict: store global 1..32 sectors
    // diag: gpu-uncoalesced-global-access(remark)
    o[t * 8] = 1;
}

// The first load is complete only until a lane has left.
__global__ void dataExit(const int *a, float *o) {
  const int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    // predict: load global 1..4 sectors
    if (a[k * 32 + t] == 3)
      break;
    // predict: store global 1..32 sectors
    // diag: gpu-uncoalesced-global-access(remark)
    o[(k * 32 + t) * 8] = 1;
  }
  // predict: store global 4 sectors
  o[t] = 2;
}

void run(const float *a, const int *i, float *o, double *d) {
  whichExit<<<1, 32>>>(o);
  whereStopped<<<1, 32>>>(o);
  allReturn<<<1, 32>>>(o);
  oneByOne<<<1, 32>>>(a, d);
  innerReturn<<<1, 32>>>(a, o);
  dataGuard<<<1, 32>>>(i, o);
  dataExit<<<1, 32>>>(i, o);
}
