#!/usr/bin/env python3
"""How fast warp-tidy is, next to other programs on the same files.

Usage: bench.py WARP_TIDY [--only NAME ...] [--runs N] [--json FILE] [--svg FILE]
                [--project DIR] [--file FILE.cu ...] [--peer NAME=COMMAND ...]

Runs each case in turns with its peers, prints medians and ratios, and writes all
samples as JSON. With a file of results that is there already, only the cases that
are run now are replaced. docs/speed.md says what the cases are.
"""
import argparse
import datetime
import json
import os
import pathlib
import sys
import tempfile
import time

import cases
import growth
import plot
from table import table
from tools import Tools, machine

SCHEMA = 1
GROUPS = {"cold": cases.cold, "warm": cases.warm, "editor": cases.editor,
          "large": cases.large, "project": cases.project,
          "growth-accesses": growth.accesses, "growth-files": growth.files,
          "growth-cores": growth.cores}
SIZES = {"accesses": 10000, "loops": 2000, "lines": 5000, "templates": 1000,
         "editor": 1000, "files": 200, "growth": [10, 100, 300, 1000, 3000, 10000],
         "growth_lines": [100, 500, 1000, 2000, 5000], "growth_files": [1, 10, 50, 200, 500]}
# The suite's own test runs these.
SMALL = {"accesses": 40, "loops": 20, "lines": 60, "templates": 20, "editor": 20, "files": 4,
         "growth": [10, 40], "growth_lines": [50, 100], "growth_files": [1, 2]}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("warp_tidy")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=GROUPS, default=list(GROUPS),
                        help="of " + ", ".join(GROUPS))
    parser.add_argument("--runs", type=int, default=5, help="of each case (default: 5)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE",
                        help="results, kept up to date")
    parser.add_argument("--svg", type=pathlib.Path, metavar="FILE", help="the growth as a figure")
    parser.add_argument("--project", metavar="DIR", help="a project instead of a made-up one")
    parser.add_argument("--file", nargs="+", metavar="FILE.cu", default=[],
                        help="files for cold, warm and editor")
    parser.add_argument("--peer", action="append", metavar="NAME=COMMAND", default=[],
                        help="another program, called with {file}")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin", metavar="DIR",
                        help="where clang++ and clang-tidy are")
    parser.add_argument("--cuda-path", default="/usr/local/cuda", metavar="DIR",
                        help="toolkit; 'none' for the built-in headers alone")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS",
                        help="of one run of one file (default: 60)")
    parser.add_argument("--small", action="store_true", help="small sizes, to try the suite")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs: at least 1")
    bad = [peer for peer in options.peer if "=" not in peer or "{file}" not in peer]
    if bad:
        parser.error(f"--peer {bad[0]}: not NAME=COMMAND with {{file}}")
    for path in (*options.file, options.warp_tidy):
        if not pathlib.Path(path).is_file():
            parser.error(f"{path}: no such file")
    if options.project and not pathlib.Path(options.project).is_dir():
        parser.error(f"{options.project}: no such folder")
    return options


def earlier(path):
    """The cases of an earlier run in the same form."""
    if not path or not path.exists():
        return {}
    results = json.loads(path.read_text(encoding="utf-8"))
    if results.get("schema") != SCHEMA:
        sys.exit(f"{path}: schema {results.get('schema')} and not {SCHEMA}; remove the file")
    return results["cases"]


def write(path, text):
    if path:
        new = path.with_name(path.name + ".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)


def main():
    options = arguments()
    tools = Tools(options.warp_tidy, options.llvm, options.cuda_path, options.peer)
    results = {"schema": SCHEMA, "machine": machine(), "versions": tools.versions(),
               "missing": tools.missing(), "cases": earlier(options.json)}
    if tools.missing():
        print("not here, left out: " + ", ".join(tools.missing()), flush=True)
    sizes = dict(SMALL if options.small else SIZES, cores=results["machine"]["cores"])
    with tempfile.TemporaryDirectory() as folder:
        # Whatever is kept by default is kept here: the first opening of a file in
        # the language server finds nothing.
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        os.environ["TMPDIR"] = folder  # What nvcc's front end alone leaves behind.
        context = cases.Context(tools, sizes, options.runs, options.timeout, folder,
                                options.file, options.project)
        for group in GROUPS:
            if group not in options.only:
                continue
            start = time.perf_counter()
            for name, case in GROUPS[group](context):
                case["date"] = datetime.datetime.now(datetime.timezone.utc).isoformat(
                    timespec="seconds")
                case["version"] = results["versions"]["warp-tidy"]
                results["cases"][name] = case
                write(options.json, json.dumps(results, indent=1) + "\n")
                print(table(name, case), flush=True)
            print(f"({group}: {time.perf_counter() - start:.0f} s)\n", flush=True)
    figure = plot.draw(results)
    if options.svg and figure:
        write(options.svg, figure)


main()
