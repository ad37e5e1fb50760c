// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Loops too long to be followed iteration by iteration; launches that differ in a
// grid that the kernel reads are different launches. Figures: enumeration of all
// lanes and iterations.

// The same index twice: the second access must not see where the first one was
// given up. Rows of 1024, and iteration i starts i floats further on; the last
// lanes of each warp leave first.
// warp-tidy: block(1024)
__global__ void twice(float *x, float *y) {
  for (int i = threadIdx.x; i < 100000; i++) {
    y[i] = 0; // predict: store global total 15520192/3184128 sectors
    x[i] = 0; // predict: store global 1..5 sectors
  }
}

// The load is judged with values for i that the store must not see.
// warp-tidy: block(64)
__global__ void nextOne(float *out, const float *in, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 128; i += 64) {
      // predict: load global 4 sectors
      float v = in[k * 512 + (i + threadIdx.x) % 128];
      out[blockIdx.x] = v; // predict: store global 1 sectors
    }
}

// Each lane has 2000 iterations more than the one before.
// warp-tidy: block(256)
__global__ void upTo(float *x) {
  for (int i = 0; i < 2000 * threadIdx.x + 100; ++i)
    // predict: store global total 8387200/2288800 sectors
    x[i * 256 + threadIdx.x] = 0;
}

// Each lane begins 600 iterations after the one before.
// warp-tidy: block(64)
__global__ void late(float *x) {
  for (int i = 0; i < 40000; ++i)
    if (i >= 600 * threadIdx.x)
      // predict: store global total 185600/60800 sectors
      x[i * 64 + threadIdx.x] = 0;
}

// Lanes 12 bytes apart, 8 bytes on in each iteration.
// warp-tidy: block(32)
__global__ void strided(float *x) {
  for (int i = 3 * threadIdx.x; i < 300000; i += 2)
    // predict: store global total 1874712/150000 sectors
    // diag: gpu-uncoalesced-global-access(warning)
    x[i] = 0;
}

// Steps that differ between the lanes: nothing repeats, and which lanes are left
// is not known.
// warp-tidy: block(1024)
__global__ void ownSteps(float *x) {
  for (int i = 0; i < 1000000; i += threadIdx.x + 1)
    // predict: store global symbolic 1..32 sectors
    // diag: gpu-uncoalesced-global-access(remark)
    x[i] = 0;
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

// Each lane has a step of its own: lane l makes ceil(20000 / (l + 1)) iterations,
// so the four sectors are stored to as often as lanes 0, 8, 16 and 24 are left:
// 20000 + 2223 + 1177 + 800.
// warp-tidy: block(32)
__global__ void steps(volatile float *a) {
  for (int i = 0; i < 20000; i += threadIdx.x + 1)
    a[threadIdx.x] = 0; // predict: store global total 24200/20000 sectors
}
