// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Contiguous and strided walks over one array. Sectors of a full warp of floats
// with stride s are 4s up to s = 8, and 32 from there on.

__global__ void scaleUnit(float *data) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  // predict: load global 4 sectors /ideal 4; store global 4 sectors /ideal 4
  data[i] = data[i] * 2.0f;
}

__global__ void readStrided(const float *data, float *out, int stride) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  // predict: load global 4 sectors @1; load global 8 sectors @2
  // predict: load global 12 sectors @3; load global 32 sectors @4
  // predict: load global 32 sectors /ideal 4 @5
  // diag: gpu-uncoalesced-global-access(warning)
  const float value = data[(threadIdx.x + blockIdx.x * blockDim.x) * stride];
  // predict: store global 4 sectors
  out[i] = value;
}

// With an unknown stride the cost is a function of it: a remark.
// warp-tidy: block(256)
__global__ void scaleStrided(float *data, int stride) {
  const int i = (threadIdx.x + blockDim.x * blockIdx.x) * stride;
  // predict: load global symbolic 4..32 sectors where stride = 1:4 2:8 4:16 8:32
  // diag: gpu-uncoalesced-global-access(remark)
  const float value = data[i];
  // predict: store global symbolic 4..32 sectors where stride = 1:4 2:8 4:16 8:32
  // diag: gpu-uncoalesced-global-access(remark)
  data[i] = value * 2.0f;
}

void run(float *data, float *out) {
  scaleUnit<<<64, 256>>>(data);
  readStrided<<<64, 256>>>(data, out, 1);
  readStrided<<<64, 256>>>(data, out, 2);
  readStrided<<<64, 256>>>(data, out, 3);
  readStrided<<<64, 256>>>(data, out, 8);
  readStrided<<<64, 256>>>(data, out, 32);
}
