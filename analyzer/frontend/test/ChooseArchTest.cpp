// The architecture that a compile command stands for.
#include "tool/Commands.h"
#include <gmock/gmock.h>

using namespace warptidy;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

struct Choice {
  std::string Clang, Model;
  std::vector<std::string> Notes;
};

Choice choose(const std::vector<std::string> &Names) {
  Choice Out;
  ChosenArch A = chooseArch(Names, "sm_90",
                            [&](const std::string &, const std::string &Text) {
                              Out.Notes.push_back(Text);
                            });
  Out.Clang = A.ClangName;
  Out.Model = A.Model ? A.Model->Name : "none";
  return Out;
}

TEST(ChooseArch, DefaultWithoutAny) {
  EXPECT_EQ(choose({}).Clang, "sm_90");
  EXPECT_THAT(choose({}).Notes, IsEmpty());
}

TEST(ChooseArch, Highest) {
  EXPECT_EQ(choose({"compute_80", "sm_86", "compute_75"}).Clang, "sm_86");
  EXPECT_EQ(choose({"compute_90", "compute_100"}).Clang, "sm_100");
  EXPECT_EQ(choose({"compute_90a", "compute_90"}).Clang, "sm_90a");
  EXPECT_EQ(choose({"native", "sm_80"}).Clang, "sm_80");
}

TEST(ChooseArch, FeaturesAreClangsAlone) {
  EXPECT_EQ(choose({"compute_90a"}).Clang, "sm_90a");
  EXPECT_EQ(choose({"compute_90a"}).Model, "sm_90");
  EXPECT_EQ(choose({"sm_100f"}).Clang, "sm_100");
  EXPECT_EQ(choose({"lto_80"}).Clang, "sm_80");
}

TEST(ChooseArch, OldIsRaised) {
  EXPECT_EQ(choose({"sm_35"}).Clang, "sm_70");
  EXPECT_THAT(choose({"compute_35", "sm_52"}).Notes,
              ElementsAre("architecture sm_52 of the compile command is not "
                          "modelled: sm_70 is used"));
}

TEST(ChooseArch, UnknownIsTheNearestBelow) {
  EXPECT_EQ(choose({"sm_999a"}).Clang, choose({"sm_121"}).Clang);
}

TEST(ChooseArch, NamesOfNoOneGpu) {
  for (const char *Name : {"native", "all", "all-major", "sm_xy"}) {
    EXPECT_EQ(choose({Name}).Clang, "sm_90");
    EXPECT_THAT(choose({Name}).Notes,
                ElementsAre(HasSubstr("names no one GPU: sm_90 is used")));
  }
}

} // namespace
