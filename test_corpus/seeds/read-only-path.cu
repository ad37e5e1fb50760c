// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Reads through the read-only path. The path changes the cache, not the number
// of sectors.

__global__ void copyLdg(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // predict: load global 4 sectors /ideal 4; store global 4 sectors
    out[i] = __ldg(&in[i]);
}

__global__ void copyRestrict(int *__restrict__ out,
                             const int *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4 sectors /ideal 4; store global 4 sectors
  out[i] = in[i];
}

__global__ void stridedLdg(const float *in, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 12 sectors /ideal 4; store global 4 sectors
  // diag: gpu-uncoalesced-global-access(warning)
  out[i] = __ldg(in + 3 * i);
}

void run(float *out, const float *in, int *to, const int *from, int n) {
  copyLdg<<<n / 256, 256>>>(in, out, n);
  copyRestrict<<<64, 256>>>(to, from);
  stridedLdg<<<64, 256>>>(in, out);
}
