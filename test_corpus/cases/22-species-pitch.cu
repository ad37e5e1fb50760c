// RUN: %python %S/../check_predictions.py --all %warp-tidy %s -- --cuda-path=none
// Rows of a run-time length against the transposed layout.
// Launches: 1 nspec = 21, ncell = 1024; 2 nspec = 2, ncell = 1025, where row k
// starts 8k bytes into a sector: 8 sectors when k % 4 is 0, else 9.

__global__ void rates(const double *byCell, const double *bySpecies,
                      double *sum, int ncell, int nspec) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= ncell)
    return;
  double total = 0;
  for (int k = 0; k < nspec; ++k) {
    // predict: load global 8B 32 sectors /ideal 8 @1
    // The last of 1025 cells has a block of its own, with one lane: 1 sector.
    // predict: load global 8B 1..16 sectors @2
    // diag: gpu-uncoalesced-global-access(warning)
    const double a = byCell[cell * nspec + k];
    // Not a finding with either pitch.
    // predict: load global 8B 8 sectors /ideal 8 @1
    // predict: load global 8B 1..9 sectors @2
    const double b = bySpecies[k * ncell + cell];
    total += a + b;
  }
  // predict: store global 8B 8 sectors /ideal 8 @1
  // predict: store global 8B 1..8 sectors @2
  sum[cell] = total;
}

// Unknown lengths. The inner loop runs to nspec, so nspec is the length of a
// row: 1 would make the loop trivial and is left out of the range. 2, 3, and 4
// or more give 16, 24 and 32 sectors for every k below nspec. At least twice
// the ideal whatever nspec is.
// warp-tidy: block(128)
__global__ void ratesUnknown(const double *byCell, const double *bySpecies,
                             double *sum, int ncell, int nspec) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= ncell)
    return;
  double total = 0;
  for (int k = 0; k < nspec; ++k) {
    // predict: load global 8B symbolic 8..32 sectors where nspec = 1:8 2:16 3:24 4:32 /formula min(8*nspec, 32)
    // diag: gpu-uncoalesced-global-access(warning)
    const double a = byCell[cell * nspec + k];
    // predict: load global 8B 8..9 sectors
    const double b = bySpecies[k * ncell + cell];
    total += a + b;
  }
  // predict: store global 8B 8 sectors /ideal 8
  sum[cell] = total;
}

// Without the loop nothing says that nspec is more than 1: a remark.
// warp-tidy: block(128)
__global__ void firstSpecies(const double *byCell, double *sum, int nspec) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  // predict: load global 8B symbolic 8..32 sectors where nspec = 1:8 2:16 3:24 4:32
  // diag: gpu-uncoalesced-global-access(remark)
  const double a = byCell[cell * nspec];
  // predict: store global 8B 8 sectors /ideal 8
  sum[cell] = a;
}

void run(const double *byCell, const double *bySpecies, double *sum) {
  rates<<<8, 128>>>(byCell, bySpecies, sum, 1024, 21);
  rates<<<9, 128>>>(byCell, bySpecies, sum, 1025, 2);
}
