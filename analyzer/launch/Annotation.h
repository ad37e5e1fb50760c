//===- Annotation.h - Launch shapes written in comments ---------*- C++ -*-===//
// Reads `// warp-tidy: block(32, 8) grid(4) n=64` at a kernel, and the header
// line `//--blockDim=64 --gridDim=8` in the first ten lines of a file.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_ANNOTATION_H
#define WARPTIDY_LAUNCH_ANNOTATION_H

#include "launch/LaunchShape.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace warptidy {

/// An annotation that was not understood, wholly or in part.
struct AnnotationError {
  SourceSpot Where;
  std::string Message;
};

/// The shapes annotated for a kernel: comment lines directly above its
/// declaration (above `template`, attributes and __launch_bounds__) or comments
/// on its lines down to the opening brace; without one, the header lines of its
/// file. An annotation with an unknown parameter name keeps its other entries;
/// a malformed one gives no shape.
std::vector<LaunchShape> annotationsFor(const clang::FunctionDecl &Kernel,
                                        clang::ASTContext &Context,
                                        std::vector<AnnotationError> &Errors);

/// Adds the annotations of all kernels to the table. Each error is reported
/// once, also for annotations that stand at no kernel.
void readAnnotations(clang::ASTContext &Context, LaunchTable &Table,
                     std::vector<AnnotationError> &Errors);

} // namespace warptidy

#endif
