#!/usr/bin/env python3
"""Validates SARIF logs of the tool against the public schema of SARIF 2.1.0.

Usage: check_sarif.py WARP_TIDY FILE.cu...

The schema is not ours and not kept here. It is read from the file that
WARPTIDY_SARIF_SCHEMA names, or fetched from where the logs say it is; without
either the test is skipped (exit status 77). test_corpus/output checks the
structure without it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

import jsonschema

SKIPPED = 77
BROKEN = """__global__ void broken(float *p) { p[threadIdx.x] = undeclared; }
// warp-tidy: block(0)
__global__ void annotated(float *p) { p[threadIdx.x * 32] = 1; }
"""
SILENCED = """__global__ void k(float *p) {
  p[threadIdx.x * 32] = 1; // NOLINT(gpu-*)
  p[threadIdx.x] = 1; // NOLINT(gpu-shared-bank-conflict)
}
void run(float *p) { k<<<1, 32>>>(p); }
"""


def read_schema(log):
    path = os.environ.get("WARPTIDY_SARIF_SCHEMA")
    if path:
        return json.loads(pathlib.Path(path).read_text())
    try:
        with urllib.request.urlopen(log["$schema"], timeout=5) as answer:
            return json.load(answer)
    except OSError as error:
        print(f"the schema can't be fetched ({error}); WARPTIDY_SARIF_SCHEMA may name it")
        sys.exit(SKIPPED)


def make_log(tool, folder, name, arguments):
    path = folder / name
    subprocess.run(
        [tool, "--cuda-path=none", f"--sarif={path}", *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return json.loads(path.read_text())


def main():
    tool, files = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "broken.cu").write_text(BROKEN)
        (folder / "silenced.cu").write_text(SILENCED)
        broken = [folder / "broken.cu", folder / "missing.cu"]
        base = f"--baseline={folder / 'base.json'}"
        first = make_log(tool, folder, "files", files[:1])
        schema = read_schema(first)
        logs = [
            first,
            make_log(tool, folder, "files", files),
            make_log(tool, folder, "broken", broken),
            make_log(tool, folder, "silenced", [folder / "silenced.cu"]),
            make_log(tool, folder, "written", [f"--write-baseline={folder / 'base.json'}", *files]),
            make_log(tool, folder, "known", [base, *files]),
        ]
    for log in logs:
        jsonschema.validate(log, schema)
    results = sum(len(log["runs"][0]["results"]) for log in logs)
    fixes = sum("fixes" in r for log in logs for r in log["runs"][0]["results"])
    if not results or not fixes:
        print("the logs hold no result, or no fix")
        return 1
    print(f"{len(logs)} logs with {results} results follow the schema")
    return 0


sys.exit(main())
