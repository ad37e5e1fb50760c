//===- patterns.cu - Random lane-to-address maps, one a launch ------------===//
// patterns [options] OUT.rows: draws maps and masks from a seed, launches for
// each one warp that executes one access of the wanted kind, and writes what
// the hardware counted, a row a launch.
//===----------------------------------------------------------------------===//
#include "counters.h"
#include "launches.h"
#include "measurement.h"
#include "options.h"

#include <cstdio>
#include <cupti_result.h>
#include <cupti_version.h>

using namespace patterns;

namespace {

int listKinds() {
  const char *Last = "";
  for (const Probe &P : Probes)
    if (std::strcmp(P.Kind, Last) != 0)
      std::puts(Last = P.Kind);
  return 0;
}

int nameDevice() {
  cudaDeviceProp Device;
  checkCuda(cudaGetDeviceProperties(&Device, 0), "cudaGetDeviceProperties");
  std::printf("%s (compute capability %d.%d)\n", Device.name, Device.major,
              Device.minor);
  return 0;
}

int nameProfiler() {
  uint32_t Version = 0;
  check(cuptiGetVersion(&Version), "cuptiGetVersion");
  std::printf("CUPTI, API version %u\n", Version);
  return 0;
}

int printColumns(const char *File) {
  std::printf("kind\top\twidth_bytes\tmask_hex\tfamily\t"
              "byte_address_of_each_lane\tsource_address_of_each_lane");
  for (const std::string &Counter : columnsOf(File))
    std::printf("\t%s", Counter.c_str());
  std::printf("\n");
  return 0;
}

void printGroups(const char *Kind, const Groups &Of) {
  for (size_t I = 0; I < Of.size(); ++I) {
    std::fprintf(stderr, "patterns: %s: pass %zu of %zu:", Kind, I + 1,
                 Of.size());
    for (const std::string &Counter : Of[I]->counters())
      std::fprintf(stderr, " %s", Counter.c_str());
    std::fprintf(stderr, "\n");
  }
}

/// What would be read, for a chip that need not be here.
int printPlan(const char *Chip) {
  const char *Last = "";
  for (const Probe &P : Probes)
    if (std::strcmp(P.Kind, Last) != 0)
      printGroups(Last = P.Kind, planGroups(Chip, {}, countersOf(P.Kind)));
  return 0;
}

/// Writes patterns without counters.
int dryRun(const Options &O) {
  Rows Out(O.Out, {});
  for (const Launch &L : drawRound(O.Kind, O.Count, O.Seed))
    Out.write(L, nullptr);
  return Out.close() ? 0 : 1;
}

int explain(const CuptiError &Error) {
  std::fprintf(stderr, "patterns: %s\n", Error.what());
  if (Error.Result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) {
    std::fprintf(stderr,
                 "patterns: this user may not read the GPU's counters: run as "
                 "root, or have an administrator load the driver with "
                 "NVreg_RestrictProfilingToAdminUsers=0\n");
    return 3;
  }
  return 1;
}

} // namespace

int main(int Count, char **Arguments) {
  const std::string First = Count > 1 ? Arguments[1] : "";
  try {
    if (Count == 2 && First == "--list")
      return listKinds();
    if (Count == 2 && First == "--device")
      return nameDevice();
    if (Count == 2 && First == "--profiler")
      return nameProfiler();
    if (Count == 3 && First == "--columns")
      return printColumns(Arguments[2]);
    if (Count == 3 && First == "--plan")
      return printPlan(Arguments[2]);
    Options O;
    if (const int Error = parse(Count, Arguments, O))
      return Error;
    if (O.DryRun)
      return dryRun(O);
    return Measurement(O).run();
  } catch (const CuptiError &Error) {
    return explain(Error);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "patterns: %s\n", Error.what());
    return 1;
  }
}
