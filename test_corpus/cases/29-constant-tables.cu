// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// A constant table at an index that was loaded: up to one request a lane, never
// more than the table or the index has values. With the loop counter: one.

__constant__ float wide[256];
__constant__ float narrow[16];

__global__ void translate(const unsigned char *keys, float *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 1B 1 sector /ideal 1
  const int key = keys[i];
  // predict: load constant data-dependent 1..32 requests /ideal 1
  // diag: gpu-divergent-constant-access(remark)
  const float a = wide[key];
  // Sixteen entries: at most 16 addresses.
  // predict: load constant data-dependent 1..16 requests /ideal 1
  // diag: gpu-divergent-constant-access(remark)
  const float b = narrow[key];
  // predict: load constant data-dependent 1..16 requests /ideal 1
  // diag: gpu-divergent-constant-access(remark)
  const float c = wide[key & 15];
  // predict: store global 4 sectors /ideal 4
  out[i] = a + b + c;
}

__global__ void filter(const float *in, float *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // A window over `in`: 4 sectors for k = 0 and 8, else 5, which is no
    // finding.
    // predict: load constant 1 request; load global 4..5 sectors /ideal 4
    sum += wide[k] * in[i + k];
  // predict: store global 4 sectors /ideal 4
  out[i] = sum;
}

__global__ void filterTotal(const float *in, float *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // Eight warps of 2 x 4 + 14 x 5 sectors in 16 requests.
    // predict: load constant 1 request; load global total 624/128 sectors
    sum += wide[k] * in[i + k];
  // predict: store global 4 sectors /ideal 4
  out[i] = sum;
}

void run(const unsigned char *keys, const float *in, float *out) {
  translate<<<16, 256>>>(keys, out);
  filter<<<16, 256>>>(in, out);
  filterTotal<<<16, 256>>>(in, out);
}
