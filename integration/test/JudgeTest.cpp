//===- JudgeTest.cpp - Verdicts of single lines ---------------------------===//
// Each reason code from the smallest contest that leads to it.
//===----------------------------------------------------------------------===//
#include "measure/Judge.h"
#include <gtest/gtest.h>
#include <list>

using namespace warptidy::measure;

namespace {
/// Builds a contest step by step.
class ContestBuilder {
public:
  ContestBuilder &predict(uint64_t Min, uint64_t Max, unsigned Bits = 32,
                          std::string Pattern = "") {
    Prediction P;
    P.Min = Min, P.Max = Max;
    P.Pattern = !Pattern.empty() ? Pattern : Min == Max ? "exact" : "interval";
    Store.push_back(P);
    C.Accesses.push_back({&Store.back(), Bits, "plain"});
    return *this;
  }
  ContestBuilder &block(uint64_t Requests, uint64_t Units) {
    Store.back().BlockRequests = Requests;
    Store.back().BlockUnits = Units;
    return *this;
  }
  ContestBuilder &launch(uint64_t Requests, uint64_t Units) {
    Store.back().LaunchRequests = Requests;
    Store.back().LaunchUnits = Units;
    return *this;
  }
  ContestBuilder &copies(unsigned Count) {
    C.Accesses.back().Copies = Count;
    return *this;
  }
  ContestBuilder &ran(uint64_t Units, uint64_t Times, unsigned Bits = 32,
                      bool Diluted = false) {
    C.Instructions.push_back({Units, Times, Bits, Diluted});
    return *this;
  }
  Judgement judged() const { return judge(C); }

  Contest C;

private:
  std::list<Prediction> Store;
};

void expect(const ContestBuilder &B, Verdict V, const char *Reason,
            Agreement A = Agreement::None) {
  Judgement J = B.judged();
  EXPECT_STREQ(verdictName(J.Result), verdictName(V)) << J.Reason << J.Note;
  EXPECT_EQ(J.Reason, Reason);
  EXPECT_STREQ(agreementName(J.Closeness), agreementName(A));
}
} // namespace

TEST(Judge, ExactOrOutsideWithoutTolerance) {
  ContestBuilder A, B, C;
  expect(A.predict(4, 4).ran(4000, 1000), Verdict::Match, "EXACT",
         Agreement::Exact);
  expect(B.predict(4, 4).ran(4001, 1000), Verdict::Mismatch, "OUTSIDE");
  expect(C.predict(4, 4).ran(3999, 1000), Verdict::Mismatch, "OUTSIDE");
}

TEST(Judge, UnrolledCopiesOfOneAccess) {
  ContestBuilder A;
  expect(A.predict(2, 2).ran(16, 8).ran(16, 8).ran(16, 8), Verdict::Match,
         "EXACT", Agreement::Exact);
}

TEST(Judge, MeansAndIntervals) {
  ContestBuilder A, B, C, D, E;
  expect(A.predict(4, 8).block(4, 20).ran(40, 8), Verdict::Match, "MEAN",
         Agreement::Mean);
  A.C.Blocks = 2;
  expect(B.predict(4, 8).ran(41, 8), Verdict::Match, "IN_INTERVAL",
         Agreement::Contained);
  expect(C.predict(4, 8).ran(65, 8), Verdict::Mismatch, "OUTSIDE");
  expect(D.predict(1, 32, 32, "data-dependent").ran(41, 8), Verdict::Match,
         "DATA_DEPENDENT", Agreement::Contained);
  // One block, followed in full, has no other mean.
  expect(E.predict(4, 8).block(8, 40).ran(41, 8), Verdict::Mismatch,
         "MEAN_DIFFERS");
}

TEST(Judge, MergedAccessesCompareTotalsOnly) {
  ContestBuilder A, B, C, D;
  expect(A.predict(4, 4).ran(16, 1, 128), Verdict::Ambiguous, "MERGED_WIDER");
  expect(B.predict(4, 4).block(4, 16).ran(16, 1, 128), Verdict::Match,
         "TOTAL_PER_LINE", Agreement::Exact);
  expect(C.predict(8, 8, 64).ran(4, 1, 32).ran(4, 1, 32), Verdict::Ambiguous,
         "SPLIT_NARROWER");
  D.C.Compiled = true; // the prediction is for the wide request
  expect(D.predict(16, 16, 128).ran(16, 1, 128), Verdict::Match, "EXACT",
         Agreement::Exact);
}

TEST(Judge, CompiledCodeMustHaveThePredictedWidths) {
  ContestBuilder A, B, C;
  A.C.Compiled = B.C.Compiled = C.C.Compiled = true;
  expect(A.predict(16, 16, 128).ran(16, 1, 64), Verdict::Mismatch,
         "COMPILED_OTHERWISE");
  // Four copies of the wide one, and one of the narrow.
  expect(B.predict(2, 2, 128)
             .copies(4)
             .predict(1, 1, 32)
             .ran(2, 1, 128)
             .ran(2, 1, 128)
             .ran(1, 1, 32)
             .ran(2, 1, 128)
             .ran(2, 1, 128),
         Verdict::Match, "LINE_SET", Agreement::Exact);
  expect(C.predict(2, 2, 128).copies(2).predict(1, 1, 32).ran(2, 1, 128).ran(
             1, 1, 32),
         Verdict::Ambiguous, "LINE_SHARED");
}

TEST(Judge, TotalsOfTheLaunchDecideWhatVaries) {
  ContestBuilder A, B, C;
  expect(A.predict(1, 4).launch(64, 160).ran(160, 64), Verdict::Match,
         "LAUNCH_TOTAL", Agreement::Total);
  expect(B.predict(1, 4).launch(64, 161).ran(160, 64), Verdict::Mismatch,
         "LAUNCH_TOTAL");
  // Fewer requests than predicted: one was removed as a repetition.
  expect(C.predict(1, 4).launch(128, 320).ran(160, 64), Verdict::Match,
         "IN_INTERVAL", Agreement::Contained);
}

TEST(Judge, SeveralAccessesOnALine) {
  ContestBuilder A, B, C, D;
  A.predict(12, 12).predict(13, 13).ran(208, 16).ran(192, 16);
  expect(A, Verdict::Match, "LINE_SET", Agreement::Exact);
  Judgement J = A.judged();
  ASSERT_EQ(J.Shares.size(), 2u);
  EXPECT_EQ(J.Shares[0].first, 192u);
  EXPECT_EQ(J.Shares[1].first, 208u);
  expect(B.predict(12, 12).predict(13, 13).ran(209, 16).ran(192, 16),
         Verdict::Mismatch, "OUTSIDE");
  // Two copies of the first, none of the second.
  expect(C.predict(12, 12).predict(13, 13).ran(192, 16).ran(192, 16),
         Verdict::Ambiguous, "LINE_SHARED");
  expect(D.predict(12, 12).predict(13, 13).ran(192, 16), Verdict::Ambiguous,
         "LINE_SHARED");
}

TEST(Judge, Predication) {
  ContestBuilder A, B, C;
  expect(A.predict(4, 4).ran(64, 32, 32, true), Verdict::Ambiguous,
         "PREDICATED");
  expect(B.predict(4, 4).block(16, 64).ran(64, 32, 32, true), Verdict::Match,
         "BLOCK_TOTAL", Agreement::Exact);
  // More than predicted is never due to idle executions.
  expect(C.predict(4, 4).ran(160, 32, 32, true), Verdict::Mismatch, "OUTSIDE");
}

TEST(Judge, NotExecuted) {
  ContestBuilder A, B, C;
  expect(A.predict(0, 0, 32, "not-executed"), Verdict::Match, "NOT_EXECUTED",
         Agreement::Exact);
  expect(B.predict(0, 0, 32, "not-executed").ran(4, 1), Verdict::Mismatch,
         "EXECUTED");
  expect(C.predict(4, 4), Verdict::NotMeasured, "NOT_EXECUTED");
}

TEST(Judge, NoEvidenceStaysAmbiguous) {
  ContestBuilder A, B, C;
  A.predict(4, 4).ran(4, 1).C.From = Evidence::PageModel;
  expect(A, Verdict::Ambiguous, "PAGE_MODEL");
  B.predict(4, 4).ran(8, 1).C.From = Evidence::PageDisputed;
  expect(B, Verdict::Ambiguous, "PAGE_DISPUTED");
  Prediction Unknown;
  Unknown.Unknown = "opaque call";
  C.C.Accesses.push_back({&Unknown, 32, "plain"});
  expect(C.ran(4, 1), Verdict::Ambiguous, "UNKNOWN_PREDICTION");
}

TEST(Judge, CompareAndSwapLoops) {
  ContestBuilder A;
  A.predict(1, 1).ran(5, 2).C.Accesses[0].Form = "cas-loop";
  expect(A, Verdict::Ambiguous, "CAS_LOOP");
}
