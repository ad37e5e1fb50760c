// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Copying a pair of floats: a plain struct goes field by field, each request
// with half of its sectors used; the aligned float2 goes in one request.

struct Pair {
  float first, second;
};

__global__ void copyPairs(const Pair *from, Pair *to) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // Mild: the two requests of each copy use all bytes together. One remark for
  // the reads, one for the writes.
  // predict: 2x load global 4B 8 sectors /ideal 4
  // predict: 2x store global 4B 8 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(remark)
  // diag: gpu-uncoalesced-global-access(remark)
  to[i] = from[i];
}

__global__ void copyFloat2(const float2 *from, float2 *to) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  // predict: load global 8B 8 sectors /ideal 8
  // predict: store global 8B 8 sectors /ideal 8
  to[i] = from[i];
}

void run(const Pair *p, Pair *q, const float2 *f, float2 *g) {
  copyPairs<<<64, 256>>>(p, q);
  copyFloat2<<<64, 256>>>(f, g);
}
