#!/usr/bin/env python3
"""Predicts the corpus kernels anew and compares with a recorded measurement.

Usage: check_measured.py BIN_DIR SOURCE_DIR MEASUREMENTS.json

Fails on a mismatch and on a kernel whose source changed since it was measured.
"""
import pathlib
import subprocess
import sys
import tempfile


def main():
    binaries, source, measured = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    kernels = sorted(str(k.relative_to(source)) for k in source.glob("kernels/*/kernel.cu"))
    with tempfile.TemporaryDirectory() as folder:
        predictions = f"{folder}/predictions.json"
        lint = subprocess.run(
            [binaries / "warp-tidy", "--quiet", "--cuda-path=none",
             f"--predictions={predictions}", *kernels],
            cwd=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # One kernel faults on purpose, which is an error: exit code 1.
        if lint.returncode not in (0, 1) or lint.stderr:
            print(lint.stderr)
            return 1
        return subprocess.run(
            [binaries / "warp-tidy-measure", "compare", predictions, measured,
             "--sources", source]).returncode


sys.exit(main())
