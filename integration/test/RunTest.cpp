//===- RunTest.cpp - The run command without a GPU ------------------------===//
// Small scripts stand in for nvcc, ncu and nvidia-smi (test/stub); they print
// what the real ones print, or fail as these do.
//===----------------------------------------------------------------------===//
#include "measure/MeasurementsJson.h"
#include "measure/Runner.h"
#include "measure/Text.h"
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace warptidy::measure;
namespace fs = std::filesystem;

namespace {
class Run : public testing::Test {
protected:
  void SetUp() override {
    Root = fs::temp_directory_path() /
           ("warp-tidy-measure-" + std::to_string(getpid()));
    Stubs = fs::path(MEASURE_TEST_DATA).parent_path() / "stub";
    Options.Kernels = (Root / "kernels").string();
    Options.Out = (Root / "out").string();
    Options.TimeoutSeconds = 20;
    OldPath = std::getenv("PATH");
    setenv("PATH", (Stubs.string() + ":" + OldPath).c_str(), 1);
    addKernel("good", data("p.cu"));
  }
  void TearDown() override {
    setenv("PATH", OldPath.c_str(), 1);
    for (const char *Name : {"STUB_NCU", "STUB_GPU", "STUB_TIME"})
      unsetenv(Name);
    fs::remove_all(Root);
  }
  static std::string data(const std::string &Name) {
    return readFile(std::string(MEASURE_TEST_DATA) + "/" + Name).value_or("");
  }
  void addKernel(const std::string &Name, const std::string &Text) {
    fs::create_directories(Root / "kernels" / Name);
    writeFile((Root / "kernels" / Name / "kernel.cu").string(), Text);
  }
  Measurements run() { return runAll(Options, Error); }
  /// The reason of the only program.
  std::string reason() {
    Measurements M = run();
    return M.Programs.size() == 1 ? M.Programs[0].Reason : "no program";
  }

  fs::path Root, Stubs;
  std::string OldPath, Error;
  RunOptions Options;
};
} // namespace

TEST_F(Run, RecordsEverything) {
  fs::create_directories(Root / "kernels" / "common");
  writeFile((Root / "kernels" / "common" / "check.h").string(), "// shared\n");
  Measurements M = run();
  EXPECT_EQ(Error, "");
  EXPECT_EQ(M.Device, "Test GPU");
  EXPECT_EQ(M.Driver, "1.2.3");
  EXPECT_TRUE(contains(M.Toolkit, "13.0"));
  EXPECT_TRUE(contains(M.Profiler, "2025.3.1"));
  ASSERT_EQ(M.Programs.size(), 1u);
  const Program &P = M.Programs[0];
  EXPECT_TRUE(P.Ok) << P.Reason;
  EXPECT_EQ(P.Sha256, sha256(data("p.cu")));
  ASSERT_EQ(P.Headers.size(), 1u);
  EXPECT_EQ(P.Headers[0].Sha256, sha256("// shared\n"));
  ASSERT_EQ(P.Launches.size(), 3u);
  EXPECT_EQ(P.Launches[0].Lines, "line table");
  EXPECT_EQ(P.Launches[0].Hardware.at("idc__requests.sum"), 34u);
  EXPECT_FALSE(fs::exists(Root / "out" / "work"));
}

TEST_F(Run, OneBrokenKernelDoesNotStopTheOthers) {
  addKernel("bad", "BROKEN\n");
  Measurements M = run();
  ASSERT_EQ(M.Programs.size(), 2u);
  EXPECT_FALSE(M.Programs[0].Ok);
  EXPECT_TRUE(contains(M.Programs[0].Reason, "identifier \"BROKEN\""));
  EXPECT_TRUE(M.Programs[1].Ok);
}

TEST_F(Run, OnlyOne) {
  addKernel("other", "x\n");
  Options.Only = "good";
  EXPECT_EQ(run().Programs.size(), 1u);
  Options.Only = "none";
  run();
  EXPECT_TRUE(contains(Error, "no none/kernel.cu"));
}

TEST_F(Run, Times) {
  Measurements M = run();
  ASSERT_EQ(M.Programs.size(), 1u);
  ASSERT_EQ(M.Programs[0].Timings.size(), 2u);
  EXPECT_EQ(M.Programs[0].Timings[0].Kernel, "vectors");
  EXPECT_EQ(M.Programs[0].Timings[0].MedianMicroseconds, 5.25);
  EXPECT_EQ(M.Programs[0].Timings[1].Kernel, "two words");
  std::string Text = measurementsJson(M);
  std::optional<Measurements> Again = readMeasurements(Text, Error);
  ASSERT_TRUE(Again) << Error;
  EXPECT_EQ(Again->Programs[0].Timings[1].MedianMicroseconds, 1024.5);
  EXPECT_EQ(measurementsJson(*Again), Text);
  Options.Time = false;
  EXPECT_FALSE(contains(measurementsJson(run()), "timings"));
}

TEST_F(Run, AProgramThatCannotBeTimedIsStillMeasured) {
  const std::pair<const char *, const char *> Ways[] = {
      {"crash", "it ended with status 139"},
      {"words", "it printed \"no times here today\", which is no time"},
      {"hang", "it did not finish within 1 s"},
      {"silent", "it printed no times"}};
  Options.TimeoutSeconds = 1;
  for (const auto &[Way, Why] : Ways) {
    setenv("STUB_TIME", Way, 1);
    testing::internal::CaptureStderr();
    Measurements M = run();
    std::string Says = testing::internal::GetCapturedStderr();
    ASSERT_EQ(M.Programs.size(), 1u);
    EXPECT_TRUE(M.Programs[0].Ok) << M.Programs[0].Reason;
    EXPECT_TRUE(M.Programs[0].Timings.empty());
    EXPECT_TRUE(contains(Says, "not timed: good: " + std::string(Why))) << Says;
  }
}

TEST_F(Run, NoPermission) {
  setenv("STUB_NCU", "permission", 1);
  EXPECT_TRUE(contains(reason(), "ERR_NVGPUCTRPERM"));
}

TEST_F(Run, Crash) {
  setenv("STUB_NCU", "crash", 1);
  EXPECT_TRUE(contains(reason(), "returned an error code (11)"));
}

TEST_F(Run, Hang) {
  setenv("STUB_NCU", "hang", 1);
  Options.TimeoutSeconds = 1;
  EXPECT_TRUE(contains(reason(), "did not finish within 1 s"));
}

TEST_F(Run, NothingRan) {
  setenv("STUB_NCU", "none", 1);
  EXPECT_EQ(reason(), "no kernel ran");
}

TEST_F(Run, NoGpu) {
  setenv("STUB_GPU", "none", 1);
  run();
  EXPECT_TRUE(contains(Error, "no GPU was found")) << Error;
}

TEST_F(Run, AUsersProgram) {
  fs::path Copy = Root / "app";
  fs::copy_file(fs::path(MEASURE_TEST_DATA) / "p.cubin", Copy);
  fs::permissions(Copy, fs::perms::owner_all);
  Options.App = {Copy.string(), "argument"};
  Measurements M = run();
  ASSERT_EQ(M.Programs.size(), 1u);
  EXPECT_TRUE(M.Programs[0].Ok) << M.Programs[0].Reason;
  EXPECT_EQ(M.Programs[0].File, "");
  EXPECT_EQ(M.Programs[0].Launches[0].Lines, "line table");
  Options.App = {"./there-is-no-such-program"};
  EXPECT_TRUE(contains(reason(), "there is no program"));
}
