#!/usr/bin/env python3
"""Lints CMake projects through warp_tidy_target().

Usage: cmake_module_test.py WARP_TIDY. With Ninja and Makefiles, with a stand-in for
nvcc and with nvcc where it is. Exit status 77: skipped.
"""
import json
import pathlib
import shutil
import sys
import tempfile

from packaging import (KNOWN, NEW, ROOT, compilers, copy_example, expect, fail, run, skip, spoil)

MODULE = ROOT / "integration" / "cmake"
MAKERS = {"Ninja": "ninja", "Unix Makefiles": "make"}
FAULT = """__global__ void NAME(float *p) { p[threadIdx.x * 32] = 1; }
void runNAME(float *p) { NAME<<<1, 32>>>(p); }
"""
# Sources that only the build system knows to be CUDA, or to be there at all;
# compile commands are switched on by the module.
VARIANTS = """cmake_minimum_required(VERSION 3.25)
project(variants LANGUAGES CXX CUDA)
find_package(warp-tidy REQUIRED)
set(NONE --cuda-path=none) # Fast.
add_subdirectory(sub)
warp_tidy_target(outside EXTRA ${NONE})
add_executable(named)
add_executable(Alias::named ALIAS named)
warp_tidy_target(Alias::named EXTRA --quiet ${NONE} -- -DUNUSED)
target_sources(named PRIVATE byname.cpp late.cu)
set_source_files_properties(byname.cpp PROPERTIES LANGUAGE CUDA)
add_executable(expressions main.cpp "$<$<CONFIG:Debug>:debug.cu>"
  "$<$<CONFIG:Release>:${CMAKE_CURRENT_SOURCE_DIR}/release.cu>")
warp_tidy_target(expressions EXTRA ${NONE})
add_executable(none main.cpp "$<$<CONFIG:Debug>:debug.cu>")
warp_tidy_target(none EXTRA ${NONE})
add_custom_command(OUTPUT made.cu
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/made.in ${CMAKE_BINARY_DIR}/made.cu
  DEPENDS made.in)
add_library(generated made.cu)
warp_tidy_target(generated EXTRA ${NONE})
add_library(exactly late.cu byname.cpp)
warp_tidy_target(exactly CHECKS gpu-* -gpu-uncoalesced-global-access
  WARNINGS_AS_ERRORS gpu-* other-* EXTRA ${NONE})
"""
# What is wrong, and the sentence that says so.
WRONG = {
    "warp_tidy_target(x CHEKS gpu-*)":
        "unknown argument CHEKS gpu-*; there are CHECKS, WARNINGS_AS_ERRORS, BASELINE, SARIF "
        "and EXTRA",
    "warp_tidy_target(x BASELINE)": "BASELINE needs a value",
    "warp_tidy_target(y)": "warp_tidy_target(y): there is no such target here",
    "warp_tidy_target(x)\nwarp_tidy_target(x)": "called before",
    "add_library(i INTERFACE)\nwarp_tidy_target(i)": "compiles nothing in this project",
    "add_library(s OBJECT host.cpp)\nwarp_tidy_target(s)":
        "warp_tidy_target(s): the target has no CUDA sources (*.cu, or LANGUAGE CUDA)",
    "set(CMAKE_GENERATOR Xcode)\nwarp_tidy_target(x)":
        "with Ninja and Makefiles only, not with Xcode",
    "set(WARP_TIDY_EXECUTABLE /nowhere/warp-tidy)\nwarp_tidy_target(x)":
        "warp-tidy is not in PATH; set -DWARP_TIDY_EXECUTABLE",
}


def configure(project, build, generator, tool, *more, status=0):
    text = run(["cmake", "-S", project, "-B", build, "-G", generator, f"-Dwarp-tidy_DIR={MODULE}",
                f"-DWARP_TIDY_EXECUTABLE={tool}", *more], status)
    return " ".join(text.split())


def target(build, name, status=0):
    text = run(["cmake", "--build", build, "--target", name], None if status else 0)
    if status and "FAILED" not in text and "Error 1" not in text:
        fail(f"target {name} was expected to fail", text)
    return text


def check_example(folder, generator, compiler, tool):
    project, build = copy_example(folder), folder / "build"
    stands_in = compiler.parts[-3] == "toolkit"
    if stands_in:  # Fast.
        lists = project / "CMakeLists.txt"
        lists.write_text(lists.read_text().replace("EXTRA", "EXTRA --cuda-path=none"))
    configure(project, build, generator, tool, f"-DCMAKE_CUDA_COMPILER={compiler}")
    expect(target(build, "warp-tidy"), "warp-tidy: example", "1 finding is in the baseline",
           absent=[KNOWN])
    results = json.loads((build / "warp-tidy.sarif").read_text())["runs"][0]["results"]
    if [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results] != \
            ["src/transpose.cu"] or not results[0].get("suppressions"):
        fail("one suppressed result was expected", results)
    if list(build.glob("CMakeFiles/example.dir/src/*.o")):
        fail("linting compiled the target")

    spoil(project)
    expect(target(build, "warp-tidy", status=1),
           f"{project}/src/" + NEW.format("error"), absent=[KNOWN])
    if generator == "Ninja" and stands_in:
        check_baseline(project, build)


def check_baseline(project, build):
    baseline = project / "warp-tidy-baseline.json"
    baseline.unlink()
    expect(target(build, "warp-tidy-example-baseline"), "wrote 2 findings")
    expect(target(build, "warp-tidy-example"), "2 findings are in the baseline")
    names = [entry["file"] for entry in json.loads(baseline.read_text())["findings"]]
    if sorted(set(names)) != ["src/scale.cu", "src/transpose.cu"]:
        fail("the baseline's paths start from the wrong folder", names)


def write_variants(project):
    (project / "sub").mkdir(parents=True)
    (project / "CMakeLists.txt").write_text(VARIANTS)
    (project / "sub" / "CMakeLists.txt").write_text(
        "add_library(sub STATIC sub.cu)\nwarp_tidy_target(sub EXTRA ${NONE})\n"
        "add_library(outside outside.cu)\n")
    (project / "main.cpp").write_text("int main() {}\n")
    for name in ("sub/sub.cu", "sub/outside.cu", "byname.cpp", "late.cu", "debug.cu",
                 "release.cu", "made.in"):
        kernel = pathlib.Path(name).stem
        (project / name).write_text(FAULT.replace("NAME", kernel))


def check_variants(folder, generator, compiler, tool):
    project, build = folder / "variants", folder / "build-variants"
    write_variants(project)
    configure(project, build, generator, tool, f"-DCMAKE_CUDA_COMPILER={compiler}",
              "-DCMAKE_BUILD_TYPE=Release")

    lines = target(build, "warp-tidy").splitlines()
    found = sorted(line.split(":1:")[0].removeprefix(f"{folder}/") for line in lines
                   if ":1:" in line and "warp store touches 32 sectors" in line)
    # Each target's faults once; exactly's are not among its CHECKS.
    expected = ["build-variants/made.cu", "variants/byname.cpp", "variants/late.cu",
                "variants/release.cu", "variants/sub/outside.cu", "variants/sub/sub.cu"]
    if found != expected:
        fail(f"{found} was found, not {expected}")
    expect("\n".join(lines), "none has no CUDA sources in this configuration")
    expect(target(build, "warp-tidy-exactly"), absent=["warning"])


def check_wrong(folder, tool):
    for number, (code, sentence) in enumerate(WRONG.items()):
        project = folder / f"wrong-{number}"
        project.mkdir()
        (project / "host.cpp").write_text("int host;\n")
        (project / "x.cu").write_text(FAULT)
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(wrong LANGUAGES NONE)\n"
            f"find_package(warp-tidy REQUIRED)\nadd_library(x OBJECT x.cu)\n{code}\n")
        text = configure(project, project / "build", "Ninja", tool, status=1)
        expect(text, " ".join(sentence.split()))


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("ninja"):
        skip("ninja is not here")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        check_wrong(folder, tool)
        for number, compiler in enumerate(compilers(folder)):
            for generator, maker in MAKERS.items():
                # The real compiler is slow, and Makefiles differ in paths only.
                if shutil.which(maker) and (number == 0 or generator == "Ninja"):
                    part = folder / f"{maker}-{number}"
                    part.mkdir()
                    check_example(part, generator, compiler, tool)
                    if number == 0 and maker == "ninja":
                        check_variants(part, generator, compiler, tool)
                    print(f"{generator} with {compiler}: linted by its targets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
