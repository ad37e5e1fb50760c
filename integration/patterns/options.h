//===- options.h - The command line of patterns -----------------*- C++ -*-===//
// What to measure, how much of it, how long, and by which way through CUPTI.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_OPTIONS_H
#define WARPTIDY_PATTERNS_OPTIONS_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace patterns {

struct Options {
  std::string Kind = "shared", Out;
  std::string Range = "any"; ///< auto, user, or whichever works.
  unsigned Count = 1000;     ///< Patterns an operation.
  unsigned Batch = 500;      ///< Launches a session of the profiler, at most.
  double Seconds = 60;
  uint32_t Seed = 1;
  bool DryRun = false; ///< Write the patterns, launch nothing.
};

inline int usage() {
  std::fputs("usage: patterns [--kind KIND] [--count N] [--seed S] "
             "[--seconds T] [--batch N]\n"
             "                [--range auto|user|any] [--dry-run] OUT.rows\n"
             "       patterns --list | --device | --profiler\n"
             "       patterns --columns FILE | --plan CHIP\n",
             stderr);
  return 2;
}

/// Whether the option is known.
inline bool set(Options &O, const std::string &Name, const char *Text) {
  const auto Number = [&] {
    return static_cast<unsigned>(std::strtoul(Text, nullptr, 10));
  };
  if (Name == "--kind")
    O.Kind = Text;
  else if (Name == "--range")
    O.Range = Text;
  else if (Name == "--count")
    O.Count = Number();
  else if (Name == "--batch")
    O.Batch = Number();
  else if (Name == "--seed")
    O.Seed = Number();
  else if (Name == "--seconds")
    O.Seconds = std::strtod(Text, nullptr);
  else
    return false;
  return true;
}

/// Non-zero when the command line is wrong.
inline int parse(int Count, char **Arguments, Options &O) {
  for (int I = 1; I < Count; ++I) {
    const std::string Argument = Arguments[I];
    if (Argument == "--dry-run")
      O.DryRun = true;
    else if (Argument.rfind("--", 0) != 0)
      O.Out = Argument;
    else if (I + 1 == Count || !set(O, Argument, Arguments[++I]))
      return usage();
  }
  return O.Out.empty() || O.Batch == 0 || O.Count == 0 ? usage() : 0;
}

} // namespace patterns

#endif
