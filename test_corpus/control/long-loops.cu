// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// A loop too long to be followed is left as if it had not been tried; launches
// that differ in a grid that the kernel reads are different launches.

// The same index twice: the second access must not see where the first one was
// given up. Rows of 1024, and iteration i starts i floats further on.
// warp-tidy: block(1024)
__global__ void twice(float *x, float *y) {
  for (int i = threadIdx.x; i < 100000; i++) {
    y[i] = 0; // predict: store global 4..5 sectors
    x[i] = 0; // predict: store global 4..5 sectors
  }
}

__global__ void byGrid(float *x) {
  // predict: store global 8 sectors @1; store global 16 sectors @2
  // diag: gpu-uncoalesced-global-access(warning)
  x[gridDim.x * threadIdx.x] = 0;
}

void launches(float *x) {
  byGrid<<<2, 32>>>(x);
  byGrid<<<4, 32>>>(x);
}
