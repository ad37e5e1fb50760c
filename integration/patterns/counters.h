//===- counters.h - The hardware counters of each kind ----------*- C++ -*-===//
// Which counters tell something about a kind of access. What the profiler does
// not know, or cannot read in one pass, is left out with a message.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_COUNTERS_H
#define WARPTIDY_PATTERNS_COUNTERS_H

#include <algorithm>
#include <string>
#include <vector>

namespace patterns {

using Names = std::vector<std::string>;

/// Each stem with each end, and the ".sum" over all units of the GPU.
inline void add(Names &Out, const Names &Stems, const Names &Ends) {
  for (const std::string &Stem : Stems)
    for (const std::string &End : Ends)
      Out.push_back(Stem + End + ".sum");
}

/// The counters of the tag stage of L1, per space and operation.
inline Names tagStage(const std::string &Space) {
  const std::string Pipe = "_pipe_lsu_mem_" + Space + "_op_";
  return {"l1tex__t_sectors" + Pipe, "l1tex__t_requests" + Pipe,
          "l1tex__t_set_accesses" + Pipe, "l1tex__t_set_conflicts" + Pipe,
          "l1tex__t_output_wavefronts" + Pipe};
}

inline Names copyCounters(const std::string &Shared) {
  Names Out;
  add(Out, {Shared}, {"", "_op_ld", "_op_st", "_op_misc"});
  add(Out, {"l1tex__data_pipe_lsu_wavefronts"}, {"", "_mem_lgds"});
  add(Out, tagStage("global"), {"ld", "ldgsts_cache_access"});
  add(Out,
      {"l1tex__t_sectors_pipe_lsu", "l1tex__t_set_accesses_pipe_lsu",
       "l1tex__m_xbar2l1tex_read_sectors_mem_lg_op_ld"},
      {""});
  add(Out, {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts"}, {""});
  // Last: these count by instruction, not by unit.
  add(Out,
      {"sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts",
       "sm__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts",
       "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts"},
      {"_cache_access", "_cache_bypass"});
  add(Out,
      {"sm__sass_l1tex_m_xbar2l1tex_read_sectors_mem_global_op_ldgsts_cache_"
       "bypass"},
      {""});
  return Out;
}

inline Names globalCounters(const std::string &Kind) {
  Names Out;
  const bool Atomic = Kind == "global_atomic";
  const Names Ops = Atomic ? Names{"red", "atom"} : Names{"ld", "st"};
  add(Out, tagStage("global"), Ops);
  if (!Atomic) {
    add(Out, {"l1tex__data_pipe_lsu_wavefronts"}, {"", "_mem_lgds"});
    return Out;
  }
  add(Out,
      {"l1tex__m_l1tex2xbar_write_sectors_mem_global_op_", "lts__t_sectors_op_",
       "lts__t_requests_op_", "lts__t_sectors_srcunit_tex_op_",
       "lts__t_requests_srcunit_tex_op_"},
      Ops);
  return Out;
}

/// The counters of a kind, the most telling first.
inline Names countersOf(const std::string &Kind) {
  const std::string Shared = "l1tex__data_pipe_lsu_wavefronts_mem_shared";
  Names Out;
  if (Kind == "shared") {
    add(Out, {Shared}, {"_op_ld", "_op_st", ""});
  } else if (Kind == "shared_atomic") {
    add(Out, {Shared}, {"_op_atom", "_op_ld", "_op_st", ""});
    add(Out, {"smsp__inst_executed_op_shared_atom"},
        {"", "_dot_alu", "_dot_cas"});
  } else if (Kind == "matrix") {
    add(Out, {Shared}, {"_op_ld", "_op_st", ""});
    add(Out, {"l1tex__data_pipe_lsu_wavefronts"}, {""});
  } else if (Kind == "copy") {
    return copyCounters(Shared);
  } else if (Kind == "constant") {
    add(Out, {"idc__requests"}, {"", "_lookup_hit", "_lookup_miss"});
  } else if (Kind == "distributed" || Kind == "distributed_atomic") {
    add(Out, tagStage("dshared"),
        Kind == "distributed" ? Names{"ld", "st"} : Names{"redas", "atom"});
  } else if (Kind == "local") {
    add(Out, tagStage("local"), {"ld", "st"});
  } else {
    return globalCounters(Kind);
  }
  return Out;
}

/// Atomics go to the file of the plain accesses to their space.
inline std::string fileOf(const std::string &Kind) {
  return Kind.substr(0, Kind.find("_atomic"));
}

/// The counters of all kinds of a file, each once.
inline Names columnsOf(const std::string &File) {
  Names Out = countersOf(File);
  if (File == "shared" || File == "global" || File == "distributed")
    for (const std::string &Name : countersOf(File + "_atomic"))
      if (std::find(Out.begin(), Out.end(), Name) == Out.end())
        Out.push_back(Name);
  return Out;
}

} // namespace patterns

#endif
