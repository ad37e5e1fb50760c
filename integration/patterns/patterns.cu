//===- patterns.cu - Random lane-to-address maps, one a launch ------------===//
// patterns [options] OUT.tsv: draws maps and masks from a seed and launches,
// for each, one warp that executes one access of the wanted kind. OUT.tsv gets
// a line a launch, in the order of the launches, for measure.sh to join with
// the profiler's counters.
//===----------------------------------------------------------------------===//
#include "accesses.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace patterns;

namespace {

/// One operation: how to launch it and where its addresses may lie.
struct Probe {
  const char *Kind, *Op;
  unsigned WidthBytes; ///< What a lane accesses, and its alignment.
  unsigned RegionBytes;
  Kernel Launch;
  bool WholeWarp = false; ///< No partial masks.
  unsigned Times = 1;     ///< Draw that many times as many patterns.
};

#define SHARED(KIND, OP, WIDTH, NAME)                                          \
  { KIND, OP, WIDTH, SharedBytes, probeShared<NAME> }
#define MATRIX(OP, NAME)                                                       \
  { "matrix", OP, 16, SharedBytes, probeSharedWarp<NAME>, true }
#define GLOBAL(KIND, OP, WIDTH, NAME, TIMES)                                   \
  { KIND, OP, WIDTH, GlobalBytes, probeGlobal<NAME>, false, TIMES }
#define WIDTHS(OF) OF(1), OF(2), OF(4), OF(8), OF(16)
#define SHARED_LOAD(W) SHARED("shared", "load", W, SharedLoad##W)
#define SHARED_STORE(W) SHARED("shared", "store", W, SharedStore##W)
#define CONSTANT_LOAD(W)                                                       \
  {                                                                            \
    "constant", "load", W, ConstantBytes,                                      \
        probeConstant<ConstantLoad##W, false>                                  \
  }
#define CONSTANT_WARM(W)                                                       \
  {                                                                            \
    "constant", "load-warm", W, WarmBytes,                                     \
        probeConstant<ConstantLoad##W, true>                                   \
  }
#define LOCAL_LOAD(W)                                                          \
  { "local", "load", W, LocalBytes, probeLocal<LocalLoad##W, false> }
#define LOCAL_STORE(W)                                                         \
  { "local", "store", W, LocalBytes, probeLocal<LocalStore##W, true> }
#define GLOBAL_LOAD(W) GLOBAL("global", "load", W, GlobalLoad##W, 1)
#define GLOBAL_LOAD_NC(W) GLOBAL("global", "load-nc", W, GlobalLoadNc##W, 1)
#define GLOBAL_STORE(W) GLOBAL("global", "store", W, GlobalStore##W, 1)

// Copies name in Op which caches they use; the .cg form exists for 16 bytes.
const Probe Probes[] = {
    WIDTHS(SHARED_LOAD),
    WIDTHS(SHARED_STORE),

    SHARED("shared_atomic", "red-inc-u32", 4, SharedRedInc),
    SHARED("shared_atomic", "atom-inc-u32", 4, SharedAtomInc),
    SHARED("shared_atomic", "red-add-u32", 4, SharedRedAdd4),
    SHARED("shared_atomic", "red-add-u64", 8, SharedRedAdd8),
    SHARED("shared_atomic", "red-add-f32", 4, SharedRedFloat),
    SHARED("shared_atomic", "atom-add-u32", 4, SharedAtomAdd4),
    SHARED("shared_atomic", "atom-add-u64", 8, SharedAtomAdd8),
    SHARED("shared_atomic", "atom-add-f32", 4, SharedAtomFloat),
    SHARED("shared_atomic", "atom-add-f64", 8, SharedAtomDouble),
    SHARED("shared_atomic", "atom-max-s32", 4, SharedAtomMax4),
    SHARED("shared_atomic", "atom-exch-b32", 4, SharedAtomExch4),
    SHARED("shared_atomic", "atom-exch-b64", 8, SharedAtomExch8),
    SHARED("shared_atomic", "atom-cas-b32", 4, SharedCas4),
    SHARED("shared_atomic", "atom-cas-b64", 8, SharedCas8),

    MATRIX("ldmatrix-x1", LoadMatrix1),
    MATRIX("ldmatrix-x2", LoadMatrix2),
    MATRIX("ldmatrix-x4", LoadMatrix4),
    MATRIX("ldmatrix-x1-trans", LoadMatrixTrans1),
    MATRIX("ldmatrix-x2-trans", LoadMatrixTrans2),
    MATRIX("ldmatrix-x4-trans", LoadMatrixTrans4),
    MATRIX("stmatrix-x1", StoreMatrix1),
    MATRIX("stmatrix-x2", StoreMatrix2),
    MATRIX("stmatrix-x4", StoreMatrix4),
    MATRIX("stmatrix-x1-trans", StoreMatrixTrans1),
    MATRIX("stmatrix-x2-trans", StoreMatrixTrans2),
    MATRIX("stmatrix-x4-trans", StoreMatrixTrans4),

    {"copy", "cp.async-ca", 4, SharedBytes, probeCopy<CopyCa4>},
    {"copy", "cp.async-ca", 8, SharedBytes, probeCopy<CopyCa8>},
    {"copy", "cp.async-ca", 16, SharedBytes, probeCopy<CopyCa16>},
    {"copy", "cp.async-cg", 16, SharedBytes, probeCopy<CopyCg16>},

    WIDTHS(CONSTANT_LOAD),
    WIDTHS(CONSTANT_WARM),

    WIDTHS(LOCAL_LOAD),
    WIDTHS(LOCAL_STORE),

    WIDTHS(GLOBAL_LOAD),
    WIDTHS(GLOBAL_LOAD_NC),
    WIDTHS(GLOBAL_STORE),

    GLOBAL("global_atomic", "red-add-u32", 4, GlobalRedAdd4, 2),
    GLOBAL("global_atomic", "red-add-u64", 8, GlobalRedAdd8, 1),
    GLOBAL("global_atomic", "red-add-f32", 4, GlobalRedFloat, 1),
    GLOBAL("global_atomic", "red-add-f64", 8, GlobalRedDouble, 1),
    GLOBAL("global_atomic", "atom-add-u32", 4, GlobalAtomAdd4, 2),
    GLOBAL("global_atomic", "atom-add-u64", 8, GlobalAtomAdd8, 1),
    GLOBAL("global_atomic", "atom-add-f32", 4, GlobalAtomFloat, 1),
    GLOBAL("global_atomic", "atom-add-f64", 8, GlobalAtomDouble, 1),
    GLOBAL("global_atomic", "atom-exch-b32", 4, GlobalAtomExch4, 1),
    GLOBAL("global_atomic", "atom-exch-b64", 8, GlobalAtomExch8, 1),
    GLOBAL("global_atomic", "atom-cas-b32", 4, GlobalCas4, 1),
    GLOBAL("global_atomic", "atom-cas-b64", 8, GlobalCas8, 1),
};

void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "patterns: %s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

struct Options {
  std::string Kind = "all", Out;
  unsigned Count = 48;
  uint32_t Seed = 1;
  bool DryRun = false; ///< Write the patterns, launch nothing.
};

int usage() {
  std::fputs("usage: patterns [--kind KIND] [--count N] [--seed S] [--dry-run] "
             "OUT.tsv\n       patterns --list | --device\n",
             stderr);
  return 2;
}

int listKinds() {
  const char *Last = "";
  for (const Probe &P : Probes)
    if (std::strcmp(P.Kind, Last) != 0)
      std::puts(Last = P.Kind);
  return 0;
}

int nameDevice() {
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0), "device");
  std::printf("%s (compute capability %d.%d)\n", Device.name, Device.major,
              Device.minor);
  return 0;
}

/// Non-zero when the command line is wrong.
int parse(int Count, char **Arguments, Options &O) {
  for (int I = 1; I < Count; ++I) {
    const std::string Argument = Arguments[I];
    if (Argument == "--dry-run") {
      O.DryRun = true;
    } else if (Argument.rfind("--", 0) == 0) {
      if (I + 1 == Count)
        return usage();
      const char *Text = Arguments[++I];
      if (Argument == "--kind")
        O.Kind = Text;
      else if (Argument == "--count")
        O.Count = static_cast<unsigned>(std::strtoul(Text, nullptr, 10));
      else if (Argument == "--seed")
        O.Seed = static_cast<uint32_t>(std::strtoul(Text, nullptr, 10));
      else
        return usage();
    } else {
      O.Out = Argument;
    }
  }
  return O.Out.empty() ? usage() : 0;
}

/// The launches of a run, one after another.
class Runner {
public:
  Runner(std::FILE *Out, bool DryRun) : Out(Out), DryRun(DryRun) {
    if (DryRun)
      return;
    check(cudaMalloc(&M.Global, GlobalBytes + 16), "memory under test");
    check(cudaMemset(M.Global, 0, GlobalBytes + 16), "memory under test");
    check(cudaMalloc(&M.Result, sizeof(uint4) * WarpLanes), "results");
    check(cudaMalloc(&Copy, sizeof(Pattern)), "pattern");
    M.Copy = Copy;
  }

  void launch(const Probe &Of, const char *Family, const Pattern &P) {
    std::fprintf(Out, "%s\t%s\t%u\t%08x\t%s\t", Of.Kind, Of.Op, Of.WidthBytes,
                 P.Mask, Family);
    writeOffsets(P.Address);
    std::fputc('\t', Out);
    if (std::strcmp(Of.Kind, "copy") == 0)
      writeOffsets(P.Source);
    else
      std::fputc('-', Out);
    std::fputc('\n', Out);
    if (DryRun)
      return;
    check(cudaMemcpy(Copy, &P, sizeof(P), cudaMemcpyHostToDevice), "pattern");
    Of.Launch<<<1, WarpLanes>>>(P, M);
    check(cudaGetLastError(), Of.Op);
    check(cudaDeviceSynchronize(), Of.Op);
  }

private:
  std::FILE *Out;
  bool DryRun;
  Memory M{};
  Pattern *Copy = nullptr;

  void writeOffsets(const uint32_t *Offset) {
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      std::fprintf(Out, Lane ? ",%u" : "%u", Offset[Lane]);
  }
};

/// The patterns of one operation: a baseline, Count random ones and a baseline
/// again, by which it shows whether the baseline is steady.
void runProbe(Runner &R, const Probe &Of, unsigned Count, Generator G) {
  Pattern P{};
  P.Operand = 0x3f800003; // near 1.0f
  Offsets Address{}, Source{};
  const auto Launch = [&](const char *Family, uint32_t Mask) {
    P.Mask = Mask;
    std::copy(Address.begin(), Address.end(), P.Address);
    std::copy(Source.begin(), Source.end(), P.Source);
    R.launch(Of, Family, P);
  };
  Launch("baseline", 0);
  // The numbers of families and of masks are coprime: all pairs come up.
  const unsigned Start =
      G.below(Generator::families() * Generator::maskShapes());
  for (unsigned I = 0; I < Count; ++I) {
    const char *Family =
        G.draw(Start + I, Of.WidthBytes, Of.RegionBytes, Address);
    if (std::strcmp(Of.Kind, "copy") == 0)
      // One side of a third of the copies is orderly: a permutation.
      G.draw(I % 3 == 0 ? 6 : G.below(Generator::families()), Of.WidthBytes,
             GlobalBytes, Source);
    const uint32_t Mask = G.mask(Start + I);
    Launch(Family, Of.WholeWarp ? ~0u : Mask);
  }
  // Known by heart: the same address for all, and consecutive elements.
  for (unsigned Step : {0u, 1u}) {
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      Address[Lane] = Source[Lane] =
          Lane * Step * Of.WidthBytes % Of.RegionBytes;
    Launch(Step ? "unit" : "uniform", ~0u);
  }
  Launch("baseline", 0);
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count == 2 && std::strcmp(Arguments[1], "--list") == 0)
    return listKinds();
  if (Count == 2 && std::strcmp(Arguments[1], "--device") == 0)
    return nameDevice();
  Options O;
  if (const int Error = parse(Count, Arguments, O))
    return Error;
  std::FILE *Out = std::fopen(O.Out.c_str(), "w");
  if (!Out) {
    std::fprintf(stderr, "patterns: cannot write %s\n", O.Out.c_str());
    return 1;
  }
  Runner R(Out, O.DryRun);
  uint32_t Number = 0;
  for (const Probe &Of : Probes) {
    ++Number; // each operation has its own sequence, whatever else runs
    if (O.Kind == "all" || O.Kind == Of.Kind)
      runProbe(R, Of, O.Count * Of.Times, Generator(O.Seed * 1000 + Number));
  }
  return std::fclose(Out) == 0 ? 0 : 1;
}
