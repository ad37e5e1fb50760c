#!/usr/bin/env python3
"""Checks that each folder includes only from its left in the data flow.

model/, rules/ and report/ must not see Clang or LLVM IR at all.
"""
import pathlib
import re
import sys

FLOW = ["frontend", "access", "launch", "model", "rules", "report", "server", "tool"]
PURE = {"model", "rules", "report"}
INCLUDE = re.compile(r'#include\s+["<]([^">]+)[">]')
COMPILER = re.compile(r"^(clang|clang-tidy|llvm)/")


def violations(root):
    for path in sorted(root.glob("analyzer/*/*")) + sorted(root.glob("rules/**/*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        relative = path.relative_to(root)
        folder = relative.parts[0] if relative.parts[0] == "rules" else relative.parts[1]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            target = found.group(1)
            if folder in PURE and COMPILER.match(target):
                yield f"{relative}:{number}: {folder}/ must not include <{target}>"
            other = target.split("/")[0]
            if other in FLOW and FLOW.index(other) > FLOW.index(folder):
                yield f"{relative}:{number}: {folder}/ includes {target}, which is to its right"


def main():
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "each folder includes only from its left")
    return 1 if found else 0


sys.exit(main())
