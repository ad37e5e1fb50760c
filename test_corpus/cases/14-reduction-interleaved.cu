// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Tree reductions of 256 words. Interleaved: with step d the active threads are
// t < 128/d and their stride is 2d words, so the requests of the warps, for
// d = 1, 2, ..., 128, take 4x2, 2x4, 8, 8, 8, 4, 2, 1 wavefronts: 47 in 12
// requests, between 1 and 8 each. Sequential: 4x1, 2x1, then six times 1.

__global__ void sumInterleaved(const float *in, float *out) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  // predict: load global 4 sectors
  const float first = in[blockIdx.x * 256 + t];
  // predict: store shared 1 wavefront
  part[t] = first;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    const int at = 2 * d * t;
    if (at < 256) {
      // predict: load shared total 47/12 wavefronts
      // diag: gpu-shared-bank-conflict(warning)
      const float right = part[at + d];
      // predict: load shared total 47/12 wavefronts
      // diag: gpu-shared-bank-conflict(warning)
      const float left = part[at];
      // predict: store shared total 47/12 wavefronts
      // diag: gpu-shared-bank-conflict(warning)
      part[at] = left + right;
    }
    __syncthreads();
  }
  if (t == 0)
    // predict: load shared 1 wavefront; store global 1 sector
    out[blockIdx.x] = part[0];
}

__global__ void sumInterleavedRange(float *data) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  // predict: load global 4 sectors; store shared 1 wavefront
  part[t] = data[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (2 * d * t < 256)
      // predict: load shared 1..8 wavefronts; load shared 1..8 wavefronts
      // predict: store shared 1..8 wavefronts
      // nvcc merges the loads of d = 1, so that the load and the store of the
      // left side have different figures and are reported apart.
      // diag: gpu-shared-bank-conflict(warning)
      // diag: gpu-shared-bank-conflict(warning)
      // diag: gpu-shared-bank-conflict(warning)
      part[2 * d * t] += part[2 * d * t + d];
    __syncthreads();
  }
  // predict: load shared 1 wavefront; store global 4 sectors
  data[t] = part[t];
}

__global__ void sumSequential(const float *in, float *out) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  // predict: load global 4 sectors; store shared 1 wavefront
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) {
      // predict: load shared 1 wavefront
      const float right = part[t + d];
      // predict: load shared total 12/12 wavefronts
      const float left = part[t];
      // predict: store shared 1 wavefront
      part[t] = left + right;
    }
    __syncthreads();
  }
  if (t == 0)
    // predict: load shared 1 wavefront; store global 1 sector
    out[blockIdx.x] = part[0];
}

void run(const float *in, float *out, float *data) {
  sumInterleaved<<<8, 256>>>(in, out);
  sumInterleavedRange<<<1, 256>>>(data);
  sumSequential<<<8, 256>>>(in, out);
}
