//===- plan.cpp - Counters in groups of one pass each ---------------------===//
// Every set of counters that is tried gets a host object of its own: CUPTI
// starts a new pass with each call that adds counters, and an unknown name
// spoils the object.
//===----------------------------------------------------------------------===//
#include "plan.h"

#include <cstdio>
#include <cupti_result.h>

namespace patterns {

static std::string describe(CUptiResult Result) {
  const char *Text = nullptr;
  if (cuptiGetResultString(Result, &Text) != CUPTI_SUCCESS || !Text)
    Text = "unknown error";
  return std::string(Text) + " (" + std::to_string(Result) + ")";
}

CuptiError::CuptiError(const std::string &Call, CUptiResult Result)
    : std::runtime_error(Call + ": " + describe(Result)), Result(Result) {}

void check(CUptiResult Result, const char *Call) {
  if (Result != CUPTI_SUCCESS)
    throw CuptiError(Call, Result);
}

Group::Group(const std::string &Chip, const Image &Availability,
             std::vector<std::string> Wanted)
    : Counters(std::move(Wanted)) {
  for (const std::string &Counter : Counters)
    Names.push_back(Counter.c_str());
  CUpti_Profiler_Host_Initialize_Params P{};
  P.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
  P.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  P.pChipName = Chip.c_str();
  P.pCounterAvailabilityImage =
      Availability.empty() ? nullptr : Availability.data();
  check(cuptiProfilerHostInitialize(&P), "cuptiProfilerHostInitialize");
  Host = P.pHostObject;
  try {
    configure();
  } catch (...) {
    release();
    throw;
  }
}

void Group::configure() {
  CUpti_Profiler_Host_ConfigAddMetrics_Params Add{};
  Add.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE;
  Add.pHostObject = Host;
  Add.ppMetricNames = Names.data();
  Add.numMetrics = Names.size();
  check(cuptiProfilerHostConfigAddMetrics(&Add),
        "cuptiProfilerHostConfigAddMetrics");

  CUpti_Profiler_Host_GetConfigImageSize_Params Size{};
  Size.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE;
  Size.pHostObject = Host;
  check(cuptiProfilerHostGetConfigImageSize(&Size),
        "cuptiProfilerHostGetConfigImageSize");
  Config.resize(Size.configImageSize);

  CUpti_Profiler_Host_GetConfigImage_Params Get{};
  Get.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE;
  Get.pHostObject = Host;
  Get.configImageSize = Config.size();
  Get.pConfigImage = Config.data();
  check(cuptiProfilerHostGetConfigImage(&Get),
        "cuptiProfilerHostGetConfigImage");

  CUpti_Profiler_Host_GetNumOfPasses_Params Count{};
  Count.structSize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE;
  Count.configImageSize = Config.size();
  Count.pConfigImage = Config.data();
  check(cuptiProfilerHostGetNumOfPasses(&Count),
        "cuptiProfilerHostGetNumOfPasses");
  Passes = Count.numOfPasses;
}

std::vector<double> Group::evaluate(const Image &Data, size_t Range) const {
  std::vector<double> Values(Names.size());
  std::vector<const char *> Wanted = Names; // the parameter is not const
  CUpti_Profiler_Host_EvaluateToGpuValues_Params P{};
  P.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE;
  P.pHostObject = Host;
  P.pCounterDataImage = Data.data();
  P.counterDataImageSize = Data.size();
  P.rangeIndex = Range;
  P.ppMetricNames = Wanted.data();
  P.numMetrics = Wanted.size();
  P.pMetricValues = Values.data();
  check(cuptiProfilerHostEvaluateToGpuValues(&P),
        "cuptiProfilerHostEvaluateToGpuValues");
  return Values;
}

void Group::release() {
  if (!Host)
    return;
  CUpti_Profiler_Host_Deinitialize_Params P{};
  P.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE;
  P.pHostObject = Host;
  (void)cuptiProfilerHostDeinitialize(&P); // nothing depends on it
  Host = nullptr;
}

Group::~Group() { release(); }

/// A group of one counter, or nothing and a message.
static std::unique_ptr<Group> tryAlone(const std::string &Chip,
                                       const Image &Availability,
                                       const std::string &Counter) {
  try {
    auto Alone = std::make_unique<Group>(Chip, Availability,
                                         std::vector<std::string>{Counter});
    if (Alone->passes() == 1)
      return Alone;
    std::fprintf(stderr, "patterns: left out %s: it needs %zu passes\n",
                 Counter.c_str(), Alone->passes());
  } catch (const CuptiError &Error) {
    std::fprintf(stderr, "patterns: left out %s: %s\n", Counter.c_str(),
                 Error.what());
  }
  return nullptr;
}

/// Replaces Of by a group with Counter too, if that still takes one pass.
static bool extend(std::unique_ptr<Group> &Of, const std::string &Chip,
                   const Image &Availability, const std::string &Counter) {
  std::vector<std::string> Wanted = Of->counters();
  Wanted.push_back(Counter);
  try {
    auto Larger = std::make_unique<Group>(Chip, Availability, Wanted);
    if (Larger->passes() != 1)
      return false;
    Of = std::move(Larger);
    return true;
  } catch (const CuptiError &) {
    return false;
  }
}

Groups planGroups(const std::string &Chip, const Image &Availability,
                  const std::vector<std::string> &Counters) {
  const auto ByInstruction = [](const std::string &Counter) {
    return Counter.find("__sass_") != std::string::npos;
  };
  Groups Out;
  for (const std::string &Counter : Counters) {
    std::unique_ptr<Group> Alone = tryAlone(Chip, Availability, Counter);
    if (!Alone)
      continue;
    bool Placed = false;
    for (size_t I = 0; I < Out.size() && !Placed; ++I)
      if (ByInstruction(Out[I]->counters()[0]) == ByInstruction(Counter))
        Placed = extend(Out[I], Chip, Availability, Counter);
    if (!Placed)
      Out.push_back(std::move(Alone));
  }
  return Out;
}

} // namespace patterns
