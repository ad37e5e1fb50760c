// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Asynchronous copies around a kernel. The kernel is clean; of the copies one is
// from pageable memory.

#include <vector>

__global__ void addOne(float *data, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count)
    // predict: load global 4 sectors /ideal 4; store global 4 sectors /ideal 4
    data[i] += 1.0f;
}

void run(float *data, int count, cudaStream_t *streams) {
  std::vector<float> host(2 * count);
  float *pinned;
  cudaMallocHost((void **)&pinned, count * sizeof(float));
  for (int half = 0; half < 2; ++half) {
    // diag: gpu-pageable-async-copy(warning)
    cudaMemcpyAsync(data + half * count, host.data() + half * count,
                    count * sizeof(float), cudaMemcpyHostToDevice,
                    streams[half]);
    addOne<<<(count + 255) / 256, 256, 0, streams[half]>>>(data + half * count,
                                                           count);
  }
  cudaMemcpyAsync(data, pinned, count * sizeof(float), cudaMemcpyHostToDevice,
                  streams[0]);
  cudaFreeHost(pinned);
}
