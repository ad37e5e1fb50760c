#!/usr/bin/env python3
"""Checks what warp-tidy says of compiled accesses against comments in a file.

usage: check_compiled.py WARP-TIDY FILE.cu [-- warp-tidy options]

A comment at the end of a line speaks of that line; one that has a line to
itself speaks of the next line of code.

  // compiled: ENTRY; ENTRY...

  ENTRY: OP SPACE WHAT [in KERNEL]
    OP     load | store
    SPACE  global | shared | constant | local
    WHAT   N bytes [xCOPIES]   a machine access, in so many unrolled iterations
           gone                no machine access
           as written          its own width, every iteration
           unsure              the tool does not know

A machine access that serves several written ones belongs to the line of the
first. For each operation and space that a line has entries for, all that the
tool says must be announced and the reverse. The file must hold an entry.

Exit status: 0 all as announced, 1 something differs, 2 wrong use or a comment
that cannot be read.
"""

import collections
import re
import sys

from check_predictions import BadComment, run_tool

ENTRY = re.compile(
    r"(load|store)\s+(global|shared|constant|local)\s+"
    r"(\d+ bytes(?: x\d+)?|gone|as written|unsure)(?:\s+in\s+(\S+))?$"
)


def read_comments(path):
    """(line, op, space) -> list of (what, kernel or None)."""
    wanted = collections.defaultdict(list)
    waiting = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            found = []
            for text in re.findall(r"// compiled: (.*?)\s*(?=//|$)", line):
                for part in filter(None, map(str.strip, text.split(";"))):
                    m = ENTRY.match(part)
                    if not m:
                        raise BadComment("%d: cannot read '%s'" % (number, part))
                    found.append(m.groups())
            if line.lstrip().startswith("//"):
                waiting += found
            elif line.strip():
                for op, space, what, kernel in waiting + found:
                    wanted[number, op, space].append((what, kernel))
                waiting = []
    if waiting:
        raise BadComment("a comment stands at no code")
    return wanted


def claims(kernel):
    """(line, op, space) -> what the tool says, a list of texts."""
    said = collections.defaultdict(list)
    accesses = {a["id"]: a for a in kernel["accesses"]}
    named = set()
    for entry in kernel.get("compiled", []):
        members = [accesses[i] for i in entry["members"]]
        named.update(entry["members"])
        first = min(members, key=lambda a: (a["line"], a["column"]))
        what = "gone"
        if not entry.get("eliminated"):
            what = "%d bytes" % entry["width_bytes"]
            if entry.get("copies", 1) > 1:
                what += " x%d" % entry["copies"]
        said[first["line"], first["op"], first["space"]].append(what)
    for name, a in accesses.items():
        if name not in named:
            what = "unsure" if a.get("compiled_unsure") else "as written"
            said[a["line"], a["op"], a["space"]].append(what)
    return said


def main(arguments):
    if len(arguments) < 2 or (len(arguments) > 2 and arguments[2] != "--"):
        sys.stderr.write(__doc__)
        return 2
    tool, path, options = arguments[0], arguments[1], arguments[3:]
    try:
        wanted = read_comments(path)
    except (BadComment, OSError) as e:
        sys.stderr.write("%s: %s\n" % (path, e))
        return 2
    status, messages, document = run_tool(tool, path, options)
    if document is None or status not in (0, 1):
        sys.stderr.write("%s failed with status %d\n%s" % (tool, status, messages))
        return 1
    failures, checked = [], 0
    for kernel in (k for f in document["files"] for k in f["kernels"]):
        last = max((a["line"] for a in kernel["accesses"]), default=0)
        said = claims(kernel)
        for where, entries in wanted.items():
            want = [w for w, name in entries if name in (None, kernel["name"])]
            if not want or not kernel["line"] <= where[0] <= last:
                continue
            checked += len(entries)
            if sorted(want) != sorted(said[where]):
                failures.append(
                    "%s:%d: %s %s: expected %s, the tool says %s"
                    % (path, *where, sorted(want), sorted(said[where]))
                )
    if not checked:
        failures.append("%s: no entry was checked" % path)
    sys.stderr.write("".join(f + "\n" for f in failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
