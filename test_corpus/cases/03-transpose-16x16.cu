// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Transposing through a 16x16 tile. A warp is two rows of the block: a pitch of
// 17 words conflicts both ways, 18 only on the store, 16 only on the load.
// A place is reported once for all instances of the template.

template <int Pitch>
__global__ void flip(float *out, const float *in, int width, int height) {
  __shared__ float tile[16][Pitch];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  // Two rows of 64 bytes are four whole sectors: a 16-wide block loses nothing.
  // predict: load global 4 sectors /ideal 4
  const float item = in[y * width + x];
  // predict: store shared 1 wavefront in flip<16>
  // predict: store shared 2 wavefronts /ideal 1 in flip<17>
  // predict: store shared 2 wavefronts /ideal 1 in flip<18>
  // diag: gpu-shared-bank-conflict(warning)
  tile[threadIdx.y][threadIdx.x] = item;
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  // predict: load shared 8 wavefronts /ideal 1 in flip<16>
  // predict: load shared 2 wavefronts /ideal 1 in flip<17>
  // predict: load shared 1 wavefront in flip<18>
  // diag: gpu-shared-bank-conflict(warning)
  const float back = tile[threadIdx.x][threadIdx.y];
  // predict: store global 4 sectors /ideal 4
  out[y * height + x] = back;
}

void run(float *out, const float *in) {
  dim3 block(16, 16), grid(64, 32);
  flip<16><<<grid, block>>>(out, in, 1024, 512);
  flip<17><<<grid, block>>>(out, in, 1024, 512);
  flip<18><<<grid, block>>>(out, in, 1024, 512);
}
