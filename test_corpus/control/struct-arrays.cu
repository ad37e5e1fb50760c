// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Fields of structs and far-apart bytes. Only accesses of one array make up for
// each other; an array walked backwards wastes as much as one walked forwards.
// Figures: enumeration of the lanes.

struct Quad {
  float x, y, z, w;
};
struct Trio {
  float x, y, z;
};

// All four fields, but each of an array of its own: 512 bytes in 16 sectors for
// 128 bytes of use, and no remark that the bytes are all used together.
__global__ void fourArrays(const Quad *a, const Quad *b, const Quad *c,
                           const Quad *d, float *o) {
  const int t = threadIdx.x;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  float s = a[t].x;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  s += b[t].y;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  s += c[t].z;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  s += d[t].w;
  // predict: store global 4 sectors
  o[t] = s;
}

// Two fields of each: a finding a walk, at its first access.
__global__ void twoHalves(const Quad *a, const Quad *b, float *o) {
  const int t = threadIdx.x;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  float s = a[t].x;
  // predict: load global 16 sectors /ideal 4
  s += a[t].y;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  s += b[t].z;
  // predict: load global 16 sectors /ideal 4
  s += b[t].w;
  // predict: store global 4 sectors
  o[t] = s;
}

// All fields of one array: a remark on the requests, no waste.
__global__ void oneArray(const Quad *a, float *o) {
  const int t = threadIdx.x;
  // predict: load global 16 sectors /ideal 4
  // diag: gpu-uncoalesced-global-access(remark)
  float s = a[t].x;
  // predict: load global 16 sectors /ideal 4
  s += a[t].y;
  // predict: load global 16 sectors /ideal 4
  s += a[t].z;
  // predict: load global 16 sectors /ideal 4
  s += a[t].w;
  // predict: store global 4 sectors
  o[t] = s;
}

// A sector more if n is odd.
__global__ void backwards(const Quad *p, float *o, int n) {
  const int t = threadIdx.x;
  // predict: load global 16..17 sectors /ideal 4; store global 4 sectors
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  o[t] = p[n - 1 - t].x;
}

__global__ void backwardsByTwelve(const Trio *p, float *o) {
  const int t = threadIdx.x;
  // predict: load global 12 sectors /ideal 4; store global 4 sectors
  // diag: gpu-aos-field-waste(warning), gpu-uncoalesced-global-access(warning)
  o[t] = p[31 - t].x;
}

// 24 bytes in 24 sectors would fit in one. Few bytes, but not few lanes.
__global__ void farBytes(const char *c, char *o) {
  const int t = threadIdx.x;
  if (t < 24)
    // predict: load global 1B 24 sectors /ideal 1; store global 1B 1 sector
    // diag: gpu-uncoalesced-global-access(warning)
    o[t] = c[t * 128];
}

void run(const Quad *q, const Trio *p, const char *c, char *b, float *o,
         int n) {
  fourArrays<<<1, 32>>>(q, q, q, q, o);
  twoHalves<<<1, 32>>>(q, q, o);
  oneArray<<<1, 32>>>(q, o);
  backwards<<<1, 32>>>(q, o, n);
  backwardsByTwelve<<<1, 32>>>(p, o);
  farBytes<<<1, 32>>>(c, b);
}
