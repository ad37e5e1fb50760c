#!/usr/bin/env python3
"""Runs warp-tidy with the headers of several CUDA toolkits.

usage: check_toolkits.py WARP-TIDY [--all] [--folder DIR]

The headers come from the Python packages in which NVIDIA publishes them, through
pip. With each toolkit the corpus must give the same predictions as with the
built-in declarations, and Inputs/toolkits/*.cu what their comments say. Without
--all three toolkits are tried, each with a third of the corpus, so that it takes
less than a minute. --folder keeps the headers for the next run.

Exit status: 0, 1 if something differs, 77 if pip can't get the packages.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

CORPUS = pathlib.Path(__file__).resolve().parents[1]
INPUTS = CORPUS / "frontend/Inputs/toolkits"
SKIPPED = 77
QUICK = ["11.8", "12.4", "13.5"]
ALL = ["11.8", "12.0", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.8", "12.9",
       "13.0", "13.1", "13.2", "13.5"]
CCCL = {"13.5": "13.3.*"}  # Has a numbering of its own from 13.3 on.


def packages(version):
    major = version.split(".")[0]
    suffix = "" if major == "13" else "-cu" + major
    compiler = "nvidia-cuda-crt" if major == "13" else "nvidia-cuda-nvcc" + suffix
    return ["nvidia-cuda-runtime%s==%s.*" % (suffix, version),
            "%s==%s.*" % (compiler, version),
            "nvidia-cuda-cccl%s==%s" % (suffix, CCCL.get(version, version + ".*"))]


def download(package, folder):
    """The error in one line, or None."""
    result = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check",
         "--no-input", "download", "--no-deps", "--only-binary=:all:", "--retries=1",
         "--timeout=15", "--dest", str(folder), package],
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode:
        lines = [line for line in result.stderr.splitlines() if "ERROR" in line]
        return (lines or result.stderr.splitlines() or ["pip failed"])[-1]
    return None


def assemble(version, root):
    """The folder of the toolkit, or why there is none."""
    toolkit = root / version
    if (toolkit / "complete").exists():
        return toolkit, None
    with tempfile.TemporaryDirectory() as wheels:
        for package in packages(version):
            if error := download(package, wheels):
                return None, error
        for wheel in sorted(pathlib.Path(wheels).glob("*.whl")):
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    inside = re.match(r"nvidia/[^/]+/include/(.+[^/])$", name)
                    if inside:
                        path = toolkit / "include" / inside[1]
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(archive.read(name))
    (toolkit / "bin").mkdir(exist_ok=True)
    (toolkit / "complete").touch()
    return toolkit, None


def predictions(tool, toolkit, files):
    """What each file gave, by name; and all that was said on standard error."""
    with tempfile.NamedTemporaryFile() as out:
        result = subprocess.run(
            [tool, "--cuda-path=%s" % toolkit, "--predictions=" + out.name,
             *map(str, files)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        document = json.load(open(out.name, encoding="utf-8"))
    return ({file["file"]: json.dumps(file) for file in document["files"]},
            result.stderr, result.returncode)


def check_inputs(version, toolkit, tool):
    """Lines that say what differs from the comments in Inputs/toolkits."""
    wrong = []
    for source in sorted(INPUTS.glob("*.cu")):
        options = []
        if source.name == "library.cu":
            if toolkit == "none":
                continue
            # Clang refuses some host code of some versions.
            options.append("--quiet")
            if not any((toolkit / "include" / folder / "cuda/std/utility").exists()
                       for folder in ("", "cccl")):
                print("%s: without %s: its package of CCCL lacks libcu++"
                      % (version, source.name))
                continue
        result = subprocess.run(
            [sys.executable, str(CORPUS / "check_predictions.py"), tool, str(source), "--",
             "--cuda-path=%s" % toolkit, *options],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if result.returncode:
            wrong += ["%s: %s" % (version, line)
                      for line in (result.stdout + result.stderr).splitlines()]
    return wrong


def check(version, toolkit, tool, files, expected):
    """Lines that say what is wrong with a toolkit."""
    wrong = []
    found, said, code = predictions(tool, toolkit, files)
    wrong += ["%s: %s" % (version, line) for line in said.splitlines()]
    if code not in (0, 1):  # 1: some file of the corpus has a fault on purpose.
        wrong.append("%s: exit status %d over the corpus" % (version, code))
    for file in map(str, files):
        if found.get(file) != expected[file]:
            wrong.append("%s: other predictions than with the built-in declarations: %s"
                         % (version, file))
    return wrong + check_inputs(version, toolkit, tool)


def run(options, root):
    versions = ALL if options.all else QUICK
    with concurrent.futures.ThreadPoolExecutor(len(versions)) as pool:
        assembled = dict(zip(versions, pool.map(lambda v: assemble(v, root), versions)))
    for version, (_, error) in assembled.items():
        if error:
            print("%s: left out, pip can't get its headers: %s" % (version, error))
    toolkits = {v: folder for v, (folder, _) in assembled.items() if folder}
    if not toolkits:
        print("skipped: pip can't get the header packages of any toolkit")
        return SKIPPED

    corpus = sorted(file for name in ("cases", "seeds", "control")
                    for file in (CORPUS / name).glob("*.cu"))
    expected, said, _ = predictions(options.tool, "none", corpus)
    wrong = ["built-in: " + line for line in said.splitlines()]
    wrong += check_inputs("built-in", "none", options.tool)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for i, (version, toolkit) in enumerate(toolkits.items()):
            files = corpus if options.all else corpus[i::len(QUICK)]
            jobs.append(pool.submit(check, version, toolkit, options.tool, files, expected))
        for job in jobs:
            wrong += job.result()
    for line in wrong:
        print(line)
    print("%s with %s" % ("FAILED" if wrong else "the same", ", ".join(toolkits)))
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool")
    parser.add_argument("--all", action="store_true", help="every toolkit and every file")
    parser.add_argument("--folder", type=pathlib.Path, help="where headers are kept")
    options = parser.parse_args()
    if options.folder:
        return run(options, options.folder)
    with tempfile.TemporaryDirectory() as root:
        return run(options, pathlib.Path(root))


if __name__ == "__main__":
    sys.exit(main())
