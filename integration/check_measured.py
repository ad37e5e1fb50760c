#!/usr/bin/env python3
"""Predicts the corpus kernels anew and compares with a recorded measurement.

Usage: check_measured.py BIN_DIR SOURCE_DIR MEASUREMENTS.json

Fails on a mismatch, on a kernel whose source changed since it was measured, and
on anything that the analysis says on standard error.
"""
import pathlib
import subprocess
import sys
import tempfile


def main():
    binaries, source, measured = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [binaries / "warp-tidy", "verify", "--measured", measured, "--kernels", "kernels",
             "--cuda-path", "none", "--out", folder],
            cwd=source, stderr=subprocess.PIPE, text=True)
        print(run.stderr, end="")
        left = {path.name for path in pathlib.Path(folder).iterdir()}
        wanted = {"predictions.json", "measurements.json", "comparison.json", "figure.svg"}
        if left != wanted:
            print(f"verify left {sorted(left)} instead of {sorted(wanted)}")
            return 1
        return 1 if run.stderr else run.returncode


sys.exit(main())
