// gpu-zero-copy-reuse: memory of the host that kernels read again and again, and
// what they read once or not at all.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-zero-copy-reuse %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning: \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-zero-copy-reuse \
// RUN:   --config="{CheckOptions: {gpu-zero-copy-reuse.Threshold: 65}}" %s 2>&1 \
// RUN:   | %FileCheck %s --allow-empty --check-prefix=LAX
// LAX-NOT: warning:

// Of b[k * n + col] all rows of the block read the same: 16 rows of 16 threads
// are 8 warps, of two rows each. Of a[row * n + k] each warp reads its own rows.
__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// Every block reads the whole table.
__global__ void lookUp(const float *table, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += table[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// One row of threads reads for all: by shared memory.
__global__ void byFirstRow(const float *table, float *out) {
  __shared__ float s[32];
  if (threadIdx.y == 0)
    s[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x];
}

// Which element is data.
__global__ void gather(const float *table, const int *index, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[index[i]];
}

__global__ void broadcastStore(float *out) { out[threadIdx.x] = 1; }

//===----------------------------------------------------------------------===//
// Found
//===----------------------------------------------------------------------===//

void mapped(const float *a, float *c, int n) {
  float *host, *device;
  cudaHostAlloc(&host, n * n * sizeof(float), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, host, 0);
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, device, c, n);
  // CHECK: :[[@LINE-1]]:3: warning: kernel 'multiply' reads each element of 'device', which is memory of the host, 8 times: what the caches do not keep comes over the bus each time [gpu-zero-copy-reuse]
  // CHECK: :20:31: note: read here by 8 warps of a block
  // CHECK: :[[@LINE-4]]:3: note: 'device' is allocated here
  // CHECK: :[[@LINE-4]]:3: note: a copy to device memory before the launch brings each element over the bus once
}

// Kernels may use the host's own address of pinned memory, too.
void direct(float *out, int n) {
  float *host;
  cudaMallocHost(&host, n * sizeof(float));
  lookUp<<<64, 256>>>(host, out, n);
  // CHECK: :[[@LINE-1]]:3: warning: kernel 'lookUp' reads each element of 'host', which is memory of the host, 64 times
  // CHECK: note: read here by 64 blocks
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// Once each.
void once(float *c, int n) {
  float *a, *b;
  cudaHostAlloc(&a, n * sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&b, n * sizeof(float), cudaHostAllocMapped);
  add<<<n / 256, 256>>>(a, b, c, n);
}

// Of device memory, and of memory that may be either.
void onDevice(const float *a, float *c, int n, bool where) {
  float *b, *either;
  cudaMalloc(&b, n * n * sizeof(float));
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  if (where)
    cudaMalloc(&either, n * n * sizeof(float));
  else
    cudaMallocHost(&either, n * n * sizeof(float));
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, either, c, n);
}

// How many blocks, or threads, is not known.
void someLaunch(float *out, int n, int blocks, int threads) {
  float *host;
  cudaMallocHost(&host, n * sizeof(float));
  lookUp<<<blocks, 256>>>(host, out, n);
  multiply<<<dim3(n / 16, n / 16), threads>>>(out, host, out, n);
}

// The own rows of each warp; what one row reads for all; what data decides;
// what is only written.
void others(const int *index, const float *b, float *out, int n) {
  float *host;
  cudaMallocHost(&host, n * n * sizeof(float));
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(host, b, out, n);
  byFirstRow<<<1, dim3(32, 8)>>>(host, out);
  gather<<<64, 256>>>(host, index, out);
  broadcastStore<<<64, 256>>>(host);
}
