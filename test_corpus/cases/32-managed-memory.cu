// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Host and device take turns at managed memory. The kernel is clean; the page
// migration is a matter of the host.

__global__ void relax(float *cells, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count)
    // predict: load global 4 sectors /ideal 4; store global 4 sectors /ideal 4
    cells[i] = 0.5f * cells[i] + 1.0f;
}

void run(int count) {
  float *cells;
  cudaMallocManaged((void **)&cells, count * sizeof(float));
  for (int i = 0; i < count; ++i)
    cells[i] = i;
  for (int round = 0; round < 100; ++round) {
    relax<<<(count + 255) / 256, 256>>>(cells, count);
    cudaDeviceSynchronize();
    cells[0] += 1.0f; // diag: gpu-managed-no-prefetch(warning)
  }
  cudaFree(cells);
}
