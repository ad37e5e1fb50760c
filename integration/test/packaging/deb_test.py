#!/usr/bin/env python3
"""Builds the Debian package, checks what it says and holds, unpacks it and lints.

Usage: deb_test.py BUILD_DIR. Exit status 77: skipped.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from install_test import check_lint
from packaging import ROOT, expect, fail, run, skip

HOLDS = """usr/bin/warp-tidy
usr/bin/warp-tidy-measure
usr/lib/warp-tidy/warp-tidy-module.so
usr/share/cmake/warp-tidy/WarpTidy.cmake
usr/share/cmake/warp-tidy/warp-tidy-config.cmake
usr/share/cmake/warp-tidy/warp-tidy-config-version.cmake
usr/share/doc/warp-tidy/LICENSE
usr/share/doc/warp-tidy/README.md
usr/share/doc/warp-tidy/copyright
usr/share/doc/warp-tidy/integration/ci/github/action.yml
usr/share/doc/warp-tidy/integration/ci/gitlab/warp-tidy.gitlab-ci.yml
usr/share/doc/warp-tidy/integration/docs/install.md
usr/share/doc/warp-tidy/integration/editors/vscode/package.json
usr/share/doc/warp-tidy/integration/examples/cmake-project/CMakeLists.txt
usr/share/warp-tidy/include/warp_tidy/vector_types.h
usr/share/warp-tidy/include/warp_tidy_cuda.h
usr/share/warp-tidy/kernels/transpose-naive/kernel.cu""".splitlines()
# The packages that the libraries of our programs come from.
PACKAGE_OF = {"libclang-cpp.so.22.1": "libclang-cpp22", "libLLVM.so.22.1": "libllvm22",
              "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1",
              "libc.so.6": "libc6", "libm.so.6": "libc6", "ld-linux-x86-64.so.2": "libc6",
              "ld-linux-aarch64.so.1": "libc6"}


def build_package(build, folder):
    if not shutil.which("cpack") or not shutil.which("dpkg-deb"):
        skip("cpack or dpkg-deb is not here")
    run(["cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder,
         "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"], cwd=build)  # Fast.
    packages = list(folder.glob("*.deb"))
    if len(packages) != 1:
        fail(f"one package was expected, not {packages}")
    return packages[0]


def depended(package):
    fields = run(["dpkg-deb", "-f", package, "Depends"]).strip().split(", ")
    return {field.split()[0]: field for field in fields}


def check_control(package):
    version = re.search(r"project\(warp-tidy VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
    architecture = run(["dpkg", "--print-architecture"]).strip()
    expect(run(["dpkg-deb", "-f", package]), "Package: warp-tidy\n",
           f"Version: {version[1]}\n", f"Architecture: {architecture}\n", "Section: devel\n",
           ", libstdc++-12-dev | libstdc++-dev\n",
           "Description: static analyzer for the memory accesses")
    if package.name != f"warp-tidy_{version[1]}_{architecture}.deb":
        fail(f"{package.name} is not named as Debian names packages")
    depends = depended(package)
    for name in ("libllvm22", "libclang-cpp22", "libclang-common-22-dev"):
        # 1:22.1.8-1~deb12u1 of Debian and 1:22.1.8~++2026 of apt.llvm.org, not 22.0.
        minimum = re.fullmatch(name + r" \(>= (\S+)\)", depends.get(name, ""))
        if not minimum:
            fail(f"{name} is not depended on as it should be: {depends}")
        for version, good in (("1:22.1.8-1~deb12u1", True), ("1:22.1.8~++20260101", True),
                              ("1:22.0.9-1", False), ("1:21.1.8-1", False)):
            if (subprocess.run(["dpkg", "--compare-versions", version, "ge", minimum[1]])
                    .returncode == 0) != good:
                fail(f"{version} {'is not' if good else 'is'} enough for {depends[name]}")


def check_contents(package):
    entries = [line.split(None, 5) for line in run(["dpkg-deb", "-c", package]).splitlines()]
    names = {entry[5].removeprefix("./").rstrip("/") for entry in entries}
    missing = [name for name in HOLDS if name not in names]
    if missing:
        fail(f"the package lacks {missing}")
    for mode, owner, _, _, _, name in entries:
        if owner != "root/root" or mode[7:] not in ("r-x", "r--"):
            fail(f"{mode} {owner} {name}: only root may write, all may read")
        if not re.fullmatch(r"\./|\./usr/((bin|lib|share)/.*)?", name):
            fail(f"{name} is no place of a package")
        if name.endswith(".pyc") or "__pycache__" in name:
            fail(f"{name} belongs to a test run")


def check_libraries(package, root):
    """All that the programs are linked with is in a package that is depended on."""
    depends = depended(package)
    for name in ("usr/bin/warp-tidy", "usr/bin/warp-tidy-measure",
                 "usr/lib/warp-tidy/warp-tidy-module.so"):
        text = run(["readelf", "-d", root / name])
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
        lacking = [library for library in needed if PACKAGE_OF.get(library) not in depends]
        if not needed or lacking:
            fail(f"{name} needs {needed}, of which no package brings {lacking}")
        if ".debug_info" in run(["readelf", "-SW", root / name]):
            fail(f"{name} is not stripped")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        package = build_package(build, folder)
        check_control(package)
        check_contents(package)
        root = folder / "root"
        run(["dpkg-deb", "-x", package, root])
        check_lint(root / "usr" / "bin" / "warp-tidy", folder)
        if shutil.which("readelf"):
            check_libraries(package, root)
        print(f"{package.name}, {package.stat().st_size // 1024} KiB: built, unpacked and used")
    return 0


if __name__ == "__main__":
    sys.exit(main())
