//===- ArchTest.cpp - The architecture table ------------------------------===//
#include "model/Arch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace warptidy;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Arch, NamesAscend) {
  EXPECT_THAT(archNames(),
              ElementsAre("sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87",
                          "sm_89", "sm_90", "sm_100", "sm_101", "sm_103",
                          "sm_120", "sm_121"));
}

TEST(Arch, EveryNameIsFoundAsItself) {
  for (const std::string &Name : archNames()) {
    const ArchInfo *Arch = findArch(Name);
    ASSERT_NE(Arch, nullptr) << Name;
    EXPECT_EQ(Arch->Name, Name);
  }
}

TEST(Arch, OtherSpellings) {
  const ArchInfo *Hopper = findArch("sm_90");
  ASSERT_NE(Hopper, nullptr);
  EXPECT_EQ(findArch("sm_90a"), Hopper);
  EXPECT_EQ(findArch("compute_90"), Hopper);
  EXPECT_EQ(findArch("compute_90a"), Hopper);
  const ArchInfo *Blackwell = findArch("sm_100");
  ASSERT_NE(Blackwell, nullptr);
  EXPECT_EQ(findArch("sm_100f"), Blackwell);
  EXPECT_EQ(findArch("compute_100a"), Blackwell);
}

TEST(Arch, UnknownNames) {
  for (const char *Name :
       {"", "a", "f", "90", "sm_", "sm_9", "sm_900", "sm_35", "sm_90aa",
        "sm_90b", "sm_90A", "SM_90", " sm_90", "compute_", "compute_sm_90",
        "xcompute_90", "sm_90,sm_80", "gfx90a"})
    EXPECT_EQ(findArch(Name), nullptr) << '"' << Name << '"';
}

TEST(Arch, OptInSharedLimits) {
  const std::pair<const char *, unsigned> Limits[] = {
      {"sm_70", 98304},   {"sm_72", 98304},   {"sm_75", 65536},
      {"sm_80", 166912},  {"sm_86", 101376},  {"sm_87", 166912},
      {"sm_89", 101376},  {"sm_90", 232448},  {"sm_100", 232448},
      {"sm_101", 232448}, {"sm_103", 232448}, {"sm_120", 101376},
      {"sm_121", 101376},
  };
  ASSERT_EQ(std::size(Limits), archNames().size());
  for (const auto &[Name, Bytes] : Limits) {
    const ArchInfo *Arch = findArch(Name);
    ASSERT_NE(Arch, nullptr) << Name;
    EXPECT_EQ(Arch->OptInSharedLimit, Bytes) << Name;
  }
}

TEST(Arch, CommonNumbers) {
  for (const std::string &Name : archNames()) {
    const ArchInfo *Arch = findArch(Name);
    ASSERT_NE(Arch, nullptr) << Name;
    EXPECT_EQ(Arch->WarpSize, 32u) << Name;
    EXPECT_EQ(Arch->SectorBytes, 32u) << Name;
    EXPECT_EQ(Arch->LineBytes, 128u) << Name;
    EXPECT_EQ(Arch->SharedBanks, 32u) << Name;
    EXPECT_EQ(Arch->BankBytes, 4u) << Name;
    EXPECT_EQ(Arch->MaxThreadsPerBlock, 1024u) << Name;
    EXPECT_EQ(Arch->StaticSharedLimit, 49152u) << Name;
    EXPECT_EQ(Arch->ConstantBytes, 65536u) << Name;
  }
}

TEST(Arch, OnlyTheMeasuredOneSaysMeasured) {
  for (const std::string &Name : archNames()) {
    const ArchInfo *Arch = findArch(Name);
    ASSERT_NE(Arch, nullptr) << Name;
    EXPECT_EQ(Arch->MeasuredHere, Name == "sm_90") << Name;
    EXPECT_THAT(Arch->Source, HasSubstr("Programming Guide")) << Name;
  }
  EXPECT_THAT(findArch("sm_90")->Source, HasSubstr("NVIDIA H200, CUDA 13.0"));
}

TEST(Arch, WhatIsResident) {
  struct Row {
    const char *Name;
    unsigned Blocks, Threads, SharedKiB;
  };
  // As the Programming Guide has them: threads, not warps.
  const Row Rows[] = {
      {"sm_70", 32, 2048, 96},   {"sm_72", 32, 2048, 96},
      {"sm_75", 16, 1024, 64},   {"sm_80", 32, 2048, 164},
      {"sm_86", 16, 1536, 100},  {"sm_87", 16, 1536, 164},
      {"sm_89", 24, 1536, 100},  {"sm_90", 32, 2048, 228},
      {"sm_100", 32, 2048, 228}, {"sm_101", 24, 1536, 228},
      {"sm_103", 32, 2048, 228}, {"sm_120", 24, 1536, 100},
      {"sm_121", 24, 1536, 100},
  };
  ASSERT_EQ(std::size(Rows), archNames().size());
  for (const Row &R : Rows) {
    const ArchInfo *Arch = findArch(R.Name);
    ASSERT_NE(Arch, nullptr) << R.Name;
    EXPECT_EQ(Arch->MaxBlocksPerSM, R.Blocks) << R.Name;
    EXPECT_EQ(Arch->MaxWarpsPerSM * Arch->WarpSize, R.Threads) << R.Name;
    EXPECT_EQ(Arch->SharedPerSM, R.SharedKiB * 1024) << R.Name;
    // One block may have all of it but for what is reserved.
    EXPECT_EQ(Arch->OptInSharedLimit + Arch->ReservedShared, Arch->SharedPerSM)
        << R.Name;
  }
}
