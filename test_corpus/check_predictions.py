#!/usr/bin/env python3
"""Checks warp-tidy's predictions and diagnostics against comments in a file.

usage: check_predictions.py [--all] WARP-TIDY FILE.cu -- [warp-tidy options]

A comment at the end of a line speaks of that line; one that has a line to
itself speaks of the next line of code.

  // predict: ENTRY; ENTRY...
  // diag: RULE(warning|remark|error), RULE(...)...

  ENTRY: [Nx] OP SPACE [WIDTH"B"] FIGURE [QUALIFIER...]
    OP         load | store | atomic | reduction | copy
    SPACE      global | shared | constant | local | distributed | generic
    FIGURE     N UNIT | MIN..MAX UNIT           every warp-level request
               symbolic MIN..MAX UNIT           varies with an unknown stride
               data-dependent MIN..MAX UNIT     the index is loaded data
               total UNITS/REQUESTS UNIT        one block, loops iterated
               not-executed | unknown           no figure
    UNIT       sectors | wavefronts | requests  (the singular does as well)
    QUALIFIER  /ideal N         the fewest units that could do
               misaligned N     lanes that fault
               where S = V:U... with S == V the access takes U units
               /formula TEXT    the formula; comes last
               @K               only in the K-th launch of its kernel
               in KERNEL        only in this kernel (template instance)

The accesses of a line, by operation and space, are matched in column order
with the entries that apply to their kernel and launch; "2x" stands for two
equal entries. On a line with a predict comment every access to global, shared,
constant or generic memory must have its entry, and every entry its access; with
--all that holds for every line of the file. Every diagnostic must be announced
and every announced one given. The file must hold at least one entry.

Exit status: 0 all as announced, 1 something differs, 2 wrong use or a comment
that cannot be read.
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

UNITS = ("sectors", "wavefronts", "requests")
COVERED = ("global", "shared", "constant", "distributed", "generic")

ENTRY = re.compile(
    r"""(?:(?P<count>\d+)x\s+)?
    (?P<op>load|store|atomic|reduction|copy)\s+
    (?P<space>global|shared|constant|local|distributed|generic)\s+
    (?:(?P<width>\d+)B\s+)?
    (?: (?P<none>unknown|not-executed)
      | total\s+(?P<total>\d+)/(?P<requests>\d+)\s+(?P<tunit>[a-z]+)
      | (?:(?P<pattern>symbolic|data-dependent)\s+)?
        (?P<min>\d+)(?:\.\.(?P<max>\d+))?\s+(?P<unit>[a-z]+))
    (?P<rest>.*)$""",
    re.VERBOSE,
)
QUALIFIER = re.compile(
    r"""\s+(?: /ideal\s+(?P<ideal>\d+)
      | misaligned\s+(?P<misaligned>\d+)
      | /formula\s+(?P<formula>.+)
      | where\s+(?P<symbol>\S+)\s*=(?P<cases>(?:\s+\d+:\d+)+)
      | @(?P<launch>\d+)
      | in\s+(?P<kernel>\S+))""",
    re.VERBOSE,
)
DIAG = re.compile(r"(?P<rule>[a-z][a-z0-9-]*)\((?P<severity>warning|remark|error)\)$")


class BadComment(Exception):
    pass


class Entry:
    """One announced access, or several equal ones."""

    def __init__(self, text, line):
        self.text, self.line, self.used = text, line, False
        m = ENTRY.match(text)
        if not m:
            raise BadComment("cannot read the entry '%s'" % text)
        self.count = int(m["count"] or 1)
        self.op, self.space = m["op"], m["space"]
        self.width = m["width"] and int(m["width"])
        self.pattern = m["none"] or m["pattern"]
        self.total = m["total"] and (int(m["total"]), int(m["requests"]))
        self.unit = self.read_unit(m["tunit"] or m["unit"])
        self.min = m["min"] and int(m["min"])
        self.max = int(m["max"]) if m["max"] else self.min
        self.ideal = self.misaligned = self.launch = self.kernel = None
        self.cases, self.formula = {}, None
        self.read_qualifiers(m["rest"])

    def read_unit(self, unit):
        if unit is None:
            return None
        for known in UNITS:
            if unit in (known, known[:-1]):
                return known
        raise BadComment("'%s' is no unit (in '%s')" % (unit, self.text))

    def read_qualifiers(self, rest):
        rest = rest.rstrip()
        at = 0
        while at < len(rest):
            m = QUALIFIER.match(rest, at)
            if not m:
                raise BadComment(
                    "cannot read '%s' in '%s'" % (rest[at:].strip(), self.text)
                )
            for name in ("ideal", "misaligned", "launch"):
                if m[name]:
                    setattr(self, name, int(m[name]))
            self.kernel = m["kernel"] or self.kernel
            self.formula = m["formula"] or self.formula
            if m["cases"]:
                self.symbol = m["symbol"]
                for pair in m["cases"].split():
                    value, units = pair.split(":")
                    self.cases[int(value)] = int(units)
            at = m.end()

    def applies(self, kernel, launch):
        return self.launch in (None, launch) and self.kernel in (None, kernel)

    def mismatch(self, access, prediction):
        """What differs, as a list of sentences."""
        out = []

        def differ(what, want, got):
            if want != got:
                out.append("%s: expected %s, predicted %s" % (what, want, got))

        if self.width:
            differ("width in bytes", self.width, access["width_bytes"])
        got = "unknown" if "unknown" in prediction else prediction["pattern"]
        if self.pattern:
            differ("pattern", self.pattern, got)
        elif got not in ("exact", "interval"):
            out.append("expected a figure, the verdict is '%s'" % describe(prediction))
        if out or self.unit is None:
            return out
        differ("unit", self.unit, prediction["unit"])
        if self.total:
            want = "%d/%d" % self.total
            got = "%s/%s" % (
                prediction.get("block_units", "?"),
                prediction.get("block_requests", "?"),
            )
            differ("total units/requests of a block", want, got)
        else:
            want = interval(self.min, self.max)
            differ(self.unit, want, interval(prediction["min"], prediction["max"]))
        if self.ideal is not None:
            differ("ideal", self.ideal, prediction["ideal"])
        if self.misaligned is not None:
            differ("misaligned lanes", self.misaligned,
                   prediction.get("misaligned_lanes", 0))
        if self.formula is not None:
            differ("formula", self.formula, prediction.get("formula", "none"))
        if self.cases:
            differ("symbol", self.symbol, prediction.get("symbol"))
            table = dict(map(tuple, prediction.get("cases", [])))
            for value, units in self.cases.items():
                differ("%s with %s = %d" % (self.unit, self.symbol, value), units,
                       table.get(value))
        return out


def interval(low, high):
    return str(low) if low == high else "%s..%s" % (low, high)


def describe(prediction):
    if "unknown" in prediction:
        return "unknown: " + prediction["unknown"]
    return "%s %s %s" % (
        prediction["pattern"],
        interval(prediction["min"], prediction["max"]),
        prediction["unit"],
    )


class Comments:
    """The predict and diag comments of a file, by the line they speak of."""

    def __init__(self, path):
        self.entries = collections.defaultdict(list)
        self.diags = collections.defaultdict(list)
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        waiting = []
        for number, line in enumerate(lines, 1):
            found = self.segments(line, number)
            if line.lstrip().startswith("//"):
                waiting += found
                continue
            if line.strip():
                found, waiting = waiting + found, []
            elif waiting:
                break
            for kind, text, where in found:
                self.add(kind, text, where, number)
        if waiting:
            raise BadComment("%d: the comment stands at no code" % waiting[0][2])

    @staticmethod
    def segments(line, number):
        out = []
        for part in line.split("//")[1:]:
            m = re.match(r"\s*(predict|diag):\s*(.*?)\s*$", part)
            if m:
                out.append((m[1], m[2], number))
        return out

    def add(self, kind, text, where, line):
        try:
            if kind == "predict":
                for part in filter(None, map(str.strip, text.split(";"))):
                    self.entries[line].append(Entry(part, where))
            else:
                for part in filter(None, map(str.strip, text.split(","))):
                    m = DIAG.match(part)
                    if not m:
                        raise BadComment(
                            "'%s' is not of the form rule(severity)" % part
                        )
                    self.diags[line].append((m["rule"], m["severity"]))
        except BadComment as e:
            raise BadComment("%d: %s" % (where, e)) from None


class Checker:
    def __init__(self, path, every_line):
        self.path, self.every_line = path, every_line
        self.failures, self.checked = [], 0
        self.comments = Comments(path)

    def fail(self, line, message):
        text = "%s:%d: %s" % (self.path, line, message)
        if text not in self.failures:
            self.failures.append(text)

    def here(self, path):
        return os.path.realpath(path) == os.path.realpath(self.path)

    def kernel(self, kernel):
        """Checks the accesses of one kernel in each of its launches."""
        if "unknown" in kernel:
            self.fail(
                kernel["line"],
                "kernel '%s' was not analysed: %s"
                % (kernel["name"], kernel.get("detail", kernel["unknown"])),
            )
            return
        lines = collections.defaultdict(lambda: collections.defaultdict(list))
        for access in kernel["accesses"]:
            if self.here(access["file"]):
                kind = (access["op"], access["space"])
                lines[access["line"]][kind].append(access)
        for line, kinds in lines.items():
            entries = self.comments.entries.get(line, [])
            for launch in range(len(kernel["launches"])):
                mine = [
                    e for e in entries if e.applies(kernel["name"], launch + 1)
                ]
                if entries or self.every_line:
                    self.line(line, kernel["name"], launch, kinds, mine)

    def line(self, line, kernel, launch, kinds, entries):
        for kind, accesses in kinds.items():
            accesses.sort(key=lambda a: a["column"])  # Stable: keeps the ordinals.
            wanted = [
                e for e in entries if (e.op, e.space) == kind
                for _ in range(e.count)
            ]
            if not wanted and kind[1] not in COVERED:
                continue
            what = "%s %s in kernel '%s', launch %d" % (*kind, kernel, launch + 1)
            if len(wanted) != len(accesses):
                self.fail(
                    line,
                    "%s: %d announced, the line has %d: %s"
                    % (
                        what,
                        len(wanted),
                        len(accesses),
                        ", ".join(
                            "%dB '%s' %s" % (
                                a["width_bytes"],
                                a["source"],
                                describe(a["predictions"][launch]),
                            )
                            for a in accesses
                        ),
                    ),
                )
            for entry, access in zip(wanted, accesses):
                entry.used = True
                self.checked += 1
                for text in entry.mismatch(access, access["predictions"][launch]):
                    self.fail(entry.line, "%s '%s': %s" % (what, access["source"], text))

    def unused(self):
        for entries in self.comments.entries.values():
            for entry in entries:
                if not entry.used:
                    self.fail(entry.line, "no access matches '%s'" % entry.text)

    def diagnostics(self, diagnostics):
        given = collections.defaultdict(list)
        for d in diagnostics:
            if self.here(d["file"]):
                given[d["line"]].append((d["rule"], d["severity"], d["message"]))
            else:
                self.failures.append(
                    "%s:%d: unannounced %s in another file: %s"
                    % (d["file"], d["line"], d["severity"], d["message"])
                )
        for line in sorted(set(given) | set(self.comments.diags)):
            want = list(self.comments.diags.get(line, []))
            for rule, severity, message in given[line]:
                if (rule, severity) in want:
                    want.remove((rule, severity))
                else:
                    self.fail(
                        line, "unannounced %s: %s [%s]" % (severity, message, rule)
                    )
            for rule, severity in want:
                self.fail(line, "no %s [%s] was given" % (severity, rule))


def run_tool(tool, path, options):
    """Exit status, standard error and the predictions document."""
    # Compiler flags follow a second "--".
    end = options.index("--") if "--" in options else len(options)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "predictions.json")
        result = subprocess.run(
            [tool, "--predictions=" + out]
            + options[:end]
            + [path]
            + options[end:],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        try:
            with open(out, encoding="utf-8") as file:
                return result.returncode, result.stderr, json.load(file)
        except (OSError, ValueError) as e:
            return result.returncode, result.stderr + str(e) + "\n", None


def main(arguments):
    every_line = arguments[:1] == ["--all"]
    arguments = arguments[every_line:]
    if len(arguments) < 2 or (len(arguments) > 2 and arguments[2] != "--"):
        sys.stderr.write(__doc__)
        return 2
    tool, path, options = arguments[0], arguments[1], arguments[3:]
    try:
        checker = Checker(path, every_line)
    except BadComment as e:
        sys.stderr.write("%s:%s\n" % (path, e))
        return 2
    except (OSError, UnicodeDecodeError) as e:
        sys.stderr.write("cannot read %s: %s\n" % (path, e))
        return 2
    try:
        status, messages, document = run_tool(tool, path, options)
    except OSError as e:
        sys.stderr.write("cannot run %s: %s\n" % (tool, e.strerror))
        return 2
    if document is None or status not in (0, 1):
        sys.stderr.write("%s failed with status %d\n%s" % (tool, status, messages))
        return 1
    for file in document["files"]:
        for kernel in file["kernels"]:
            checker.kernel(kernel)
    checker.unused()
    checker.diagnostics(document["diagnostics"])
    errors = any(d["severity"] == "error" for d in document["diagnostics"])
    if status != errors or "warp-tidy: " in messages:
        checker.failures.append(
            "%s: exit status %d, messages:\n%s" % (path, status, messages)
        )
    if not checker.checked:
        checker.failures.append("%s: no predict comment was checked" % path)
    for failure in checker.failures:
        print(failure)
    if not checker.failures:
        print("%s: %d predictions as announced" % (path, checker.checked))
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
