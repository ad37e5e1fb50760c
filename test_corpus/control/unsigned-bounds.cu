// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Unsigned comparisons at 2^31 and above, which signed ones would turn round.
// Figures: enumeration of the lanes.

// Lanes 8 to 31.
__global__ void fromTwoToThe31(float *o) {
  const unsigned t = threadIdx.x;
  if (0x7ffffff8u + t >= 0x80000000u)
    // predict: store global 3 sectors /ideal 3
    o[t] = 1;
}

// Lanes 0 to 20, as 20 * 2^27 = 0xa0000000.
__global__ void scaledBound(float *o) {
  const unsigned t = threadIdx.x;
  if (t * 0x08000000u <= 0xa0000000u)
    // predict: store global 3 sectors /ideal 3
    o[t] = 1;
}

// Below zero and so above 2^31: lanes 0 to 7.
__global__ void wrapped(float *o) {
  const unsigned t = threadIdx.x;
  if (t - 8 >= 0x80000000u)
    // predict: store global 1 sector /ideal 1
    o[t] = 1;
}

// t iterations: lanes above k.
__global__ void loopAboveTwoToThe31(const float *a, double *o) {
  const unsigned t = threadIdx.x, from = 0x80000000u;
  float s = 0;
  for (unsigned k = from; k < from + t; ++k)
    // predict: load global total 76/31 sectors
    s += a[(k - from) * 32 + t];
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

// Six iterations, the last from 0xa0000000.
__global__ void longStride(const float *a, double *o) {
  const unsigned t = threadIdx.x;
  float s = 0;
  for (unsigned k = 0; k < 0xc0000000u; k += 0x20000000u)
    // predict: load global 4 sectors /ideal 4
    s += a[(k >> 28) * 32 + t];
  // predict: store global 8 sectors /ideal 8
  o[t] = s;
}

void run(const float *a, float *o, double *d) {
  fromTwoToThe31<<<1, 32>>>(o);
  scaledBound<<<1, 32>>>(o);
  wrapped<<<1, 32>>>(o);
  loopAboveTwoToThe31<<<1, 32>>>(a, d);
  longStride<<<1, 32>>>(a, d);
}
