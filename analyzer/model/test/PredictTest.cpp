//===- PredictTest.cpp - Predictions against direct enumeration -----------===//
// Hand-made facts; the expected figures come from plain loops over the lanes
// that compute the addresses in C++.
//===----------------------------------------------------------------------===//
#include "model/Formula.h"
#include "model/Hardware.h"
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

using namespace warptidy;

namespace {

/// Builds a kernel with one access; 64-bit arithmetic throughout.
struct Kernel {
  KernelFacts Facts;
  ExprPool &P = Facts.Pool;
  ExprRef Tx = wide(Builtin::ThreadIdxX), Ty = wide(Builtin::ThreadIdxY),
          Bx = wide(Builtin::BlockIdxX);

  ExprRef wide(Builtin B) { return P.cast(ExprOp::ZExt, P.builtin(B), 64); }
  ExprRef c(int64_t V) { return P.constant(V, 64); }
  ExprRef add(ExprRef A, ExprRef B) { return P.binary(ExprOp::Add, A, B); }
  ExprRef mul(ExprRef A, int64_t K) { return P.binary(ExprOp::Mul, A, c(K)); }
  ExprRef base(SymbolKind Kind, uint64_t Align, uint64_t Size = 0) {
    SymbolInfo Info{"a", Kind, Align};
    Info.SizeBytes = Size;
    return P.symbol(Info, 64);
  }
  ExprRef argument(const char *Name) {
    SymbolInfo Info{Name, SymbolKind::Argument};
    Info.ParamIndex = 0;
    return P.symbol(Info, 64);
  }
  AccessFact &access(AddressSpace Space, unsigned Width, ExprRef Offset,
                     ExprRef Base) {
    AccessFact A;
    A.Space = Space;
    A.WidthBytes = Width;
    A.Address = add(Base, Offset);
    A.Base = Base;
    Facts.Accesses.push_back(A);
    return Facts.Accesses.back();
  }
  Prediction predict(std::array<unsigned, 3> Block) {
    P.finalize();
    findSteps();
    LaunchShape L;
    L.Block = Block;
    return predictKernel(Facts, {L}, *findArch("sm_90"))
        .Accesses[0]
        .PerLaunch[0];
  }
  void findSteps();
};

} // namespace

#include "access/Polynomial.h"
void Kernel::findSteps() { warptidy::findSteps(Facts); }

namespace {

/// Distinct sectors of one warp, by a set.
unsigned sectorsOf(const std::function<int64_t(int Lane)> &Byte, int Width) {
  std::set<int64_t> S;
  for (int L = 0; L < 32; ++L)
    for (int B = 0; B < Width; ++B)
      S.insert((Byte(L) + B + (1 << 20)) / 32);
  return static_cast<unsigned>(S.size());
}

/// Wavefronts of a 32-bit shared access of one warp, bank by bank.
unsigned wavefrontsOf(const std::function<int64_t(int Lane)> &Byte) {
  std::vector<std::set<int64_t>> Banks(32);
  size_t Worst = 0;
  for (int L = 0; L < 32; ++L) {
    int64_t Word = Byte(L) / 4;
    Banks[Word % 32].insert(Word);
    Worst = std::max(Worst, Banks[Word % 32].size());
  }
  return static_cast<unsigned>(Worst);
}

TEST(Predict, ConstantStrides) {
  for (int Stride = 1; Stride <= 33; ++Stride) {
    Kernel K;
    K.access(AddressSpace::Global, 4,
             K.mul(K.add(K.mul(K.Bx, 256), K.Tx), 4 * Stride),
             K.base(SymbolKind::KernelBuffer, 256));
    Prediction P = K.predict({256, 1, 1});
    unsigned Expected = sectorsOf([=](int L) { return 4 * Stride * L; }, 4);
    EXPECT_EQ(P.Kind, Pattern::Exact) << Stride;
    EXPECT_EQ(P.Max, Expected) << Stride;
    EXPECT_EQ(P.BlockUnits, Expected * 8u) << Stride;
  }
}

TEST(Predict, UnknownOffsetGivesItsResidues) {
  Kernel K;
  K.access(AddressSpace::Global, 4, K.mul(K.add(K.argument("k"), K.Tx), 4),
           K.base(SymbolKind::KernelBuffer, 256));
  Prediction P = K.predict({32, 1, 1});
  unsigned Min = 99, Max = 0;
  for (int Shift = 0; Shift < 8; ++Shift) {
    unsigned S = sectorsOf([=](int L) { return 4 * (L + Shift); }, 4);
    Min = std::min(Min, S);
    Max = std::max(Max, S);
  }
  EXPECT_EQ(P.Kind, Pattern::Interval);
  EXPECT_EQ(P.Min, Min);
  EXPECT_EQ(P.Max, Max);
}

TEST(Predict, UnknownStrideIsSymbolic) {
  Kernel K;
  K.access(AddressSpace::Global, 4,
           K.mul(K.P.binary(ExprOp::Mul, K.argument("stride"), K.Tx), 4),
           K.base(SymbolKind::KernelBuffer, 256));
  Prediction P = K.predict({32, 1, 1});
  EXPECT_EQ(P.Kind, Pattern::Symbolic);
  EXPECT_EQ(P.Symbol, "stride");
  EXPECT_EQ(P.Min, 4u);
  EXPECT_EQ(P.Max, 32u);
  ASSERT_FALSE(P.Cases.empty());
  for (const SymbolCase &C : P.Cases)
    EXPECT_EQ(C.Units, sectorsOf([&](int L) { return 4 * C.Value * L; }, 4))
        << C.Value;
  EXPECT_EQ(P.Formula, "min(4*stride, 32)");
  EXPECT_EQ(P.FormulaLeast, P.Formula);
  EXPECT_EQ(P.FormulaFrom, 1);
  EXPECT_GE(P.FormulaChecked, 64u);
  for (int64_t N = 1; N <= 2000; ++N)
    EXPECT_EQ(std::min<int64_t>(4 * N, 32),
              sectorsOf([&](int L) { return 4 * N * L; }, 4))
        << N;
}

/// The table of F for some values up to 1024.
std::vector<SymbolCase> tableOf(const std::function<int64_t(int64_t)> &F) {
  std::vector<SymbolCase> Out;
  for (int64_t V = 1; V <= 1024; V += V < 64 ? 1 : 31)
    Out.push_back({V, static_cast<unsigned>(F(V))});
  return Out;
}

TEST(Formula, FormsThatAreKnown) {
  auto Of = [](const std::function<int64_t(int64_t)> &F) {
    return formulaOf(tableOf(F), "n");
  };
  using std::max, std::min;
  EXPECT_EQ(Of([](int64_t N) { return min<int64_t>(4 * N, 32); }),
            "min(4*n, 32)");
  EXPECT_EQ(Of([](int64_t N) { return min<int64_t>(4 * N + 1, 32); }),
            "min(4*n + 1, 32)");
  EXPECT_EQ(Of([](int64_t N) { return 3 * N; }), "3*n");
  EXPECT_EQ(Of([](int64_t N) { return max<int64_t>(8, min<int64_t>(N, 32)); }),
            "max(8, min(n, 32))");
  EXPECT_EQ(Of([](int64_t N) { return min<int64_t>((3 * N + 7) / 8, 12); }),
            "min(ceil(3*n/8), 12)");
  EXPECT_EQ(Of([](int64_t N) { return (32 + N - 1) / N; }), "ceil(32/n)");
  EXPECT_EQ(Of([](int64_t N) { return std::gcd(2 * N, int64_t(32)); }),
            "gcd(2*n, 32)");
  EXPECT_EQ(Of([](int64_t N) { return N % 8 ? 5 : 4; }),
            "4 if n % 8 == 0, else 5");
  EXPECT_EQ(Of([](int64_t N) { return N % 8 == 0   ? 4
                                      : N % 4 == 0 ? 5
                                                   : 6; }),
            "4 if n % 8 == 0, 5 if n % 4 == 0, else 6");
}

TEST(Formula, OneRowThatDiffersIsNoFormula) {
  for (size_t Row = 0; Row < tableOf([](int64_t) { return 1; }).size(); ++Row) {
    std::vector<SymbolCase> Table =
        tableOf([](int64_t N) { return std::min<int64_t>(4 * N, 32); });
    Table[Row].Units += Table[Row].Units == 32 ? -1 : 3;
    EXPECT_NE(formulaOf(Table, "n"), "min(4*n, 32)") << Table[Row].Value;
  }
  // A few rows prove nothing.
  EXPECT_EQ(formulaOf({{1, 4}, {2, 8}, {3, 12}}, "n"), "");
}

TEST(Formula, NamesOfSeveralWordsAreBracketed) {
  EXPECT_EQ(formulaOf(tableOf([](int64_t N) { return 2 * N; }), "a + b"),
            "2*(a + b)");
}

TEST(Predict, LinesInPlaceOfSectors) {
  for (unsigned Bytes : {32u, 64u, 128u}) {
    const ArchInfo &Arch = withSectorBytes(*findArch("sm_90"), Bytes);
    EXPECT_EQ(findArch("sm_90")->SectorBytes, 32u);
    for (unsigned Stride = 1; Stride <= 40; ++Stride) {
      LaneAddresses L;
      L.Active = ~0u;
      L.WidthBytes = 4;
      std::set<unsigned> Blocks;
      for (unsigned Lane = 0; Lane < 32; ++Lane) {
        L.Byte[Lane] = 4 * Stride * Lane;
        Blocks.insert(4 * Stride * Lane / Bytes);
      }
      EXPECT_EQ(globalSectors(Arch, L), Blocks.size()) << Bytes << Stride;
      EXPECT_EQ(idealSectors(Arch, L), 128 / Bytes);
      EXPECT_EQ(localSectors(Arch, L), localSectors(*findArch("sm_90"), L));
    }
  }
}

TEST(Predict, PitchCoversTheRowThatTheIndexSpans) {
  // a[tx * n + ty] in a 32x32 block: n is at least 32, so 32 sectors.
  Kernel K;
  ExprRef N = K.argument("n");
  K.access(AddressSpace::Global, 4,
           K.mul(K.add(K.P.binary(ExprOp::Mul, N, K.Tx), K.Ty), 4),
           K.base(SymbolKind::KernelBuffer, 256));
  Prediction P = K.predict({32, 32, 1});
  EXPECT_EQ(P.Min, 32u);
  EXPECT_EQ(P.Max, 32u);
}

TEST(Predict, SharedPitches) {
  for (int Pitch = 16; Pitch <= 34; ++Pitch) {
    Kernel K;
    K.access(AddressSpace::Shared, 4,
             K.add(K.mul(K.Tx, 4 * Pitch), K.mul(K.Ty, 4)),
             K.base(SymbolKind::SharedArray, 4));
    Prediction P = K.predict({16, 16, 1});
    unsigned Worst = wavefrontsOf(
        [=](int L) { return int64_t(4) * (L % 16 * Pitch + L / 16); });
    EXPECT_EQ(P.Kind, Pattern::Exact) << Pitch;
    EXPECT_EQ(P.Max, Worst) << Pitch;
  }
}

TEST(Predict, XorSwizzleIsEvaluated) {
  // Column read of 32 words a row with and without the XOR.
  for (bool Swizzle : {false, true}) {
    Kernel K;
    ExprRef Column = Swizzle ? K.P.binary(ExprOp::Xor, K.Tx, K.c(5)) : K.c(5);
    K.access(AddressSpace::Shared, 4, K.add(K.mul(K.Tx, 128), K.mul(Column, 4)),
             K.base(SymbolKind::SharedArray, 4));
    Prediction P = K.predict({32, 1, 1});
    EXPECT_EQ(P.Max, Swizzle ? 1u : 32u);
  }
}

TEST(Predict, GuardLimitsTheLanes) {
  Kernel K;
  AccessFact &A = K.access(AddressSpace::Global, 4, K.mul(K.Tx, 128),
                           K.base(SymbolKind::KernelBuffer, 256));
  A.Mask.push_back({K.P.binary(ExprOp::ULt, K.Tx, K.c(20)), true});
  Prediction P = K.predict({64, 1, 1});
  EXPECT_EQ(P.Max, 20u); // One sector a lane.
  EXPECT_EQ(P.ActiveLanes, 20u);
  EXPECT_EQ(P.BlockRequests, 1u); // The second warp has no lane in it.
}

TEST(Predict, DataIndexIsBoundedByTheTable) {
  Kernel K;
  ExprRef Data = K.P.load(K.mul(K.Tx, 1), {"in[i]"}, 64);
  K.access(AddressSpace::Constant, 4, K.mul(Data, 4),
           K.base(SymbolKind::ConstantArray, 4, 64));
  Prediction P = K.predict({256, 1, 1});
  EXPECT_EQ(P.Kind, Pattern::DataDependent);
  EXPECT_EQ(P.Min, 1u);
  EXPECT_EQ(P.Max, 16u); // A table of sixteen floats.
}

TEST(Predict, HalvingLoopIsFollowed) {
  // for (d = 128; d > 0; d >>= 1) if (tx < d) s[tx + d]: one wavefront each,
  // 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 requests.
  Kernel K;
  ExprRef D = K.P.phi({"d", 0}, 64);
  K.P.phiInfo(D).Init = K.c(128);
  K.P.phiInfo(D).Next = K.P.binary(ExprOp::AShr, D, K.c(1));
  LoopFact Loop;
  Loop.Iteration = K.P.symbol({"iteration", SymbolKind::Iteration}, 64);
  Loop.Phis = {D};
  ExprRef Continues = K.P.binary(ExprOp::SLt, K.c(0), D);
  Loop.Exits = {{{Continues, false}}};
  K.Facts.Loops.push_back(Loop);
  AccessFact &A = K.access(AddressSpace::Shared, 4, K.mul(K.add(K.Tx, D), 4),
                           K.base(SymbolKind::SharedArray, 4));
  A.Loops = {0};
  A.Mask = {{Continues, true}, {K.P.binary(ExprOp::SLt, K.Tx, D), true}};
  Prediction P = K.predict({256, 1, 1});
  EXPECT_EQ(P.Kind, Pattern::Exact);
  EXPECT_EQ(P.BlockRequests, 12u);
  EXPECT_EQ(P.BlockUnits, 12u);
}

TEST(Predict, VectorAccessThatCannotBeAligned) {
  Kernel K;
  K.access(AddressSpace::Global, 4, K.add(K.mul(K.Tx, 6), K.c(2)),
           K.base(SymbolKind::KernelBuffer, 256));
  Prediction P = K.predict({32, 1, 1});
  EXPECT_EQ(P.MisalignedLanes, 16u); // 6t + 2 is 2 modulo 4 for even t.
  EXPECT_TRUE(P.AlwaysMisaligned);
}

TEST(Predict, OpaqueIndexIsUnknownWithItsReason) {
  Kernel K;
  ExprRef X = K.P.opaque({UnknownReason::FloatIndex, "fptosi"}, 64);
  K.access(AddressSpace::Global, 4, K.mul(X, 4),
           K.base(SymbolKind::KernelBuffer, 256));
  Prediction P = K.predict({32, 1, 1});
  EXPECT_EQ(P.Kind, Pattern::Unknown);
  EXPECT_EQ(P.Unknown, UnknownReason::FloatIndex);
}

TEST(Predict, BoundsCheckDoesNotMixUpTheWarps) {
  // Warp 0 reads side by side, warp 1 a sector a lane, behind i / 32 < n: the
  // check is the same for all lanes of a warp, which takes looking at others.
  Kernel K;
  ExprRef First = K.P.binary(ExprOp::ULt, K.Tx, K.c(32));
  AccessFact &A = K.access(AddressSpace::Global, 4,
                           K.P.select(First, K.mul(K.Tx, 4), K.mul(K.Tx, 128)),
                           K.base(SymbolKind::KernelBuffer, 256));
  ExprRef Warp = K.P.binary(ExprOp::UDiv, K.Tx, K.c(32));
  A.Mask.push_back({K.P.binary(ExprOp::SLt, Warp, K.argument("n")), true});
  Prediction P = K.predict({64, 1, 1});
  EXPECT_EQ(P.Min, 4u);
  EXPECT_EQ(P.Max, 32u);
}

} // namespace
