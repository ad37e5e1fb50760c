// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Reading 32-bit words out of an array of halves at odd halves: a fault.

#include <cuda_fp16.h>

__global__ void peek(const __half *data, unsigned *out) {
  __shared__ __half copy[32 * 64];
  const int lane = threadIdx.x;
  for (int row = 0; row < 64; ++row) {
    // predict: load global 2B 2 sectors /ideal 2
    const __half item = data[row * 32 + lane];
    // predict: store shared 2B 1 wavefront /ideal 1
    copy[row * 32 + lane] = item;
  }
  __syncthreads();
  // Byte 6 * lane + 2: a multiple of 4 for odd lanes only.
  // predict: load global 4B 6 sectors misaligned 16
  // diag: gpu-misaligned-vector-access(error)
  unsigned bits = *(const unsigned *)(data + 3 * lane + 1);
  for (int i = 0; i < 32; ++i)
    // Byte 128 * lane + 2 * i: every lane faults at every odd i, and the even
    // ones hit one bank. The loop runs to its end, so the fault is certain.
    // predict: load shared 4B 32 wavefronts /ideal 1 misaligned 32
    // diag: gpu-misaligned-vector-access(error)
    // diag: gpu-shared-bank-conflict(warning)
    bits += *(const unsigned *)(copy + 64 * lane + i);
  // predict: store global 4B 4 sectors
  out[lane] = bits;
}

__global__ void peekEven(const __half *data, unsigned *out) {
  __shared__ __half copy[32 * 64];
  const int lane = threadIdx.x;
  for (int row = 0; row < 64; ++row)
    // predict: load global 2B 2 sectors; store shared 2B 1 wavefront
    copy[row * 32 + lane] = data[row * 32 + lane];
  __syncthreads();
  unsigned bits = 0;
  for (int i = 0; i < 32; i += 2)
    // predict: load shared 4B 32 wavefronts /ideal 1 misaligned 0
    // diag: gpu-shared-bank-conflict(warning)
    bits += *(const unsigned *)(copy + 64 * lane + i);
  // predict: store global 4B 4 sectors
  out[lane] = bits;
}

void run(const __half *data, unsigned *out) {
  peek<<<1, 32>>>(data, out);
  peekEven<<<1, 32>>>(data, out);
}
