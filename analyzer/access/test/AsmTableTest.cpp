//===- AsmTableTest.cpp - Known forms of inline PTX -----------------------===//
#include "access/AsmTable.h"
#include <gtest/gtest.h>

using namespace warptidy;

namespace {

TEST(AsmTable, VectorLoadWithOffset) {
  auto A = readAsm("ld.global.nc.v4.f32 {$0, $1, $2, $3}, [$4+16];");
  ASSERT_EQ(A.size(), 1u);
  EXPECT_TRUE(A[0].Known);
  EXPECT_EQ(A[0].Space, AddressSpace::Global);
  EXPECT_EQ(A[0].Op, AccessOp::Load);
  EXPECT_EQ(A[0].WidthBytes, 16u);
  EXPECT_EQ(A[0].Operand, 4u);
  EXPECT_EQ(A[0].OffsetBytes, 16);
}

TEST(AsmTable, PredicatedStoreInScope) {
  auto A = readAsm("{ .reg .pred p; setp.ne.b32 p, $2, 0; "
                   "@p st.shared.u16 [$0], $1; }");
  ASSERT_EQ(A.size(), 1u);
  EXPECT_EQ(A[0].Space, AddressSpace::Shared);
  EXPECT_EQ(A[0].Op, AccessOp::Store);
  EXPECT_EQ(A[0].WidthBytes, 2u);
}

TEST(AsmTable, CpAsyncHasTwoSides) {
  auto A = readAsm("cp.async.ca.shared.global [$0], [$1], 8;");
  ASSERT_EQ(A.size(), 2u);
  EXPECT_EQ(A[0].Space, AddressSpace::Shared);
  EXPECT_EQ(A[1].Space, AddressSpace::Global);
  EXPECT_EQ(A[1].Operand, 1u);
  for (const AsmAccess &Side : A) {
    EXPECT_TRUE(Side.Known);
    EXPECT_EQ(Side.WidthBytes, 8u);
    EXPECT_EQ(Side.Form, AccessForm::CpAsync);
  }
}

TEST(AsmTable, CpAsyncSizeFromOperand) {
  auto A = readAsm("cp.async.cg.shared.global.L2::128B [$0], [$1], $2;");
  ASSERT_EQ(A.size(), 2u);
  EXPECT_EQ(A[0].SizeOperand, 2);
  EXPECT_EQ(A[0].WidthBytes, 0u);
}

TEST(AsmTable, GroupsTouchNoMemory) {
  EXPECT_TRUE(readAsm("cp.async.commit_group;").empty());
  EXPECT_TRUE(readAsm("cp.async.wait_group 0;").empty());
  EXPECT_TRUE(readAsm("bar.sync 0;").empty());
  EXPECT_TRUE(readAsm("mov.u32 $0, %laneid;").empty());
}

TEST(AsmTable, LdMatrix) {
  auto A = readAsm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                   "{$0,$1,$2,$3}, [$4];");
  ASSERT_EQ(A.size(), 1u);
  EXPECT_EQ(A[0].Form, AccessForm::LdMatrix);
  EXPECT_EQ(A[0].WidthBytes, 64u);
}

TEST(AsmTable, AtomicsAndReductions) {
  auto Red = readAsm("red.global.add.f32 [$0], $1;");
  ASSERT_EQ(Red.size(), 1u);
  EXPECT_EQ(Red[0].Op, AccessOp::Reduction);
  auto Atom = readAsm("atom.shared.cas.b64 $0, [$1], $2, $3;");
  ASSERT_EQ(Atom.size(), 1u);
  EXPECT_EQ(Atom[0].Op, AccessOp::Atomic);
  EXPECT_EQ(Atom[0].WidthBytes, 8u);
}

TEST(AsmTable, WhatItCannotReadIsNotKnown) {
  auto A =
      readAsm("cp.async.bulk.shared::cluster.global [$0], [$1], $2, [$3];");
  ASSERT_FALSE(A.empty());
  EXPECT_FALSE(A[0].Known);
  auto B = readAsm("ld.global.f32 $0, [symbol];");
  ASSERT_EQ(B.size(), 1u);
  EXPECT_FALSE(B[0].Known);
}

} // namespace
