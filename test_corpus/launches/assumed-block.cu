// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %warp-tidy --cuda-path=none --quiet --statistics %s | %FileCheck %s
// What no lane reaches at a block that is only assumed is no verdict; what one of
// several launches executes is judged by that one.

// CHECK: global and shared accesses: 3
// CHECK-NEXT: exact: 1
// CHECK-NEXT: not-executed: 1
// CHECK-NEXT: not-executed-when-assumed: 1

// No launch: 256, 128 and 1024 threads are tried.
__global__ void beyond(float *o) {
  if (blockDim.x < 64)
    o[threadIdx.x] = 1; // predict: store global not-executed
}

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
