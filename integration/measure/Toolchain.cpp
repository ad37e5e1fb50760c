//===- Toolchain.cpp - nvcc, ncu and the GPU ------------------------------===//
// See Toolchain.h.
//===----------------------------------------------------------------------===//
#include "measure/Toolchain.h"
#include "measure/Counters.h"
#include "measure/Text.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace warptidy::measure {

const std::vector<std::string> &hardwareCounters() {
  static const std::vector<std::string> Names = [] {
    std::vector<std::string> All = {"idc__requests.sum",
                                    "smsp__inst_executed.sum"};
    for (const char *Op : {"ld", "st", "atom", "red"}) {
      for (const char *What : {"sectors", "requests"})
        All.push_back(std::string("l1tex__t_") + What +
                      "_pipe_lsu_mem_global_op_" + Op + ".sum");
      All.push_back(
          std::string("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_") + Op +
          ".sum");
    }
    for (const char *Op : {"ld", "st"})
      All.push_back(std::string("l1tex__t_sectors_pipe_lsu_mem_local_op_") +
                    Op + ".sum");
    for (const char *Op : {"load", "store", "atomic"})
      All.push_back(distributedCounter(Op));
    for (const char *Name :
         {"l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts.sum",
          "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_access.sum",
          "l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts_cache_bypass.sum",
          "smsp__inst_executed_op_ldgsts.sum"})
      All.push_back(Name);
    return All;
  }();
  return Names;
}

/// Present in every profiler since the architecture that the model was measured
/// on: asked for even when the list of counters can't be had.
static const char *const Essential[] = {
    "idc__requests.sum",
    "smsp__inst_executed.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
};

static std::string findTool(const std::string &Name) {
  std::string Path = findProgram(Name);
  if (!Path.empty())
    return Path;
  std::vector<std::string> Folders;
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *Value = std::getenv(Variable))
      Folders.push_back(std::string(Value) + "/bin");
  Folders.push_back("/usr/local/cuda/bin");
  std::error_code Ignored;
  for (const auto &Entry : std::filesystem::directory_iterator(
           "/opt/nvidia/nsight-compute", Ignored))
    Folders.push_back(Entry.path().string());
  for (const std::string &Folder : Folders)
    if (!findProgram(Folder + "/" + Name).empty())
      return Folder + "/" + Name;
  return "";
}

/// The last line that names a version.
static std::string version(const std::string &Tool, const std::string &Word) {
  if (Tool.empty())
    return "";
  std::string Found;
  for (const std::string &Line :
       split(runProcess({Tool, "--version"}, 60).Output, '\n'))
    if (contains(Line, Word))
      Found = trim(Line);
  return Found;
}

static std::vector<std::string> knownCounters(const std::string &Ncu) {
  ProcessResult R = runProcess({Ncu, "--query-metrics"}, 120);
  std::set<std::string> Names;
  for (const std::string &Line : split(R.Output, '\n'))
    Names.insert(Line.substr(0, Line.find(' ')));
  std::vector<std::string> Known;
  for (const std::string &Name : hardwareCounters())
    if (Names.count(Name.substr(0, Name.rfind('.'))))
      Known.push_back(Name);
  if (Known.empty())
    Known.assign(std::begin(Essential), std::end(Essential));
  return Known;
}

/// Name and driver of the first GPU.
static void askDevice(Toolchain &T, std::string &Error) {
  ProcessResult R = runProcess({"nvidia-smi", "--query-gpu=name,driver_version",
                                "--format=csv,noheader"},
                               60);
  if (!R.Started) {
    T.Device = T.Driver = "unknown"; // Some containers lack the program.
    return;
  }
  std::vector<std::string> Lines = split(R.Output, '\n');
  std::vector<std::string> Parts = split(Lines.empty() ? "" : Lines[0], ',');
  if (R.Status != 0 || Parts.size() != 2) {
    std::vector<std::string> Says = split(R.Output + R.Messages, '\n');
    Error = "no GPU was found: nvidia-smi says \"" +
            (Says.empty() ? "" : trim(Says[0])) + "\"";
    return;
  }
  T.Device = trim(Parts[0]);
  T.Driver = trim(Parts[1]);
}

Toolchain findToolchain(bool NeedsNvcc, std::string &Error) {
  Toolchain T;
  T.Nvcc = findTool("nvcc");
  T.Ncu = findTool("ncu");
  T.Cuobjdump = findTool("cuobjdump");
  if (NeedsNvcc && T.Nvcc.empty())
    Error =
        "nvcc was not found: install the CUDA toolkit or put its bin folder "
        "into PATH";
  else if (T.Ncu.empty())
    Error = "ncu was not found: install Nsight Compute or put its folder into "
            "PATH";
  else
    askDevice(T, Error);
  if (!Error.empty())
    return T;
  T.Toolkit = version(T.Nvcc, "release");
  T.Profiler = version(T.Ncu, "Version");
  T.Counters = knownCounters(T.Ncu);
  return T;
}

static std::string firstLineWith(const std::string &Text,
                                 const std::string &Word) {
  for (const std::string &Line : split(Text, '\n'))
    if (contains(Line, Word))
      return trim(Line);
  return "";
}

std::string compileFailure(const ProcessResult &R, unsigned TimeoutSeconds) {
  if (R.TimedOut)
    return "nvcc did not finish within " + std::to_string(TimeoutSeconds) +
           " s";
  if (R.Status == 0)
    return "";
  std::string All = R.Messages + "\n" + R.Output;
  for (const char *Word : {"error", "fatal", ":", ""}) {
    std::string Line = firstLineWith(All, Word);
    if (!Line.empty())
      return "nvcc: " + Line;
  }
  return "nvcc failed with status " + std::to_string(R.Status);
}

static const char *const NoPermission =
    "no permission for the GPU's performance counters (ERR_NVGPUCTRPERM): run "
    "as root, or have the driver loaded with "
    "NVreg_RestrictProfilingToAdminUsers=0";
static const char *const NoDevice =
    "the profiler found no usable GPU or driver";

std::string profileFailure(const ProcessResult &R, unsigned TimeoutSeconds) {
  std::string All = R.Output + "\n" + R.Messages;
  if (contains(All, "ERR_NVGPUCTRPERM"))
    return NoPermission;
  if (R.TimedOut)
    return "it did not finish within " + std::to_string(TimeoutSeconds) +
           " s under the profiler (a kernel that hangs?)";
  if (contains(All, "no CUDA-capable device") ||
      contains(All, "Cuda driver is not compatible") ||
      contains(All, "driver version is insufficient"))
    return NoDevice;
  std::string Unknown = firstLineWith(All, "Failed to find metric");
  if (!Unknown.empty())
    return "this version of ncu lacks a counter: " + Unknown;
  std::string Failed = firstLineWith(All, "returned an error code");
  if (!Failed.empty()) {
    std::string Why = firstLineWith(All, "CUDA error");
    return "the program failed: " +
           (Why.empty() ? trim(replaceAll(Failed, "==ERROR==", "")) : Why);
  }
  if (contains(All, "No kernels were profiled"))
    return "no kernel ran";
  if (R.Status == 0)
    return "";
  std::string Line = firstLineWith(All, "==ERROR==");
  return "ncu failed with status " + std::to_string(R.Status) +
         (Line.empty() ? "" : ": " + trim(replaceAll(Line, "==ERROR==", "")));
}

bool isHopeless(const std::string &Failure) {
  return Failure == NoPermission || Failure == NoDevice ||
         startsWith(Failure, "this version of ncu lacks");
}

} // namespace warptidy::measure
