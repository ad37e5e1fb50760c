// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Guards and exits whose condition is itself a merge of two, exits of two loops
// at once, switches. Figures: enumeration of the lanes.

// Two iterations of lanes 0 to 7, t/4 of the others.
__global__ void exitByHalves(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 32; ++k) {
    bool stop;
    if (t < 8)
      stop = k >= 2;
    else
      stop = k >= t / 4;
    if (stop)
      break;
    // predict: load global total 17/7 sectors
    s += a[k * 32 + t];
  }
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// Lanes 8 to 15, and 16 to 31 but 20.
__global__ void guardByHalves(float *o) {
  const int t = threadIdx.x;
  const bool mine = t < 16 ? t >= 8 : t != 20;
  if (!mine)
    return;
  // predict: store global 3 sectors /ideal 3
  o[t] = 1;
}

__global__ void either(float *o) {
  const int t = threadIdx.x;
  if ((t >= 8 && t < 16) || t >= 28)
    // predict: store global 2 sectors /ideal 2
    o[t] = 1;
}

// 3 .. 10, 16, 18, .. 30 and 16 .. 31: 24 places.
__global__ void chosenIndex(float *o) {
  const int t = threadIdx.x;
  int v = t;
  if (t < 8)
    v = t + 3;
  else if (t < 16)
    v = t * 2;
  // predict: store global 4 sectors /ideal 3
  o[v] = 1;
}

// Two cases lead to the second store: lanes 0 to 15.
__global__ void fallThrough(float *o) {
  const int t = threadIdx.x;
  switch (t / 8) {
  case 0:
    // predict: store global 1 sector /ideal 1
    o[t] = 1;
    [[fallthrough]];
  case 1:
    // predict: store global 2 sectors /ideal 2
    o[t + 32] = 2;
    break;
  case 2:
    // predict: store global 8 sectors /ideal 1
    // diag: gpu-uncoalesced-global-access(warning)
    o[t * 8] = 3;
    break;
  default:
    // predict: store global 1 sector /ideal 1
    o[t + 256] = 4;
  }
}

// Out of two loops at once: 2 to 4 sectors; what follows is one request of all.
__global__ void outOfBoth(const float *a, double *o) {
  const int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      if (i * 4 + j >= t)
        goto done;
      // predict: load global 1..4 sectors
      s += a[(i * 4 + j) * 32 + t];
    }
done:
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

void run(const float *a, float *o, double *d) {
  exitByHalves<<<1, 32>>>(a, d);
  guardByHalves<<<1, 32>>>(o);
  either<<<1, 32>>>(o);
  chosenIndex<<<1, 32>>>(o);
  fallThrough<<<1, 32>>>(o);
  outOfBoth<<<1, 32>>>(a, d);
}
