//===- AnnotationText.h - The words of a launch annotation ------*- C++ -*-===//
// Parses the text of `// warp-tidy: block(32, 8) n=64` and of
// `//--blockDim=64 --gridDim=8`. It knows nothing of Clang.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_ANNOTATIONTEXT_H
#define WARPTIDY_LAUNCH_ANNOTATIONTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warptidy {

struct AnnotationText {
  std::optional<std::array<unsigned, 3>> Block, Grid;
  std::optional<uint64_t> SharedBytes;
  std::vector<std::pair<std::string, int64_t>> Values; ///< name=value.
};

/// Parses what follows `warp-tidy:`: block(x[,y[,z]]), and optionally
/// grid(x[,y[,z]]), shared(bytes) and name=value, in any order.
llvm::Expected<AnnotationText> parseAnnotation(llvm::StringRef Text);

/// Parses a comment such as `//--blockDim=[32,8] --gridDim=4`, slashes
/// included. Other options are passed over; a comment with neither option gives
/// an empty result.
llvm::Expected<AnnotationText> parseHeaderOptions(llvm::StringRef Comment);

} // namespace warptidy

#endif
