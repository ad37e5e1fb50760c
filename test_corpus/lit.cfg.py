# One configuration for both lit suites: rules/*/test.cu and test_corpus/**.
# The suite, the tools and the paths come from lit.site.cfg.py in the build tree.
import os
import sys

import lit.formats

if not getattr(config, "warptidy_binary", None):
    lit_config.fatal("run lit on the build tree: lit -sv build/lit/test_corpus")

config.name = "warp-tidy " + config.warptidy_suite
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.join(
    config.warptidy_source_dir, config.warptidy_suite
)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs", "include", "kernels", "sanitizer"]

# FileCheck, not, count and split-file are found by name as well.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, config.environment.get("PATH", os.defpath)]
)
config.substitutions += [
    ("%warp-tidy", config.warptidy_binary),
    ("%FileCheck", os.path.join(config.llvm_tools_dir, "FileCheck")),
    ("%python", sys.executable),
]

# REQUIRES: stock-clang-tidy
stock = os.path.join(config.llvm_tools_dir, "clang-tidy")
if os.path.exists(stock):
    config.available_features.add("stock-clang-tidy")
config.substitutions += [
    ("%clang-tidy", stock),
    ("%module", os.path.join(config.warptidy_binary_dir, "lib", "warp-tidy-module.so")),
]

# REQUIRES: cuda-toolkit / UNSUPPORTED: cuda-toolkit
cuda_path = os.environ.get("CUDA_PATH", "/usr/local/cuda")
if os.path.exists(os.path.join(cuda_path, "include", "cuda_runtime.h")):
    config.available_features.add("cuda-toolkit")
