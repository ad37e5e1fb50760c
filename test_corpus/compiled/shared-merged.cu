// RUN: %python %S/../check_compiled.py %warp-tidy %s -- --cuda-path=none
// Neighbours in shared memory that one instruction reads or writes, and what
// keeps them apart. Widths: SASS of nvcc 13.0 -O3 for sm_90.

__global__ void aligned(const float *in, float *out) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[t] = in[t]; // compiled: store shared as written
  __syncthreads();
  float sum = tile[4 * t]; // compiled: load shared 16 bytes
  sum = sum * 3 + tile[4 * t + 1];
  sum = sum * 3 + tile[4 * t + 2];
  sum = sum * 3 + tile[4 * t + 3];
  out[t] = sum;
}

// The fifth word of the first array moves the second one off its place.
__global__ void displaced(const float *in, float *out) {
  __shared__ float head[5];
  __shared__ float tile[512];
  const int t = threadIdx.x;
  head[t % 5] = in[t];
  tile[t] = in[t];
  __syncthreads();
  out[t + 128] = head[t % 3];
  float sum = tile[4 * t]; // compiled: load shared as written
  sum = sum * 3 + tile[4 * t + 1]; // compiled: load shared as written
  out[t] = sum;
}

// A gap is read, not written.
__global__ void gaps(const float *in, float *out) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[4 * t] = in[t];         // compiled: store shared 8 bytes
  tile[4 * t + 1] = in[t + 1];
  tile[4 * t + 3] = in[t + 3]; // compiled: store shared as written
  __syncthreads();
  float sum = tile[4 * t]; // compiled: load shared 16 bytes
  sum = sum * 3 + tile[4 * t + 2];
  sum = sum * 3 + tile[4 * t + 3];
  out[t] = sum;
}

__global__ void notNeighbours(const float *in, float *out) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  float sum = tile[4 * t + 1];     // compiled: load shared as written
  sum = sum * 3 + tile[4 * t + 2]; // compiled: load shared as written
  out[t] = sum;
}

__global__ void cutByStore(const float *in, float *out) {
  __shared__ float tile[512], other[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  other[t] = in[t];
  __syncthreads();
  float sum = tile[4 * t];         // compiled: load shared 8 bytes
  sum = sum * 3 + tile[4 * t + 1];
  other[t] = sum;                  // compiled: store shared as written
  sum = sum * 3 + tile[4 * t + 2]; // compiled: load shared 8 bytes
  sum = sum * 3 + tile[4 * t + 3];
  __syncthreads();
  out[t] = sum + other[t ^ 1];
}

__global__ void cutByBarrier(const float *in, float *out) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  float sum = tile[4 * t];         // compiled: load shared 8 bytes
  sum = sum * 3 + tile[4 * t + 1];
  __syncthreads();
  sum = sum * 3 + tile[4 * t + 2]; // compiled: load shared 8 bytes
  sum = sum * 3 + tile[4 * t + 3];
  out[t] = sum;
}

// A store to global memory does not.
__global__ void notCut(const float *in, float *out) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  float sum = tile[4 * t]; // compiled: load shared 16 bytes
  sum = sum * 3 + tile[4 * t + 1];
  out[t + 128] = sum;
  sum = sum * 3 + tile[4 * t + 2];
  sum = sum * 3 + tile[4 * t + 3];
  out[t] = sum;
}

// Read again past a store to another array: still there.
__global__ void readAgain(const float *in, float *out) {
  __shared__ float tile[512], other[512];
  const int t = threadIdx.x;
  tile[t] = in[t];
  other[t] = in[t];
  __syncthreads();
  float sum = tile[t ^ 3]; // compiled: load shared as written
  other[t] = sum;
  sum = sum * 3 + tile[t ^ 3]; // compiled: load shared gone
  __syncthreads();
  out[t] = sum + other[t ^ 1];
}

// Nobody reads it.
__global__ void onlyWritten(float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = 1; // compiled: store shared gone
  out[t] = 2;
}
