// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Constant strides through a template helper, whose one line is reported once.

template <int Step> __device__ void gather(const float *from, float *to) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 8 sectors /ideal 4 in gatherEven
  // predict: load global 32 sectors /ideal 4 in gatherRows
  // diag: gpu-uncoalesced-global-access(warning)
  const float item = from[(size_t)i * Step];
  // predict: store global 4 sectors /ideal 4
  to[i] = item;
}

__global__ void gatherEven(const float *from, float *to) {
  gather<2>(from, to);
}

__global__ void gatherRows(const float *from, float *to) {
  gather<32>(from, to);
}

void run(const float *from, float *to) {
  gatherEven<<<16, 256>>>(from, to);
  gatherRows<<<16, 256>>>(from, to);
}
