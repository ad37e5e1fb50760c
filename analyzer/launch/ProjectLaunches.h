//===- ProjectLaunches.h - Launches in other files --------------*- C++ -*-===//
// Joins the kernels of one translation unit with the launches that other units
// of the project make of them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_PROJECTLAUNCHES_H
#define WARPTIDY_LAUNCH_PROJECTLAUNCHES_H

#include "launch/LaunchShape.h"

namespace warptidy {

/// The launch tables of the units of a project, by file.
class ProjectLaunches {
public:
  /// Keeps what other units may use of a table: not the launches of kernels
  /// with internal linkage, nor the tokens of source places. Their relative
  /// paths are taken from Directory, unless it is empty.
  void add(const std::string &File, const LaunchTable &Table,
           const std::string &Directory);
  bool has(const std::string &File) const { return Units.count(File) != 0; }

  /// Own with the launches that units other than File make of the kernels in
  /// it, ordered by file. A kernel that another unit defines for itself, in
  /// another place, is another program's.
  LaunchTable joined(const std::string &File, LaunchTable Own) const;

  /// The calls that other units make of functions of File that launch with
  /// their parameters, ordered by file; with different arguments, at most 16. A
  /// function that several units define is taken for several programs'.
  CallTable callsInto(const std::string &File) const;
  /// Functions of any unit that launch with their parameters.
  std::set<std::string> openFunctions() const;

private:
  bool isAmbiguous(const std::string &Name) const;

  std::map<std::string, LaunchTable> Units;
};

/// Whether both say the same of the launch, and name the same places.
bool sameShape(const LaunchShape &A, const LaunchShape &B);

} // namespace warptidy

#endif
