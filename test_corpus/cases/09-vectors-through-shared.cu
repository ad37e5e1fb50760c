// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Whole float4 and float2 elements through shared memory: 4 and 2 wavefronts
// are the least for 128 and 64 bits a lane, so nothing is to be reported.

__global__ void reverseQuads(const float4 *from, float4 *to) {
  __shared__ float4 stage[256];
  // predict: load global 16B 16 sectors /ideal 16
  const float4 item = from[blockIdx.x * 256 + threadIdx.x];
  // predict: store shared 16B 4 wavefronts /ideal 4
  stage[threadIdx.x] = item;
  __syncthreads();
  // predict: load shared 16B 4 wavefronts /ideal 4
  const float4 other = stage[255 - threadIdx.x];
  // predict: store global 16B 16 sectors /ideal 16
  to[blockIdx.x * 256 + threadIdx.x] = other;
}

__global__ void shufflePairs(const float2 *from, float2 *to) {
  __shared__ float2 stage[256];
  // predict: load global 8B 8 sectors /ideal 8
  const float2 item = from[blockIdx.x * 256 + threadIdx.x];
  // predict: store shared 8B 2 wavefronts /ideal 2
  stage[threadIdx.x] = item;
  __syncthreads();
  // predict: load shared 8B 2 wavefronts /ideal 2
  const float2 other = stage[threadIdx.x ^ 3];
  // predict: store global 8B 8 sectors /ideal 8
  to[blockIdx.x * 256 + threadIdx.x] = other;
}

void run(const float4 *q, float4 *r, const float2 *p, float2 *s) {
  reverseQuads<<<1, 256>>>(q, r);
  shufflePairs<<<1, 256>>>(p, s);
}
