// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// One field of an 8-byte struct. The seed says that the lanes "cannot be merged
// into few transactions"; they are: 8 sectors in two lines, each half used. The
// loss of half the bandwidth that it names is right.

struct Pair {
  float x;
  float y;
};

__global__ void squareX(const Pair *pairs, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 8 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(warning), gpu-aos-field-waste(warning)
  const float x = pairs[i].x;
  // predict: store global 4 sectors /ideal 4
  out[i] = x * x;
}

__global__ void squareArray(const float *x, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4 sectors /ideal 4
  const float value = x[i];
  // predict: store global 4 sectors /ideal 4
  out[i] = value * value;
}

void run(const Pair *pairs, const float *x, float *out) {
  squareX<<<64, 256>>>(pairs, out);
  squareArray<<<64, 256>>>(x, out);
}
