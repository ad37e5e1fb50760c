#!/usr/bin/env python3
"""Installs into a prefix, moves the prefix, and uses what lies there.

Usage: install_test.py BUILD_DIR [CLANG_TIDY], the second to load the module with.
"""
import pathlib
import re
import sys
import tempfile

from packaging import EXAMPLE, KNOWN, ROOT, expect, fail, run

LINT = ["--cuda-path=none", EXAMPLE / "src" / "scale.cu", EXAMPLE / "src" / "transpose.cu"]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES NONE)
find_package(warp-tidy {} REQUIRED)
message("found ${{WARP_TIDY_EXECUTABLE}}")
"""


def check_lint(tool, folder):
    text = run([tool, *LINT], cwd=folder)
    expect(text, KNOWN)
    if text.count(" warning: ") != 1:
        fail("one warning was expected", text)


def check_verify(tool, folder):
    """Without profiler and arguments: predicts the kernels that were installed."""
    text = run([tool, "verify", "--only", "transpose-naive", "--cuda-path=none"], None,
               {"PATH": "/nowhere"}, cwd=folder)
    expect(text, "nothing was measured", absent=["no transpose-naive/kernel.cu"])
    if "transpose-naive/kernel.cu" not in (folder / "measured" / "predictions.json").read_text():
        fail("nothing was predicted", text)


def check_package(prefix, folder):
    for version, status in (("0.1", 0), ("99", 1)):
        project = folder / f"user-{version}"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(PROJECT.format(version))
        text = run(["cmake", "-S", project, "-B", project / "build",
                    f"-DCMAKE_PREFIX_PATH={prefix}"], status)
        if status == 0:
            expect(text, f"found {prefix}/bin/warp-tidy\n")


def check_links(documents):
    """Pages link to others that are installed; what is left out is source code."""
    for page in ROOT.glob("rules/*/rule.md"):
        if not (documents / page.relative_to(ROOT)).exists():
            fail(f"{page} is not installed")
    for page in sorted(documents.rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+?\.(?:md|svg))(?:#[^)]*)?\)", page.read_text()):
            if not (page.parent / link).exists():
                fail(f"{page} links to {link}, which is not installed")


def check_parts(prefix):
    """Alone, each part that the program needs is missed with a sentence."""
    (prefix / "share" / "warp-tidy" / "include").rename(prefix / "gone")
    expect(run([prefix / "bin" / "warp-tidy", *LINT], 2), "the program's own headers are not in "
           f"'{prefix}/share/warp-tidy/include'")
    (prefix / "gone").rename(prefix / "share" / "warp-tidy" / "include")
    (prefix / "bin" / "warp-tidy-measure").unlink()
    expect(run([prefix / "bin" / "warp-tidy", "compare"], 2),
           f"'{prefix}/bin/warp-tidy-measure' is not there")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        run(["cmake", "--install", build, "--prefix", folder / "first"])
        prefix = folder / "moved"
        (folder / "first").rename(prefix)
        for path in prefix.rglob("*"):
            if path.is_symlink() or (path.is_file() and str(ROOT).encode() in path.read_bytes()):
                fail(f"{path} leads back to the source or build folder")
        tool = prefix / "bin" / "warp-tidy"
        check_lint(tool, folder)
        (folder / "link").symlink_to(tool)
        check_lint(folder / "link", folder)
        check_verify(tool, folder)
        check_package(prefix, folder)
        check_links(prefix / "share" / "doc" / "warp-tidy")
        if any(sys.argv[2:]):
            module = prefix / "lib" / "warp-tidy" / "warp-tidy-module.so"
            expect(run([sys.argv[2], f"--load={module}", "--checks=-*,gpu-*", "--list-checks"]),
                   "gpu-shared-bank-conflict")
        check_parts(prefix)
    print("installed, moved and used")
    return 0


if __name__ == "__main__":
    sys.exit(main())
