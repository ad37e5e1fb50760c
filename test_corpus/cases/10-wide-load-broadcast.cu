// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Broadcasts of 128 bits. Where lanes n and n ^ 1 read the same element the
// hardware makes two passes of half a warp, not four: measured as 2 wavefronts
// (patterns f4_pair and f4_same) where lane enumeration by quarters says 4.

__global__ void broadcast(const float4 *in, float4 *out) {
  __shared__ float4 few[8];
  const int lane = threadIdx.x;
  if (lane < 8) {
    // predict: load global 16B 4 sectors /ideal 4
    const float4 item = in[lane];
    // Eight lanes make one pass.
    // predict: store shared 16B 1 wavefront /ideal 1
    few[lane] = item;
  }
  __syncthreads();
  // No lane pair agrees: four passes.
  // predict: load shared 16B 4 wavefronts
  const float4 p = few[lane % 4];
  // predict: load shared 16B 2 wavefronts
  const float4 q = few[(lane / 2) % 4];
  // predict: load shared 16B 2 wavefronts
  const float4 r = few[0];
  // predict: store global 16B 16 sectors /ideal 16
  out[lane] = make_float4(p.x + q.x + r.x, p.y + q.y + r.y, p.z + q.z + r.z,
                          p.w + q.w + r.w);
}

void run(const float4 *in, float4 *out) { broadcast<<<1, 32>>>(in, out); }
