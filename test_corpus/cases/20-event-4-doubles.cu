// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// All four doubles of a 32-byte struct are updated: every request touches 32
// sectors, yet no byte is fetched in vain: one remark, at the first access.

struct Event {
  double when, a, b, c;
};

__global__ void bump(Event *events, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    // predict: load global 8B 32 sectors /ideal 8
    // predict: store global 8B 32 sectors /ideal 8
    // diag: gpu-uncoalesced-global-access(remark)
    events[i].when += 1;
    // predict: load global 8B 32 sectors /ideal 8
    // predict: store global 8B 32 sectors /ideal 8
    events[i].a += 1;
    // predict: load global 8B 32 sectors /ideal 8
    // predict: store global 8B 32 sectors /ideal 8
    events[i].b += 1;
    // predict: load global 8B 32 sectors /ideal 8
    // predict: store global 8B 32 sectors /ideal 8
    events[i].c += 1;
  }
}

void run(Event *events, int count) {
  bump<<<(count + 255) / 256, 256>>>(events, count);
}
