// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %warp-tidy --cuda-path=none --quiet --statistics %s | %FileCheck %s
// What no lane reaches at a block that is only assumed is no verdict; what one of
// several launches executes is judged by that one.

// CHECK: global and shared accesses: 7
// CHECK-NEXT: exact: 2
// CHECK-NEXT: not-executed: 3
// CHECK-NEXT: not-executed-when-assumed: 2

// No launch: 256, 128 and 1024 threads are tried.
__global__ void beyond(float *o) {
  if (blockDim.x < 64)
    o[threadIdx.x] = 1; // predict: store global not-executed
}

// What constants switch off is not executed whatever the block is: a loop to
// which an outer one never gives an iteration.
template <int N> __global__ void switchedOff(float *o, int n) {
  if (N > 4)
    o[threadIdx.x] = 1; // not even in the machine code
  for (int k = 0; k < n; ++k)
    for (int j = 2; j >= 0; j -= 2)
      for (int i = N + j; i < 4; ++i) {
        o[threadIdx.x + i] = 1; // predict: store global not-executed
        if (i + j < N)
          o[threadIdx.x] = 0; // predict: store global not-executed
      }
  // Here the block decides.
  for (int i = blockDim.x; i < 64; ++i)
    o[threadIdx.x + i] = 1; // predict: store global not-executed
  o[threadIdx.x] = 2; // predict: store global 4 sectors
}
template __global__ void switchedOff<4>(float *, int);

__global__ void launchedShort(float *o) {
  if (threadIdx.x >= 320)
    o[threadIdx.x] = 1; // predict: store global not-executed
}

__global__ void launchedTwice(float *o) {
  if (threadIdx.x >= 320)
    o[threadIdx.x] = 1; // predict: store global not-executed @1; store global 4 sectors @2
}

void run(float *o) {
  launchedShort<<<1, 256>>>(o);
  launchedTwice<<<1, 256>>>(o);
  launchedTwice<<<1, 512>>>(o);
}
