#!/usr/bin/env python3
"""Configures a CMake project with nvcc and lints it by its build folder alone.

Usage: check_cmake_project.py WARP_TIDY. With Ninja, and with Makefiles, whose
include folders are in a response file. Exit status 77: skipped.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).parent / "Inputs" / "cmake-project"
SKIPPED = 77


def find_nvcc():
    home = os.environ.get("CUDA_HOME") or "/usr/local/cuda"
    return shutil.which("nvcc") or shutil.which("nvcc", path=f"{home}/bin")


def configure(build, generator, nvcc):
    command = ["cmake", "-S", str(PROJECT), "-B", str(build), "-G", generator,
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DCMAKE_CUDA_COMPILER={nvcc}",
               "-DCMAKE_CUDA_USE_RESPONSE_FILE_FOR_INCLUDES=1"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"cmake with {generator} failed:\n{done.stdout}")
    return (build / "compile_commands.json").read_text()


def lint(tool, build, option):
    done = subprocess.run([tool, "-p", str(build), *option], capture_output=True, text=True)
    text = done.stdout + done.stderr
    warnings = [line for line in text.splitlines() if ": warning: " in line]
    good = (done.returncode == 0 and len(warnings) == 1
            and "columns.cu:8:" in warnings[0]
            and "warp-tidy:" not in text)
    if not good:
        sys.exit(f"{build.name} {option}: exit status {done.returncode}, one warning at "
                 f"columns.cu:8 and no notes were expected:\n{text}")


def main():
    tool, nvcc = sys.argv[1], find_nvcc()
    if not nvcc or not shutil.which("cmake"):
        print("skipped: nvcc or cmake is not here; cmake-shapes.test has its compile commands")
        return SKIPPED
    makers = {"Ninja": "ninja", "Unix Makefiles": "make"}
    for generator, maker in makers.items():
        if not shutil.which(maker):
            continue
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder) / maker
            commands = configure(build, generator, nvcc)
            if maker == "make" and "--options-file" not in commands:
                sys.exit("the Makefile generator wrote no response file")
            for option in ([], ["--cuda-path=none"]):
                lint(tool, build, option)
        print(f"{generator}: linted by its build folder")
    return 0


if __name__ == "__main__":
    sys.exit(main())
