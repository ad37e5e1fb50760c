// Every comment here is right; check-predictions.test breaks them one by one.

__global__ void spread(const float *in, float *out, int stride) {
  __shared__ float tile[32][32];
  // predict: load global 8 sectors /ideal 4 @1; load global 4 sectors @2
  // diag: gpu-uncoalesced-global-access(warning)
  const float item = in[threadIdx.x * stride];
  tile[threadIdx.x][0] = item; // predict: store shared 4B 32 wavefronts // diag: gpu-shared-bank-conflict(warning)
  __syncthreads();
  float sum = 0;
  for (int d = 1; d < 32; d *= 2)
    if (threadIdx.x < d)
      // predict: load shared total 5/5 wavefronts
      sum += tile[0][threadIdx.x];
  // predict: store global 4 sectors
  out[threadIdx.x] = sum;
}

// warp-tidy: block(32)
__global__ void gather(const int *index, const float *in, float *out, int n) {
  // predict: load global data-dependent 1..32 sectors; load global 4 sectors
  // predict: store global 4 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  out[threadIdx.x] = in[index[threadIdx.x]];
  // predict: load global symbolic 4..32 sectors where n = 1:4 2:8 in gather
  // predict: store global 4 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  out[threadIdx.x] = in[threadIdx.x * n];
}

void run(const float *in, float *out) {
  spread<<<1, 32>>>(in, out, 2);
  spread<<<1, 32>>>(in, out, 1);
}
