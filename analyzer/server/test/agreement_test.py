#!/usr/bin/env python3
"""An edited document says what the command line says of the same text.

Opens files of the rules and of the corpus, and changes each, so that its
headers come precompiled, to a text that makes another analysis necessary; the
diagnostics must be those of the command line tool, place by place.

agreement_test.py WARP-TIDY [FILE... [-- OPTION...]]: with files, those.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from lsp_client import Client

ROOT = pathlib.Path(__file__).resolve().parents[3]
SEVERITIES = {1: "error", 2: "warning", 3: "remark"}


def files():
    yield from sorted(ROOT.glob("rules/*/test.cu"))
    for folder in ("seeds", "control", "compiled", "launches"):
        yield from sorted((ROOT / "test_corpus" / folder).glob("*.cu"))[::5]
    yield from sorted(ROOT.glob("kernels/*/kernel.cu"))[::20]


def own_options(path):
    """What a case passes to the tool in its RUN line."""
    run = re.search(r"RUN:.*%warp-tidy([^|]*)", path.read_text())
    return [w for w in (run.group(1).split() if run else [])
            if w.startswith(("--block", "--assume", "--gpu-arch"))]


def said_on_the_command_line(binary, path, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run([binary, "--quiet", f"--predictions={out.name}", str(path), *options],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        document = json.load(open(out.name))
    return sorted((d["line"], d["column"], d["rule"], d["severity"], d["message"])
                  for d in document["diagnostics"]
                  if pathlib.Path(d["file"]).resolve() == path)


def said_in_the_editor(binary, path, options):
    text = path.read_bytes().decode(errors="surrogateescape")
    if any(ord(c) > 127 for c in text):
        text = text.encode("ascii", "replace").decode()  # Columns are bytes.
    client = Client(binary, *options)
    try:
        client.initialize(debounceMilliseconds=0)
        client.open(path, text + "\n__global__ void nobody() {}\n")
        client.diagnostics(path, 1, timeout=300)
        client.change(path, text, 2)
        shown = client.diagnostics(path, 2, timeout=300)
    finally:
        client.kill()
    return sorted((d["range"]["start"]["line"] + 1, d["range"]["start"]["character"] + 1,
                   d["code"], SEVERITIES[d["severity"]], d["message"].split("\n")[0])
                  for d in shown if d["code"].startswith(("gpu-", "warp-tidy-")))


def main():
    binary, *arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    named, given = arguments[:end], arguments[end + 1:]
    paths = [pathlib.Path(n).resolve() for n in named] or list(files())
    differing = findings = 0
    for path in paths:
        options = given or own_options(path)
        expected = said_on_the_command_line(binary, path, options)
        found = said_in_the_editor(binary, path, options)
        findings += len(expected)
        if expected != found:
            differing += 1
            print(f"{path}:")
            for mark, rows in (("-", [e for e in expected if e not in found]),
                               ("+", [f for f in found if f not in expected])):
                for row in rows:
                    print(f"  {mark} {row}")
    print(f"{len(paths)} files, {findings} findings, {differing} files differ")
    return 1 if differing or not findings else 0


sys.exit(main())
