// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// ldmatrix.x4: the lanes give the addresses of 16-byte rows, eight a matrix; a
// matrix takes as many wavefronts as distinct rows share a bank. Rows at one
// place are read once. Figures: enumeration of the words of each matrix.

__device__ int sumOfFour(const int *at) {
  const unsigned row = (unsigned)__cvta_generic_to_shared(at);
  int a, b, c, d;
  // predict: load shared 4 wavefronts /ideal 4 in pitched<16>
  // Rows 0, 2, 4 and 6 of a matrix begin in one bank.
  // predict: load shared 16 wavefronts /ideal 4 in pitched<64>
  // Rows in banks 0, 20, 8, 28, 16, 4, 24, 12.
  // predict: load shared 4 wavefronts /ideal 4 in pitched<80>
  // predict: load shared 32 wavefronts /ideal 4 in pitched<128>
  // predict: load shared 4 wavefronts /ideal 4 in coinciding<1>
  // predict: load shared 4 wavefronts /ideal 4 in coinciding<2>
  // predict: load shared 8 wavefronts /ideal 4 in coinciding<4>
  // diag: gpu-shared-bank-conflict(warning)
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(row));
  return a + b + c + d;
}

__device__ void fill(int *s) {
  for (int k = 0; k < 1024; k += 32)
    // predict: store shared 1 wavefront
    s[k + threadIdx.x] = k;
  __syncthreads();
}

template <int Pitch> __global__ void pitched(int *o) {
  __shared__ __align__(16) int s[1024];
  const int t = threadIdx.x;
  fill(s);
  // predict: store global 4 sectors
  o[t] = sumOfFour(s + t % 8 * (Pitch / 4));
}

template <int Rows> __global__ void coinciding(int *o) {
  __shared__ __align__(16) int s[1024];
  const int t = threadIdx.x;
  fill(s);
  // predict: store global 4 sectors
  o[t] = sumOfFour(s + t % Rows * 16);
}

void run(int *o) {
  pitched<16><<<1, 32>>>(o);
  pitched<64><<<1, 32>>>(o);
  pitched<80><<<1, 32>>>(o);
  pitched<128><<<1, 32>>>(o);
  coinciding<1><<<1, 32>>>(o);
  coinciding<2><<<1, 32>>>(o);
  coinciding<4><<<1, 32>>>(o);
}
