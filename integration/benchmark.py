#!/usr/bin/env python3
"""Times warp-tidy against clang++ -fsyntax-only and clang-tidy on one file.

Usage: benchmark.py WARP_TIDY FILE.cu [RUNS]

All parse the file for the device without a toolkit, in turns, so that a busy
machine slows all of them. warp-tidy runs without looking for fixes, as it does
by default (the notes tell of them), and with each fix compiled and compared, as
for --fix. Prints medians and ratios.
"""
import pathlib
import statistics
import subprocess
import sys
import time

LLVM = "/usr/lib/llvm-22/bin"


def commands(tool, source):
    headers = pathlib.Path(__file__).resolve().parents[1] / "analyzer/frontend/include"
    flags = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90",
             "--cuda-feature=+ptx88", "-nocudainc", "-nocudalib", "-std=c++17", "-w",
             "-isystem", str(headers), "-include", "warp_tidy_cuda.h"]
    warp_tidy = [tool, "--cuda-path=none", "--quiet"]
    return {
        "clang++ -fsyntax-only": [f"{LLVM}/clang++", *flags, "-fsyntax-only", source],
        "clang-tidy": [f"{LLVM}/clang-tidy", "--quiet",
                       "--checks=-*,performance-*,bugprone-*", source, "--", *flags],
        "warp-tidy, no fixes": [*warp_tidy, "--search-fixes=0", source],
        "warp-tidy": [*warp_tidy, source],
        "warp-tidy, fixes compiled": [*warp_tidy, "--export-fixes=/dev/null", source],
    }


def main():
    tool, source = sys.argv[1], sys.argv[2]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    times = {}
    for _ in range(runs):
        for name, command in commands(tool, source).items():
            start = time.perf_counter()
            subprocess.run(command, capture_output=True)
            times.setdefault(name, []).append(time.perf_counter() - start)
    base = statistics.median(times["clang++ -fsyntax-only"])
    for name, all_runs in times.items():
        median = statistics.median(all_runs)
        print(f"{name:26} {1000 * median:7.0f} ms   {median / base:.2f}x")


main()
