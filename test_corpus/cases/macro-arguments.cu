// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %warp-tidy --cuda-path=none %s 2>&1 | %FileCheck %s
// What is written in a macro's argument is named by what stands there: of the
// 20-byte struct 12 bytes are read, in 20 sectors of a warp.
struct Match {
  unsigned results;
  unsigned short query;
  int node;
  unsigned leaves;
  unsigned short edge, start;
};
#define TEXT(I) text[I]

__global__ void matches(const Match *all, const char *text, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 20 sectors /ideal 2
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  const int a = all[t].query;
  // predict: load global 20 sectors; load global data-dependent 1..32 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  const int b = TEXT(all[t].start);
  // predict: load global 20 sectors; load global 20 sectors; store global 4 sectors
  out[t] = a + b + all[t].node + all[t].results;
}
// CHECK: 'all': 60% of the bytes moved for an array of 'Match' are used
// CHECK: the kernel never touches 'leaves' and 'edge' of the 20-byte struct
// CHECK: depending on the data in 'all[t].start'

void run(const Match *m, const char *t, int *out) {
  matches<<<8, 256>>>(m, t, out);
}
