#!/usr/bin/env python3
"""Checks that the predictions of some files follow the schema, and that two
runs give the same bytes.

Usage: check_schema.py WARP_TIDY SCHEMA FILE.cu...
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema


def predict(tool, files, folder, name):
    path = pathlib.Path(folder) / name
    subprocess.run([tool, "--quiet", "--cuda-path=none", f"--predictions={path}", *files],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path.read_bytes()


def main():
    tool, schema, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder:
        first = predict(tool, files, folder, "1.json")
        second = predict(tool, files, folder, "2.json")
    document = json.loads(first)
    jsonschema.validate(document, json.loads(pathlib.Path(schema).read_text()))
    accesses = [a for f in document["files"] for k in f["kernels"] for a in k["accesses"]]
    if not accesses or first != second:
        print("no accesses, or two runs differ")
        return 1
    ids = [a["id"] for a in accesses]
    if len(ids) != len(set(ids)):
        print("access ids are not unique")
        return 1
    print(f"{len(accesses)} accesses follow the schema")
    return 0


sys.exit(main())
