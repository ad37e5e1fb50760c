// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// An array of 24-byte structs: each field of the lane's own body costs 24
// sectors, the body that all lanes read together costs one.

struct Star {
  float px, py, pz, vx, vy, vz;
};

__global__ void attract(Star *stars, float step, int count) {
  const int me = blockDim.x * blockIdx.x + threadIdx.x;
  if (me >= count)
    return;
  // Two of six fields are used: 8 of 24 bytes.
  // predict: load global 24 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(warning), gpu-aos-field-waste(warning)
  const float here = stars[me].px;
  float pull = 0.0f;
  for (int other = 0; other < count; ++other) {
    // predict: load global 1 sector /ideal 1
    const float gap = stars[other].px - here;
    pull += gap * rsqrtf(gap * gap + 1e-9f);
  }
  // predict: load global 24 sectors /ideal 4; store global 24 sectors /ideal 4
  // One walk of the array, reported once, at its first access.
  stars[me].vx += step * pull;
}

void run(Star *stars, int count) {
  attract<<<(count + 255) / 256, 256>>>(stars, 0.01f, count);
}
