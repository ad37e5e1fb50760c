// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Conditions on an unknown size. A bounds check lets whole warps through but for
// the last one; a condition that takes the last few of n lets through a lane or
// none, and how many is not known. Figures: enumeration of the lanes.

// One lane of the whole grid at most.
// warp-tidy: block(256)
__global__ void remainder(float *a, unsigned long n) {
  unsigned long first = (blockIdx.x * 256ul + threadIdx.x) * 8;
  unsigned long rest = n - first;
  if (rest < 8)
    for (unsigned long i = first; i < n; i++)
      // predict: store global 1..32 sectors
      // diag: gpu-uncoalesced-global-access(remark)
      a[i] = 1;
}

// warp-tidy: block(256)
__global__ void lastOnes(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n - 1 - i < 4)
    // predict: store global 1..32 sectors
    // diag: gpu-uncoalesced-global-access(remark)
    a[8 * i] = 1;
}

// The index is subtracted, and still a bounds check.
// warp-tidy: block(256)
__global__ void whatIsLeft(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n - i > 0)
    // predict: store global 32 sectors
    // diag: gpu-uncoalesced-global-access(warning)
    a[8 * i] = 1;
}

// From the end: lanes pass where a large n leaves them room.
// warp-tidy: block(256)
__global__ void eightAtATime(float *a, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (n - first >= 8)
    // predict: store global 32 sectors
    // diag: gpu-uncoalesced-global-access(warning)
    a[first] = 1;
}
