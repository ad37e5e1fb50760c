//===- measurement.h - All launches of a kind, batch by batch ---*- C++ -*-===//
// A batch of launches is repeated for each group of counters; rows are written
// after each batch, so that little is lost when a later one fails.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_MEASUREMENT_H
#define WARPTIDY_PATTERNS_MEASUREMENT_H

#include "counters.h"
#include "options.h"
#include "range_profiler.h"
#include "rows.h"

#include <chrono>

namespace patterns {

inline void checkCuda(cudaError_t Error, const char *Call) {
  if (Error != cudaSuccess)
    throw std::runtime_error(std::string(Call) + ": " +
                             cudaGetErrorString(Error));
}

/// Makes the runtime's context and returns it. The driver's library is not
/// linked, so that whatever needs no GPU works without a driver.
inline CUcontext currentContext() {
  checkCuda(cudaSetDevice(0), "cudaSetDevice");
  checkCuda(cudaFree(nullptr), "cudaFree");
  void *Function = nullptr;
  cudaDriverEntryPointQueryResult Found;
  checkCuda(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &Function,
                                             12000, cudaEnableDefault, &Found),
            "cudaGetDriverEntryPointByVersion");
  CUcontext Context = nullptr;
  if (Found != cudaDriverEntryPointSuccess || !Function ||
      reinterpret_cast<CUresult (*)(CUcontext *)>(Function)(&Context) !=
          CUDA_SUCCESS ||
      !Context)
    throw std::runtime_error("cuCtxGetCurrent: no context");
  return Context;
}

class Measurement {
public:
  explicit Measurement(const Options &O)
      : O(O), Profiler(currentContext()), Out(O.Out, columnsOf(fileOf(O.Kind))),
        Begin(now()) {
    checkCuda(cudaMalloc(&M.Global, GlobalBytes + 16), "cudaMalloc (region)");
    checkCuda(cudaMemset(M.Global, 0, GlobalBytes + 16), "cudaMemset");
    checkCuda(cudaMalloc(&M.Result, sizeof(uint4) * WarpLanes),
              "cudaMalloc (results)");
    checkCuda(cudaMalloc(&Copies, sizeof(Pattern) * O.Batch),
              "cudaMalloc (patterns)");
    Plan = planGroups(Profiler.chip(), Profiler.availability(),
                      countersOf(O.Kind));
    std::fprintf(
        stderr, "patterns: %s: chip %s, %zu passes, planned in %.1f s\n",
        O.Kind.c_str(), Profiler.chip().c_str(), Plan.size(), now() - Begin);
  }

  /// The exit status: 1 when nothing could be measured.
  int run() {
    // Rounds of few patterns, so that all operations are served alike.
    constexpr unsigned RoundCount = 100;
    uint32_t Seed = O.Seed;
    for (unsigned Left = O.Count; Left != 0 && !isLate(); ++Seed) {
      const unsigned Count = std::min(Left, RoundCount);
      const std::vector<Launch> Round = drawRound(O.Kind, Count, Seed);
      Drawn += Round.size();
      Total =
          Drawn + Round.size() * ((Left - Count + RoundCount - 1) / RoundCount);
      if (!runRound(Round))
        break;
      Left -= Count;
    }
    Out.complain();
    report(true);
    const bool Written = Out.written() != 0;
    return Out.close() && Written ? 0 : 1;
  }

private:
  using Batch = std::vector<Launch>;
  enum class Outcome { Written, Smaller, Failed };
  static constexpr size_t FirstBatch = 32;

  const Options O;
  RangeProfiler Profiler;
  Rows Out;
  double Begin, Reported = 0, PerLaunch = 0;
  Memory M{};
  Pattern *Copies = nullptr;
  Groups Plan;
  /// Which way through CUPTI is taken; settled by the first that works.
  Ranges Mode = Ranges::Auto;
  bool Settled = false;
  size_t Drawn = 0, Total = 0;
  size_t Limit = O.Batch, Size = std::min(FirstBatch, Limit); ///< Of batches.

  static double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
  }
  bool isLate() const { return now() - Begin > O.Seconds; }

  /// Sessions cost time of their own: batches grow while they are quick.
  void adapt(double Took) {
    if (Took < 3)
      Size *= 4;
    else if (Took > 10)
      Size = std::max<size_t>(8, Size / 2);
    Size = std::min(Size, Limit);
  }

  /// False when the rest cannot be measured.
  bool runRound(const Batch &Round) {
    for (size_t At = 0; At < Round.size() && !isLate();) {
      const size_t Count = std::min(Size, Round.size() - At);
      const Batch Part(Round.begin() + At, Round.begin() + At + Count);
      const double Start = now();
      const Outcome Done = runBatch(Part);
      if (Done == Outcome::Failed)
        return false;
      if (Done == Outcome::Smaller)
        continue;
      PerLaunch = (now() - Start) / Count;
      adapt(now() - Start);
      At += Count;
      report(false);
    }
    return true;
  }

  Outcome runBatch(const Batch &Part) {
    upload(Part);
    std::vector<Values> Read(Part.size());
    for (auto Group = Plan.begin(); Group != Plan.end();) {
      std::vector<std::vector<double>> Counts;
      if (!measure(**Group, Part, Counts)) {
        if (Settled && Part.size() > FirstBatch) {
          Size = Limit = std::max(FirstBatch, Part.size() / 4);
          return Outcome::Smaller;
        }
        Group = Plan.erase(Group);
        continue;
      }
      for (size_t I = 0; I < Part.size(); ++I)
        for (size_t C = 0; C < Counts[I].size(); ++C)
          Read[I][(*Group)->counters()[C]] = Counts[I][C];
      ++Group;
    }
    if (Plan.empty())
      return Outcome::Failed;
    for (size_t I = 0; I < Part.size(); ++I)
      Out.write(Part[I], &Read[I]);
    Out.flush();
    return Outcome::Written;
  }

  /// Before the session: copies must not be counted.
  void upload(const Batch &Part) {
    std::vector<Pattern> Host;
    for (const Launch &L : Part)
      Host.push_back(L.P);
    checkCuda(cudaMemcpy(Copies, Host.data(), sizeof(Pattern) * Host.size(),
                         cudaMemcpyHostToDevice),
              "cudaMemcpy (patterns)");
    wait();
  }

  static void wait() {
    checkCuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

  void launch(const Launch &L, size_t Number) {
    Memory Of = M;
    Of.Copy = Copies + Number;
    L.Of->Launch<<<L.Of->Blocks, WarpLanes>>>(L.P, Of);
    checkCuda(cudaGetLastError(), L.Of->Op);
  }

  /// Tries the ways through CUPTI until one is known to work.
  bool measure(const Group &Of, const Batch &Part,
               std::vector<std::vector<double>> &Counts) {
    std::vector<Ranges> Ways;
    if (Settled)
      Ways = {Mode};
    else if (O.Range == "any")
      Ways = {Ranges::Auto, Ranges::User};
    else
      Ways = {O.Range == "user" ? Ranges::User : Ranges::Auto};
    for (Ranges Way : Ways) {
      const char *Name = Way == Ranges::Auto ? "auto" : "user";
      try {
        Counts = Profiler.measure(
            Of, Way, Part.size(), [&](size_t I) { launch(Part[I], I); }, wait);
        if (!Settled)
          std::fprintf(stderr, "patterns: %s: ranges: %s\n", O.Kind.c_str(),
                       Name);
        Mode = Way;
        Settled = true;
        return true;
      } catch (const CuptiError &Error) {
        if (Error.Result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)
          throw;
        std::fprintf(stderr,
                     "patterns: %s, ranges %s, with %s and %zu more: %s\n",
                     O.Kind.c_str(), Name, Of.counters()[0].c_str(),
                     Of.counters().size() - 1, Error.what());
        wait(); // a CUDA error ends the kind
      }
    }
    return false;
  }

  /// Every few seconds, and at the end.
  void report(bool Last) {
    if (!Last && now() - Reported < 3)
      return;
    Reported = now();
    std::fprintf(stderr,
                 "patterns: %s: %zu of %zu launches, %zu passes, %.2f ms a "
                 "launch, %.1f s of which %.1f s in CUPTI between launches\n",
                 O.Kind.c_str(), Out.written(), Total, Plan.size(),
                 PerLaunch * 1000, now() - Begin, Profiler.overhead());
  }
};

} // namespace patterns

#endif
