// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// RUN: %if cuda-toolkit %{ %python %S/../check_predictions.py --all %warp-tidy %s -- %}
// Six floats a particle, as an array of structs and as a struct of arrays.

constexpr int Count = 1 << 16;

struct Particle {
  float x, y, z;
  float vx, vy, vz;
};

struct ParticleArrays {
  float x[Count], y[Count], z[Count];
  float vx[Count], vy[Count], vz[Count];
};

__global__ void readX(const Particle *particles, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Lanes are 24 bytes apart: 768 bytes, 24 sectors.
  // predict: load global 24 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(warning), gpu-aos-field-waste(warning)
  const float x = particles[i].x;
  // predict: store global 4 sectors /ideal 4
  out[i] = x;
}

__global__ void readArrayX(const ParticleArrays *particles, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4 sectors /ideal 4; store global 4 sectors /ideal 4
  out[i] = particles->x[i];
}

__global__ void moveArrays(ParticleArrays *particles, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 4 sectors; load global 4 sectors; store global 4 sectors
  particles->x[i] += step * particles->vx[i];
}

__global__ void moveStructs(Particle *particles, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // All six fields are used, so no byte is fetched in vain: one remark for all.
  // predict: 2x load global 24 sectors /ideal 4; store global 24 sectors
  // diag: gpu-uncoalesced-global-access(remark)
  particles[i].x += step * particles[i].vx;
  // predict: 2x load global 24 sectors /ideal 4; store global 24 sectors
  particles[i].y += step * particles[i].vy;
  // predict: 2x load global 24 sectors /ideal 4; store global 24 sectors
  particles[i].z += step * particles[i].vz;
}

void run(Particle *structs, ParticleArrays *arrays, float *out) {
  readX<<<Count / 256, 256>>>(structs, out);
  readArrayX<<<Count / 256, 256>>>(arrays, out);
  moveArrays<<<Count / 256, 256>>>(arrays, 0.1f);
  moveStructs<<<Count / 256, 256>>>(structs, 0.1f);
}
