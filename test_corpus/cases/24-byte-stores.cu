// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Narrowing floats to bytes: one byte a lane is one whole sector a warp, which
// is ideal; four neighbouring bytes one by one cost four sectors each.

__global__ void narrowOne(const float *in, unsigned char *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 4B 4 sectors /ideal 4
  const float value = in[i];
  // predict: store global 1B 1 sector /ideal 1
  out[i] = (unsigned char)value;
}

__global__ void narrowFour(const float *in, unsigned char *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    // predict: load global 4B 16 sectors /ideal 4
    // diag: gpu-uncoalesced-global-access(warning)
    const float value = in[4 * i + k];
    // predict: store global 1B 4 sectors /ideal 1
    // diag: gpu-uncoalesced-global-access(warning)
    out[4 * i + k] = (unsigned char)value;
  }
}

__global__ void narrowVector(const float4 *in, uchar4 *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 16B 16 sectors /ideal 16
  const float4 v = in[i];
  // predict: store global 4B 4 sectors /ideal 4
  out[i] = make_uchar4(v.x, v.y, v.z, v.w);
}

void run(const float *in, unsigned char *out) {
  narrowOne<<<32, 256>>>(in, out);
  narrowFour<<<8, 256>>>(in, out);
  narrowVector<<<8, 256>>>((const float4 *)in, (uchar4 *)out);
}
