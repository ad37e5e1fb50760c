"""Applies the fixes of warp-tidy to copies of CUDA files and lints the results.

Usage: check_fixes.py [--min=N] TOOL FOLDER... [-- ARGUMENT...]

Every folder is copied. Each .cu file of it for which fixes are offered is fixed
in place; then it must give no new compile error and no new finding, the findings
that had a fix must be gone, and each array that a fix speaks of must be ideal in
all accesses. Another --fix must leave it alone. Prints what was done; with
--min=N, fewer than N applied fixes are a failure, so that the check cannot
become empty.
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROMISE = re.compile(r"^with '.*' no access to '(\w+)' has a conflict$")


def lint(tool, path, arguments, predictions=None):
    """The findings of a file; their predictions are written as well."""
    more = [f"--predictions={predictions}"] if predictions else []
    run = subprocess.run(
        [tool, "--quiet", "--output-format=json", *more, str(path), *arguments],
        capture_output=True, text=True, errors="replace", check=False)
    return json.loads(run.stdout)


def keys(findings):
    """What findings are when lines move."""
    return collections.Counter(
        (f["rule"], f["source"], re.sub(r"<.*", "", f["kernel"]))
        for f in findings if f["rule"].startswith("gpu-") and not f.get("suppressed"))


def not_ideal(files, kernels, array):
    """Accesses to the array that cost more than they must, of the kernels: as
    compiled, where nvcc makes others of them."""
    for kernel in (k for file in files for k in file["kernels"] if k["name"] in kernels):
        for access in kernel["accesses"]:
            if access["space"] != "shared" or not access.get("source", "").startswith(array + "["):
                continue
            made = [c for c in kernel.get("compiled", []) if access["id"] in c["members"]]
            for p in (p for a in made or [access] for p in a.get("predictions", [])):
                if p["pattern"] != "not-executed" and p.get("max") != p.get("ideal"):
                    yield f"{access['id']}: {p.get('max')} {p.get('unit')} where {p.get('ideal')}"


def check(tool, path, arguments, folder):
    """Fixes one file; the number of fixes, and what is wrong with them."""
    before = lint(tool, path, arguments)
    fixed = [f for f in before["findings"]
             if f["fix"] and f["rule"].startswith("gpu-") and not f.get("suppressed")]
    if not fixed:
        return 0, []
    edits = {json.dumps(f["fix"], sort_keys=True) for f in fixed}
    old = path.read_bytes()
    subprocess.run([tool, "--quiet", "--fix", "--warn-unused-nolint=0", str(path), *arguments],
                   capture_output=True, check=False)
    if path.read_bytes() == old:
        return 0, ["--fix changed nothing, though edits are in the JSON"]
    predictions = pathlib.Path(folder, "predictions.json")
    after = lint(tool, path, arguments, predictions)
    files = json.loads(predictions.read_text())["files"]
    wrong = []
    if len(after["notices"]) > len(before["notices"]):
        wrong.append(f"notices: {after['notices']}")
    expected = keys(before["findings"]) - keys(fixed)
    for key, count in (keys(after["findings"]) - expected).items():
        wrong.append(f"{count} finding(s) left or new: {key}")
    for f in fixed:
        for note in f["notes"]:
            if promise := PROMISE.match(note["message"]):
                kernels = {g["kernel"] for g in fixed}
                wrong += not_ideal(files, kernels, promise.group(1))
    again = [f for f in after["findings"] if f["fix"] and f["rule"].startswith("gpu-")
             and not f.get("suppressed")]
    if again:
        wrong.append("fixes are offered for the fixed file")
    return len(edits), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tool")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--min", type=int, default=1)
    own, arguments = sys.argv[1:], []
    if "--" in own:
        own, arguments = own[:own.index("--")], own[own.index("--") + 1:]
    args = parser.parse_args(own)
    total = files = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, source in enumerate(args.folders):
            copy = pathlib.Path(folder, str(number), source.name)
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns(".git"))
            for path in sorted(copy.rglob("*.cu")):
                count, wrong = check(args.tool, path, arguments, folder)
                total, files = total + count, files + bool(count)
                if count or wrong:
                    print(f"{path.relative_to(copy)}: {count} fix(es)")
                failures += bool(wrong)
                for line in wrong:
                    print(f"  wrong: {line}")
                sys.stdout.flush()
    print(f"{total} fixes in {files} files, {failures} files wrong")
    return 1 if failures or total < args.min else 0


if __name__ == "__main__":
    sys.exit(main())
