//===- PolynomialTest.cpp - Normal forms, ranges and steps ----------------===//
// Each simplification is checked against direct evaluation of the expression
// it replaces.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include <gtest/gtest.h>

using namespace warptidy;

namespace {

class PolynomialTest : public ::testing::Test {
protected:
  PolynomialBuilder builder() {
    Pool.finalize();
    PolynomialBuilder::Knowledge K;
    K.Bounds = [this](ExprRef R) -> Range {
      if (R == Tx)
        return {0, 255};
      if (R == Bx)
        return {0, INT32_MAX};
      return {};
    };
    return PolynomialBuilder(Pool, Loops, K);
  }
  ExprRef c(int64_t V) { return Pool.constant(V, 32); }
  ExprRef add(ExprRef A, ExprRef B) { return Pool.binary(ExprOp::Add, A, B); }
  ExprRef mul(ExprRef A, ExprRef B) { return Pool.binary(ExprOp::Mul, A, B); }
  std::string text(ExprRef R) {
    auto B = builder();
    Polynomial P = B.of(R);
    return polynomialText(Pool, P);
  }

  ExprPool Pool;
  std::vector<LoopFact> Loops;
  ExprRef Tx = Pool.builtin(Builtin::ThreadIdxX);
  ExprRef Bx = Pool.builtin(Builtin::BlockIdxX);
  ExprRef N = Pool.symbol({"n", SymbolKind::Argument}, 32);
};

TEST_F(PolynomialTest, DistributesProducts) {
  // 4 * ((256*bx + tx) * n)
  ExprRef I = add(mul(Bx, c(256)), Tx);
  EXPECT_EQ(text(mul(mul(I, N), c(4))), "1024*blockIdx.x*n + 4*n*threadIdx.x");
}

TEST_F(PolynomialTest, PassesThroughExtensions) {
  ExprRef I = Pool.cast(ExprOp::SExt, add(Tx, c(1)), 64);
  EXPECT_EQ(text(Pool.binary(ExprOp::Mul, I, Pool.constant(4, 64))),
            "4*threadIdx.x + 4");
}

TEST_F(PolynomialTest, DivisionSplitsOffWholeParts) {
  // (256*bx + tx) / 32 is 8*bx + tx/32, and % 32 is tx % 32.
  ExprRef I = add(mul(Bx, c(256)), Tx);
  EXPECT_EQ(text(Pool.binary(ExprOp::SDiv, I, c(32))),
            "(threadIdx.x / 32) + 8*blockIdx.x");
  EXPECT_EQ(text(Pool.binary(ExprOp::And, I, c(31))), "(threadIdx.x % 32)");
  // (256*bx + tx) / 256 is bx: tx stays below 256.
  EXPECT_EQ(text(Pool.binary(ExprOp::UDiv, I, c(256))), "blockIdx.x");
  EXPECT_EQ(text(Pool.binary(ExprOp::URem, I, c(256))), "threadIdx.x");
}

TEST_F(PolynomialTest, MaskOfHighBitsIsDifference) {
  // tx & ~7 is tx - tx % 8.
  EXPECT_EQ(text(Pool.binary(ExprOp::And, Tx, c(-8))),
            "-(threadIdx.x & 7) + threadIdx.x");
}

TEST_F(PolynomialTest, OrOfDisjointBitsIsSum) {
  ExprRef High = Pool.binary(ExprOp::Shl, Bx, c(8));
  EXPECT_EQ(text(Pool.binary(ExprOp::Or, High, Tx)),
            "256*blockIdx.x + threadIdx.x");
  // Overlapping bits are left alone.
  ExprRef Low = Pool.binary(ExprOp::Shl, Bx, c(4));
  EXPECT_EQ(text(Pool.binary(ExprOp::Or, Low, Tx)),
            "((blockIdx.x << 4) | threadIdx.x)");
}

TEST_F(PolynomialTest, MinIsDecidedByRanges) {
  EXPECT_EQ(text(Pool.binary(ExprOp::SMin, Tx, c(300))), "threadIdx.x");
  EXPECT_EQ(text(Pool.binary(ExprOp::SMin, Tx, c(100))),
            "min(threadIdx.x, 100)");
}

TEST_F(PolynomialTest, Divisors) {
  auto B = builder();
  EXPECT_EQ(B.divisorOf(B.of(mul(Bx, c(96)))), 32u);
  EXPECT_EQ(B.divisorOf(B.of(add(mul(Bx, c(64)), c(8)))), 8u);
  EXPECT_EQ(B.divisorOfVariableTerms(B.of(add(mul(Bx, c(64)), c(8)))), 64u);
  ExprRef Base = Pool.symbol({"a", SymbolKind::KernelBuffer, 256}, 64);
  EXPECT_EQ(B.divisorOf(B.of(Base)), 256u);
}

TEST_F(PolynomialTest, StepOfLoopValues) {
  KernelFacts K;
  ExprRef Stride = K.Pool.symbol({"stride", SymbolKind::Argument}, 32);
  auto Phi = [&](const char *Name) {
    ExprRef P = K.Pool.phi({Name, 0}, 32);
    K.Pool.phiInfo(P).Init = K.Pool.constant(1, 32);
    return P;
  };
  ExprRef I = Phi("i"), D = Phi("d");
  K.Pool.phiInfo(I).Next = K.Pool.binary(ExprOp::Add, I, Stride);
  K.Pool.phiInfo(D).Next =
      K.Pool.binary(ExprOp::Mul, D, K.Pool.constant(2, 32));
  LoopFact L;
  L.Iteration = K.Pool.symbol({"iteration", SymbolKind::Iteration}, 64);
  L.Phis = {I, D};
  K.Loops.push_back(L);
  K.Pool.finalize();
  findSteps(K);
  EXPECT_EQ(exprText(K.Pool, K.Pool.phiInfo(I).Step), "stride");
  EXPECT_EQ(K.Pool.phiInfo(D).Step, NoExpr); // It doubles.
  EXPECT_TRUE(K.Pool.isUniform(I));
  EXPECT_TRUE(K.Pool.isUniform(D));
}

TEST_F(PolynomialTest, Uniformity) {
  ExprRef Data = Pool.load(Tx, {"a[i]"}, 32);
  ExprRef Shared = Pool.load(Bx, {"a[0]"}, 32);
  Pool.finalize();
  EXPECT_FALSE(Pool.isUniform(Data));
  EXPECT_TRUE(Pool.isUniform(Shared));
  EXPECT_FALSE(Pool.isUniform(add(Shared, Tx)));
  EXPECT_TRUE(Pool.isUniform(add(Shared, N)));
}

TEST(Expr, ArithmeticWrapsAtItsWidth) {
  uint64_t Out;
  ASSERT_TRUE(applyBinary(ExprOp::Add, 32, 0xffffffff, 2, Out));
  EXPECT_EQ(Out, 1u);
  ASSERT_TRUE(applyBinary(ExprOp::SDiv, 32, uint32_t(-7), 2, Out));
  EXPECT_EQ(signExtend(Out, 32), -3);
  ASSERT_TRUE(applyBinary(ExprOp::AShr, 32, uint32_t(-8), 1, Out));
  EXPECT_EQ(signExtend(Out, 32), -4);
  ASSERT_TRUE(applyBinary(ExprOp::SLt, 32, uint32_t(-1), 0, Out));
  EXPECT_EQ(Out, 1u);
  ASSERT_TRUE(applyBinary(ExprOp::UMulHi, 32, 0x80000000, 4, Out));
  EXPECT_EQ(Out, 2u);
  EXPECT_FALSE(applyBinary(ExprOp::URem, 32, 5, 0, Out));
  EXPECT_FALSE(applyBinary(ExprOp::Shl, 32, 1, 32, Out));
}

} // namespace
