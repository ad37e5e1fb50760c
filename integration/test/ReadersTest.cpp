//===- ReadersTest.cpp - Reading what the profiler and nvcc wrote ---------===//
// The CSV reader, the pages, the instruction classes and the line table, on a
// recorded run of data/p.cu (ncu 2025.3.1, CUDA 13.0, H200).
//===----------------------------------------------------------------------===//
#include "measure/Attribution.h"
#include "measure/MeasurementsJson.h"
#include "measure/Pages.h"
#include "measure/Sass.h"
#include "measure/Text.h"
#include "measure/Toolchain.h"
#include <gtest/gtest.h>

using namespace warptidy::measure;

static std::string data(const std::string &Name) {
  return readFile(std::string(MEASURE_TEST_DATA) + "/" + Name).value_or("");
}

static std::vector<FunctionLines> recordedLines() {
  std::vector<Cubin> Images = cubinsIn(data("p.cubin"));
  return Images.size() == 1 ? lineTable(Images[0])
                            : std::vector<FunctionLines>();
}

TEST(Text, Sha256KnownAnswers) {
  EXPECT_EQ(sha256(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b"
            "7852b855");
  EXPECT_EQ(sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff"
            "61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Text, WholeNumbers) {
  EXPECT_EQ(wholeNumber("1,234"), 1234u);
  EXPECT_EQ(wholeNumber("400.000000"), 400u);
  EXPECT_FALSE(wholeNumber("0.5"));
  EXPECT_FALSE(wholeNumber("-"));
  EXPECT_FALSE(wholeNumber(""));
}

TEST(Text, SamePathNeedsTheFolderToo) {
  EXPECT_TRUE(samePath("kernels/a/kernel.cu", "/x/kernels/a/kernel.cu"));
  EXPECT_FALSE(samePath("kernels/a/kernel.cu", "kernels/b/kernel.cu"));
  EXPECT_TRUE(samePath("p.cu", "/src/p.cu"));
  EXPECT_TRUE(samePath("/x/y/../a/k.cu", "a/k.cu"));
}

TEST(Csv, QuotesInsideCellsAndMessages) {
  auto Rows = readCsv("==PROF== hello\n\"1\",\"  f(\"%s\\n\", x);\",\"-\"\n"
                      "a,\"\",\"say \"\"hi\"\"\"\r\n\"open,\n\"z\",b\n");
  ASSERT_EQ(Rows.size(), 4u);
  EXPECT_EQ(Rows[0][0], "1");
  EXPECT_EQ(Rows[1], (CsvRow{"a", "", "say \"hi\""}));
  EXPECT_EQ(Rows[3], (CsvRow{"z", "b"}));
}

TEST(SourcePage, OneRowForEachInstruction) {
  std::string Error;
  auto Launches = readSourcePage(data("source.csv"), Error);
  EXPECT_EQ(Error, "");
  ASSERT_EQ(Launches.size(), 3u);
  EXPECT_EQ(Launches[0].Function, "k1(const float *, float *, int)");
  EXPECT_EQ(Launches[0].Instructions.size(), 64u); // 0x400 bytes of code
  const Instruction &Load = Launches[1].Instructions[0x60 / 16];
  EXPECT_EQ(Load.Sass, "LDG.E R2, desc[UR4][R2.64]");
  EXPECT_EQ(Load.Line, 8u);
  EXPECT_EQ(Load.Executed, 2u);
  EXPECT_EQ(Load.Threads, 64u);
  EXPECT_EQ(Load.Sectors, 16u);
  EXPECT_FALSE(Load.Wavefronts);
}

TEST(SourcePage, MissingColumnsAreNamed) {
  for (const char *Name :
       {"Instructions Executed", "Predicated-On Thread Instructions Executed",
        "L2 Theoretical Sectors Global", "L1 Wavefronts Shared"}) {
    std::string Error;
    readSourcePage(replaceAll(data("source.csv"),
                              "\"" + std::string(Name) + "\"", "\"Renamed\""),
                   Error);
    EXPECT_NE(Error.find("no column \"" + std::string(Name) + "\""),
              std::string::npos)
        << Name << ": " << Error;
  }
}

TEST(SourcePage, EmptyPageIsAnError) {
  std::string Error;
  readSourcePage("==ERROR== something\n", Error);
  EXPECT_NE(Error.find("empty"), std::string::npos);
}

TEST(RawPage, IdentityAndCounters) {
  std::string Error;
  auto Launches = readRawPage(data("raw.csv"), hardwareCounters(), Error);
  EXPECT_EQ(Error, "");
  ASSERT_EQ(Launches.size(), 3u);
  EXPECT_EQ(Launches[1].Grid, (Dims{2, 1, 1}));
  EXPECT_EQ(Launches[1].Index, 2u);
  EXPECT_EQ(Launches[2].Block, (Dims{128, 1, 1}));
  EXPECT_EQ(Launches[2].DynamicSharedBytes, 0u);
  EXPECT_EQ(
      Launches[2].Hardware["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
      400u);
}

TEST(Sass, Classes) {
  struct Case {
    const char *Sass, *Space, *Op;
    unsigned Bits;
  };
  for (const Case &C : std::initializer_list<Case>{
           {"LDG.E.CONSTANT R0, desc[UR4][R2.64]", "global", "load", 32},
           {"LDG.E.U8 R0, desc[UR4][R2.64]", "global", "load", 8},
           {"@!P0 STG.E.128 desc[UR4][R2.64], R4", "global", "store", 128},
           {"LDGSTS.E.BYPASS.128 [R7], desc[UR6][R2.64]", "global+shared",
            "copy", 128},
           {"REDG.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64], R5", "global",
            "reduction", 32},
           {"ATOMG.E.ADD.64.STRONG.GPU PT, R20, desc[UR6][R20.64], R9",
            "global", "atomic", 64},
           {"ATOMS.CAST.SPIN R3, [R0], R2, R3", "shared", "atomic", 32},
           {"LDSM.16.M88.4 R4, [R0]", "shared", "load", 128},
           {"STL.128 [R1+0x10], R8", "local", "store", 128},
           {"LDC R5, c[0x3][R6]", "constant", "load", 32},
           {"LDC.64 R2, c[0x0][0x210]", "parameter", "load", 64},
           {"FADD R2, R3, c[0x3][0x10]", "constant", "load", 32},
           {"@!PT LDS RZ, [RZ]", "", "", 0},
           {"IMAD.WIDE R2, R0, 0x4, R2", "", "", 0}}) {
    SassAccess A = classify(C.Sass);
    EXPECT_EQ(A.Space, C.Space) << C.Sass;
    EXPECT_EQ(A.Op, C.Op) << C.Sass;
    EXPECT_EQ(A.SizeBits, C.Bits) << C.Sass;
  }
  EXPECT_TRUE(classify("ULDC R1, c[0x3][0x4]").Uniform);
  EXPECT_FALSE(classify("LDC R5, c[0x3][R6]").Uniform);
  EXPECT_TRUE(classify("LDC R7, c[0x0][RZ]").Uniform);
  EXPECT_FALSE(classify("LDC R7, c[0x0][R3]").Uniform);
  EXPECT_TRUE(classify("@P1 LDG.E R0, desc[UR4][R2.64]").Predicated);
}

TEST(LineTable, InlinedCallsLeadToTheUsersLine) {
  std::vector<FunctionLines> Lines = recordedLines();
  ASSERT_EQ(Lines.size(), 2u);
  const FunctionLines &K1 = Lines[1];
  EXPECT_EQ(K1.Symbol, "_Z2k1PKfPfi");
  EXPECT_EQ(K1.Size, 0x400u);
  const std::vector<Frame> *Frames = K1.at(0x2e0); // atomicAdd
  ASSERT_TRUE(Frames);
  ASSERT_EQ(Frames->size(), 2u);
  EXPECT_EQ(baseName((*Frames)[0].File), "sm_20_atomic_functions.hpp");
  EXPECT_EQ((*Frames)[0].Line, 84u);
  const Frame *User = userFrame(*Frames);
  ASSERT_TRUE(User);
  EXPECT_EQ(baseName(User->File), "p.cu");
  EXPECT_EQ(User->Line, 15u);
  EXPECT_FALSE(K1.at(0x400));
}

TEST(LineTable, DamagedImagesGiveNothing) {
  std::string Good = data("p.cubin");
  for (size_t Size = 0; Size < Good.size(); Size += 97)
    for (const Cubin &Image : cubinsIn(Good.substr(0, Size)))
      lineTable(Image); // No crash, no endless loop.
  for (size_t At = 16; At < Good.size(); At += 53) {
    std::string Bad = Good;
    Bad[At] = static_cast<char>(~Bad[At]);
    for (const Cubin &Image : cubinsIn(Bad))
      lineTable(Image);
  }
}

static std::vector<Launch> recordedLaunches() {
  std::string Error;
  auto Launches = readRawPage(data("raw.csv"), hardwareCounters(), Error);
  joinPages(Launches, readSourcePage(data("source.csv"), Error), Error);
  EXPECT_EQ(Error, "");
  return Launches;
}

TEST(Attribution, TheLineTableReplacesHeaders) {
  Launch L = recordedLaunches()[0];
  attribute(L, recordedLines());
  EXPECT_EQ(L.Lines, "line table");
  EXPECT_EQ(L.Mangled, "_Z2k1PKfPfi");
  EXPECT_EQ(L.Instructions.size(), 11u); // only memory instructions stay
  EXPECT_EQ(L.Instructions.back().Line, 15u);
  EXPECT_EQ(baseName(L.Instructions.back().File), "p.cu");
}

TEST(Attribution, ATableThatDisagreesIsNotUsed) {
  Launch L = recordedLaunches()[0];
  L.Instructions[0x60 / 16].Line = 9; // the profiler says line 9
  attribute(L, recordedLines());
  EXPECT_EQ(L.Lines, "profiler");
  EXPECT_EQ(L.Instructions.back().Line, 84u);
}

TEST(MeasurementsJson, WhatIsWrittenIsRead) {
  Measurements M;
  M.Device = "d";
  Program P;
  P.Name = "p", P.Ok = true, P.Headers = {{"h.cuh", sha256("")}};
  P.Launches = recordedLaunches();
  M.Programs = {P};
  std::string Text = measurementsJson(M), Error;
  auto Again = readMeasurements(Text, Error);
  ASSERT_TRUE(Again) << Error;
  EXPECT_EQ(measurementsJson(*Again), Text);
}

TEST(MeasurementsJson, BadDocumentsAreRefused) {
  std::string Error;
  EXPECT_FALSE(readMeasurements("{", Error));
  EXPECT_FALSE(readMeasurements("[]", Error));
  EXPECT_FALSE(readMeasurements("{\"schema\": 7, \"programs\": []}", Error));
  EXPECT_NE(Error.find("schema 7"), std::string::npos);
  EXPECT_TRUE(readMeasurements(
      "{\"schema\": 1, \"programs\": [3, {\"launches\": 4}]}", Error));
}
