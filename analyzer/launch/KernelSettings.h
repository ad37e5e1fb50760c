//===- KernelSettings.h - Launch shapes from the configuration --*- C++ -*-===//
// Entries such as `warp-tidy.Launch.<kernel>: "block=32,8 grid=64 width=1024"`
// of a configuration file.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_KERNELSETTINGS_H
#define WARPTIDY_LAUNCH_KERNELSETTINGS_H

#include "launch/Annotation.h"
#include "launch/AnnotationText.h"
#include "launch/LaunchShape.h"

namespace warptidy {

/// One entry: the shapes of the kernels of that name.
struct KernelSetting {
  std::string Kernel; ///< `name`, `space::name` or `space::name<arguments>`.
  std::vector<AnnotationText> Shapes;
  std::string File; ///< The configuration file; empty for the command line.
  unsigned Line = 0;
};

/// Whether a key of CheckOptions is one of these; Kernel gets its name.
bool isKernelSetting(llvm::StringRef Key, std::string &Kernel);

/// Parses a value: block=X[,Y[,Z]], grid=X[,Y[,Z]], shared=BYTES and NAME=VALUE
/// apart by blanks; a ';' begins a further shape.
llvm::Expected<std::vector<AnnotationText>>
parseKernelSetting(llvm::StringRef Text);

/// The line of a key in the text of a configuration file, 0 if not found.
unsigned lineOfSetting(llvm::StringRef Text, llvm::StringRef Kernel);

AnnotationError settingError(const KernelSetting &Setting,
                             const llvm::Twine &Message);

/// `k` of `space::k<int>`.
std::string plainKernelName(llvm::StringRef Name);

bool settingIsFor(const KernelSetting &Setting, const KernelFacts &Kernel);

/// The configured shapes of the kernel, by the setting with the longest name;
/// empty when there is none. A NAME that is not one of its integer parameters
/// goes to Errors.
std::vector<LaunchShape>
configuredShapes(const std::vector<KernelSetting> &Settings,
                 const KernelFacts &Kernel,
                 std::vector<AnnotationError> &Errors);

} // namespace warptidy

#endif
