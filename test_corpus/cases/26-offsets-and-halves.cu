// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// One element off a sector boundary costs one sector more. Two places of one
// array are a window and are not reported; a single one is a remark.

#include <cuda_fp16.h>

__global__ void window(const float *in, float *out, int k) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 5 sectors /ideal 4
  const float next = in[i + 1];
  // 4 when k is a multiple of 8, else 5.
  // predict: load global 4 sectors /ideal 4 @1
  // predict: load global 5 sectors /ideal 4 @2
  const float far = in[i + k];
  // predict: store global 4 sectors /ideal 4
  out[i] = next + far;
}

// warp-tidy: block(256)
__global__ void windowUnknown(const float *in, float *out, int k) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 5 sectors /ideal 4; load global 4..5 sectors /ideal 4
  out[i] = in[i + 1] + in[i + k]; // predict: store global 4 sectors
}

__global__ void shifted(const float *in, float *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 5 sectors /ideal 4; store global 4 sectors
  // diag: gpu-misaligned-global-access(remark)
  out[i] = in[i + 1];
}

__global__ void copyHalves(const __half *in, __half *out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 2B 2 sectors /ideal 2
  // predict: store global 2B 2 sectors /ideal 2
  out[i] = in[i];
}

void run(const float *in, float *out, const __half *h, __half *g) {
  window<<<16, 256>>>(in, out, 8);
  window<<<16, 256>>>(in, out, 3);
  shifted<<<16, 256>>>(in, out);
  copyHalves<<<16, 256>>>(h, g);
}
