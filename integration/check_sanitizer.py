#!/usr/bin/env python3
"""Compares warp-tidy with what compute-sanitizer said of the same kernels.

usage: check_sanitizer.py WARP_TIDY RECORD.json FOLDER

RECORD.json is written by sanitize.py on a GPU machine; FOLDER holds the
programs, and known.json: the kernels whose fault warp-tidy misses or the
sanitizer does not see, each with the reason. Fails where the two disagree
otherwise, on an entry of known.json that no longer holds, on a source that
changed, and with fewer than ten kernels each way.
"""
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

RULES = {"racecheck": "gpu-missing-barrier", "memcheck": "gpu-shared-out-of-bounds"}
TOOLS = {"race": "racecheck", "bounds": "memcheck"}
LEAST = 10
COLUMNS = ["faulty", "both say so", "same lines", "warp-tidy misses", "sanitizer misses",
           "sound", "both silent"]


class Finding:
    """A finding of warp-tidy: its rule, and the lines that it is about."""

    def __init__(self, document: dict):
        self.rule = document["rule"]
        self.lines = {document["line"]}
        for note in document["notes"]:
            if note["message"] == "written here":
                self.lines.add(note["line"])


def findings(tool: Path, source: Path) -> dict[str, list[Finding]]:
    """Of one file, by the kernel's name without template arguments."""
    run = subprocess.run(
        [tool, "--cuda-path=none", "--quiet", f"--checks=-*,{','.join(RULES.values())}",
         "--output-format=json", source, "--"], capture_output=True, text=True)
    if run.returncode != 0 or run.stderr:
        raise SystemExit(f"{source.name}: warp-tidy failed: {run.stderr}")
    document = json.loads(run.stdout)
    if document["notices"]:
        raise SystemExit(f"{source.name}: not all is analysed: {document['notices']}")
    out: dict[str, list[Finding]] = {}
    for each in document["findings"]:
        out.setdefault(re.match(r"\w+", each["kernel"])[0], []).append(Finding(each))
    return out


def seen(run: dict, tool: str) -> list[set[int]]:
    """The lines of each fault of the tool's own kind."""
    word = "race of" if tool == "racecheck" else "shared"
    return [set(f["lines"]) for f in run["faults"] if f["what"].startswith(word)]


class Check:
    def __init__(self, known: dict):
        self.known = known
        self.errors: list[str] = []
        self.counts = {tool: Counter() for tool in RULES}

    def mark(self, table: str, name: str, holds: bool, text: str) -> bool:
        """Compares a fault that one of the two misses with known.json."""
        if holds and name not in self.known[table]:
            self.errors.append(f"{name}: {text}")
        if not holds and name in self.known[table]:
            self.errors.append(f"{name}: no longer '{table}': take it out of known.json")
        return holds

    def faulty(self, name: str, tool: str, run: dict, found: list[Finding]):
        count = self.counts[tool]
        count["faulty"] += 1
        own = [f for f in found if f.rule == RULES[tool]]
        for other in (f for f in found if f.rule != RULES[tool]):
            self.errors.append(f"{name}: {other.rule} fires on another rule's fault")
        measured = seen(run, tool)
        if self.mark("missed", name, not own, "warp-tidy is silent on its fault"):
            count["warp-tidy misses"] += 1
        if self.mark("unseen", name, not measured, f"{tool} is silent on its fault"):
            count["sanitizer misses"] += 1
        if not own or not measured:
            return
        count["both say so"] += 1
        if any(f.lines <= lines for f in own for lines in measured):
            count["same lines"] += 1
        else:
            self.errors.append(f"{name}: warp-tidy names {[sorted(f.lines) for f in own]}, "
                               f"{tool} {[sorted(lines) for lines in measured]}")

    def sound(self, name: str, tool: str, runs: dict, found: list[Finding]):
        count = self.counts[tool]
        count["sound"] += 1
        for finding in found:
            self.errors.append(f"{name}: false alarm of {finding.rule} in {sorted(finding.lines)}")
        said = [f"{t}: {fault['what']} in {fault['lines']}"
                for t, run in runs.items() for fault in run["faults"]]
        said += [f"{t}: exit code {run['exit_code']}, {run['errors']} errors"
                 for t, run in runs.items() if run["exit_code"] or run["errors"]]
        self.errors += [f"{name} is not sound: {text}" for text in said]
        if not found and not said:
            count["both silent"] += 1

    def kernel(self, tool: str, kernel: dict, found: list[Finding]):
        name, runs = kernel["name"], kernel["runs"]
        failed = [f"{name}: {t}: {r['status']}" for t, r in runs.items() if r["status"] != "ok"]
        wanted = [tool] if kernel["kind"] == "faulty" else sorted(RULES)
        if failed or sorted(runs) != wanted:
            self.errors += failed or [f"{name}: not run under {wanted}"]
        elif kernel["kind"] == "faulty":
            self.faulty(name, tool, runs[tool], found)
        else:
            self.sound(name, tool, runs, found)

    def totals(self):
        for tool, count in self.counts.items():
            for column in ("same lines", "both silent"):
                if count[column] < LEAST:
                    self.errors.append(f"{tool}: {column}: {count[column]} kernels, not {LEAST}")


def stale(record: dict, folder: Path) -> list[str]:
    recorded = {f["file"]: f["sha256"] for f in record["files"] + record["headers"]}
    present = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
               for path in [*folder.glob("*.cu"), *folder.glob("*.h")]}
    return [f"{name}: not as it was measured"
            for name in sorted(recorded.keys() | present.keys())
            if recorded.get(name) != present.get(name)]


def table(counts: dict[str, Counter]) -> str:
    rows = [["", *COLUMNS]]
    rows += [[f"{RULES[tool]} and {tool}", *(str(count[c]) for c in COLUMNS)]
             for tool, count in counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))])
        for row in rows)


def main() -> int:
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    tool, recorded, folder = (Path(a).resolve() for a in sys.argv[1:])
    if not recorded.exists():
        print(f"there is no {recorded.name}: make it with integration/sanitize.py")
        return 1
    record = json.loads(recorded.read_text())
    check = Check(json.loads((folder / "known.json").read_text()))
    check.errors += stale(record, folder)
    names = set()
    for file in record["files"] if not check.errors else []:
        found = findings(tool, folder / file["file"])
        listed = {kernel["name"] for kernel in file["kernels"]}
        names |= listed
        check.errors += [f"{name}: found by warp-tidy, not run" for name in found.keys() - listed]
        for kernel in file["kernels"]:
            check.kernel(TOOLS[file["file"].split("-")[0]], kernel, found.get(kernel["name"], []))
    if names:
        check.errors += [f"{name}: in known.json, not run"
                         for part in check.known.values() for name in part if name not in names]
        check.totals()
        print(f"{record['device']}, {record['toolkit']}, {record['date']}")
        print(table(check.counts))
    print("\n".join(check.errors) or "no disagreement")
    return 1 if check.errors else 0


if __name__ == "__main__":
    sys.exit(main())
