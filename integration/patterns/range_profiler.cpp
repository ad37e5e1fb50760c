//===- range_profiler.cpp - Counters of a row of launches -----------------===//
// A session a row: enable, prepare an image with room for every range, start,
// launch, stop, decode, evaluate, disable. A group takes one pass, so nothing
// is replayed.
//===----------------------------------------------------------------------===//
#include "range_profiler.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cupti_profiler_target.h>
#include <cupti_target.h>

namespace patterns {

namespace {

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

[[noreturn]] void fail(const std::string &Text) {
  throw CuptiError(Text, CUPTI_ERROR_UNKNOWN);
}

} // namespace

RangeProfiler::RangeProfiler(CUcontext Context) : Context(Context) {
  CUpti_Profiler_Initialize_Params Initialize{};
  Initialize.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE;
  check(cuptiProfilerInitialize(&Initialize), "cuptiProfilerInitialize");

  CUpti_Device_GetChipName_Params Name{};
  Name.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE;
  Name.deviceIndex = 0;
  check(cuptiDeviceGetChipName(&Name), "cuptiDeviceGetChipName");
  Chip = Name.pChipName ? Name.pChipName : "";
  readAvailability();
}

RangeProfiler::~RangeProfiler() {
  disable();
  CUpti_Profiler_DeInitialize_Params P{};
  P.structSize = CUpti_Profiler_DeInitialize_Params_STRUCT_SIZE;
  (void)cuptiProfilerDeInitialize(&P); // the process ends anyway
}

void RangeProfiler::readAvailability() {
  CUpti_Profiler_GetCounterAvailability_Params P{};
  P.structSize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE;
  P.ctx = Context;
  check(cuptiProfilerGetCounterAvailability(&P),
        "cuptiProfilerGetCounterAvailability (size)");
  Availability.resize(P.counterAvailabilityImageSize);
  P.pCounterAvailabilityImage = Availability.data();
  check(cuptiProfilerGetCounterAvailability(&P),
        "cuptiProfilerGetCounterAvailability (image)");
}

void RangeProfiler::enable() {
  CUpti_RangeProfiler_Enable_Params P{};
  P.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE;
  P.ctx = Context;
  check(cuptiRangeProfilerEnable(&P), "cuptiRangeProfilerEnable");
  Object = P.pRangeProfilerObject;
}

void RangeProfiler::disable() {
  if (!Object)
    return;
  CUpti_RangeProfiler_Disable_Params P{};
  P.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE;
  P.pRangeProfilerObject = Object;
  Object = nullptr;
  (void)cuptiRangeProfilerDisable(&P); // also after errors; the next one tells
}

void RangeProfiler::makeRoom(const Group &Of, size_t Count) {
  std::vector<const char *> Names = Of.names(); // the parameter is not const
  CUpti_RangeProfiler_GetCounterDataSize_Params Size{};
  Size.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE;
  Size.pRangeProfilerObject = Object;
  Size.pMetricNames = Names.data();
  Size.numMetrics = Names.size();
  Size.maxNumOfRanges = Count;
  Size.maxNumRangeTreeNodes = static_cast<uint32_t>(Count);
  check(cuptiRangeProfilerGetCounterDataSize(&Size),
        "cuptiRangeProfilerGetCounterDataSize");
  Data.assign(Size.counterDataSize, 0);

  CUpti_RangeProfiler_CounterDataImage_Initialize_Params Initialize{};
  Initialize.structSize =
      CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE;
  Initialize.pRangeProfilerObject = Object;
  Initialize.counterDataSize = Data.size();
  Initialize.pCounterData = Data.data();
  check(cuptiRangeProfilerCounterDataImageInitialize(&Initialize),
        "cuptiRangeProfilerCounterDataImageInitialize");
}

void RangeProfiler::configure(const Group &Of, Ranges Mode, size_t Count) {
  CUpti_RangeProfiler_SetConfig_Params P{};
  P.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE;
  P.pRangeProfilerObject = Object;
  P.configSize = Of.config().size();
  P.pConfig = Of.config().data();
  P.counterDataImageSize = Data.size();
  P.pCounterDataImage = Data.data();
  P.range = Mode == Ranges::Auto ? CUPTI_AutoRange : CUPTI_UserRange;
  P.replayMode = Mode == Ranges::Auto ? CUPTI_KernelReplay : CUPTI_UserReplay;
  P.maxRangesPerPass = Count;
  P.numNestingLevels = 1;
  P.minNestingLevel = 1;
  P.passIndex = 0;
  P.targetNestingLevel = 1;
  check(cuptiRangeProfilerSetConfig(&P), "cuptiRangeProfilerSetConfig");
}

void RangeProfiler::start() {
  CUpti_RangeProfiler_Start_Params P{};
  P.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE;
  P.pRangeProfilerObject = Object;
  check(cuptiRangeProfilerStart(&P), "cuptiRangeProfilerStart");
}

void RangeProfiler::stop(Ranges Mode) {
  CUpti_RangeProfiler_Stop_Params P{};
  P.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE;
  P.pRangeProfilerObject = Object;
  check(cuptiRangeProfilerStop(&P), "cuptiRangeProfilerStop");
  if (Mode == Ranges::User && !P.isAllPassSubmitted)
    fail("cuptiRangeProfilerStop: the group needs another pass");
}

void RangeProfiler::push(const std::string &Name) {
  CUpti_RangeProfiler_PushRange_Params P{};
  P.structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE;
  P.pRangeProfilerObject = Object;
  P.pRangeName = Name.c_str();
  check(cuptiRangeProfilerPushRange(&P), "cuptiRangeProfilerPushRange");
}

void RangeProfiler::pop() {
  CUpti_RangeProfiler_PopRange_Params P{};
  P.structSize = CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE;
  P.pRangeProfilerObject = Object;
  check(cuptiRangeProfilerPopRange(&P), "cuptiRangeProfilerPopRange");
}

void RangeProfiler::decode(size_t Count) {
  CUpti_RangeProfiler_DecodeData_Params Decode{};
  Decode.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE;
  Decode.pRangeProfilerObject = Object;
  check(cuptiRangeProfilerDecodeData(&Decode), "cuptiRangeProfilerDecodeData");
  if (Decode.numOfRangeDropped != 0)
    fail("cuptiRangeProfilerDecodeData: " +
         std::to_string(Decode.numOfRangeDropped) + " of " +
         std::to_string(Count) + " ranges dropped");

  CUpti_RangeProfiler_GetCounterDataInfo_Params Info{};
  Info.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE;
  Info.pCounterDataImage = Data.data();
  Info.counterDataImageSize = Data.size();
  check(cuptiRangeProfilerGetCounterDataInfo(&Info),
        "cuptiRangeProfilerGetCounterDataInfo");
  if (Info.numTotalRanges != Count)
    fail("cuptiRangeProfilerGetCounterDataInfo: " +
         std::to_string(Info.numTotalRanges) + " ranges of " +
         std::to_string(Count) + " launches");
}

/// The number that names a range.
size_t RangeProfiler::numberOf(size_t Range) const {
  CUpti_RangeProfiler_CounterData_GetRangeInfo_Params P{};
  P.structSize =
      CUpti_RangeProfiler_CounterData_GetRangeInfo_Params_STRUCT_SIZE;
  P.pCounterDataImage = Data.data();
  P.counterDataImageSize = Data.size();
  P.rangeIndex = Range;
  P.rangeDelimiter = "/";
  check(cuptiRangeProfilerCounterDataGetRangeInfo(&P),
        "cuptiRangeProfilerCounterDataGetRangeInfo");
  const char *Name = P.rangeName ? P.rangeName : "";
  char *End = nullptr;
  const size_t Number = std::strtoul(Name, &End, 10);
  if (End == Name || *End != '\0')
    fail("cuptiRangeProfilerCounterDataGetRangeInfo: the name '" +
         std::string(Name) + "' is no number");
  return Number;
}

/// Ranges are named by number in the order of execution; the first number may
/// be any. They need not lie in that order.
std::vector<size_t> RangeProfiler::launchOfRange(size_t Count) const {
  std::vector<size_t> Number(Count);
  for (size_t Range = 0; Range < Count; ++Range)
    Number[Range] = numberOf(Range);
  const size_t First = *std::min_element(Number.begin(), Number.end());
  std::vector<bool> Seen(Count);
  for (size_t &N : Number) {
    N -= First;
    if (N >= Count || Seen[N])
      fail("the names of the ranges are no row of numbers");
    Seen[N] = true;
  }
  return Number;
}

std::vector<std::vector<double>> RangeProfiler::evaluate(const Group &Of,
                                                         size_t Count) {
  const std::vector<size_t> Launch = launchOfRange(Count);
  std::vector<std::vector<double>> Values(Count);
  for (size_t Range = 0; Range < Count; ++Range)
    Values[Launch[Range]] = Of.evaluate(Data, Range);
  return Values;
}

std::vector<std::vector<double>>
RangeProfiler::measure(const Group &Of, Ranges Mode, size_t Count,
                       const std::function<void(size_t)> &Launch,
                       const std::function<void()> &Wait) {
  struct Session {
    RangeProfiler &Of;
    ~Session() { Of.disable(); }
  } Session{*this};
  const double Begin = now();
  enable();
  makeRoom(Of, Count);
  configure(Of, Mode, Count);
  start();
  const double First = now();
  for (size_t I = 0; I < Count; ++I) {
    if (Mode == Ranges::User)
      push(std::to_string(I));
    Launch(I);
    if (Mode == Ranges::User) {
      Wait();
      pop();
    }
  }
  Wait();
  const double Last = now();
  stop(Mode);
  decode(Count);
  auto Values = evaluate(Of, Count);
  Overhead += First - Begin + now() - Last;
  return Values;
}

} // namespace patterns
