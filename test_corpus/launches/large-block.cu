// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// No launch is known. What blocks of 256 and 128 threads do not reach is
// predicted for one of 1024: here its last 512 threads, a warp of 32 words.
__global__ void laterWarps(const float *in, float *out) {
  __shared__ float part[32];
  if (threadIdx.x >= 512)
    // predict: load global not-executed @1; store shared not-executed @1
    // predict: load global not-executed @2; store shared not-executed @2
    // predict: load global 4 sectors @3; store shared 1 wavefront @3
    part[threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  // predict: store global 4 sectors; load shared 1 wavefront
  out[threadIdx.x] = part[threadIdx.x % 32];
}
