// A few accesses of each kind and cost, for the report in HTML.
__global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void wide(float4 *out, const float *in, const int *idx, int n) {
  __shared__ float4 s[256];
  s[threadIdx.x] = out[threadIdx.x * 2];
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x * 4) % 256];
  out[in[idx[threadIdx.x]] > 0].x = in[threadIdx.x * 33];
}
__global__ void hist(unsigned *h, const unsigned char *data, float *g) {
  __shared__ unsigned s[256];
  atomicAdd(&s[threadIdx.x * 32 % 256], 1u);
  atomicAdd(&g[threadIdx.x / 4], 1.0f);
  h[threadIdx.x] = s[threadIdx.x] + data[threadIdx.x];
}
void run(float *a, float4 *b, int *i, unsigned *h, unsigned char *d) {
  transpose<<<dim3(4, 4), dim3(16, 16)>>>(a, a, 64);
  wide<<<1, 256>>>(b, a, i, 5);
  hist<<<1, 64>>>(h, d, a);
}
