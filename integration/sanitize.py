#!/usr/bin/env python3
"""Runs the kernels of a folder under compute-sanitizer and records what it says.

usage: sanitize.py [--folder DIR] [--out FILE.json] [--arch sm_XY] [--jobs N]
                   [--timeout SECONDS] [--only KERNEL] [--nvcc PATH] [--sanitizer PATH]
                   [--log FILE]

Needs a GPU and the CUDA toolkit; Python's standard library is all else. The
programs of test_corpus/sanitizer/ run one kernel each, by its name. One with a
fault runs under the tool that its file's name asks for (race-*.cu: racecheck,
bounds-*.cu: memcheck), one without under both. --log keeps the reports as they
were printed. Exit status: 0 when all were run and read, 1 when some were not, 2
when none could be.
"""
import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-O3", "-std=c++17", "-lineinfo"]
TOOLS = {"race": "racecheck", "bounds": "memcheck"}

RACE = re.compile(r"(Error|Warning|Info): Race reported between (\w+) access at (.*)")
OTHER = re.compile(r"and (\w+) access at (.*?)(?: \[(\d+) hazards?\])?$")
INVALID = re.compile(r"Invalid __(\w+)__ (\w+) of size (\d+) bytes?")
PLACE = re.compile(r"([\w.+-]+\.(?:cuh?|h|hpp|inl)):(\d+)")
SUMMARY = {
    "racecheck": re.compile(r"RACECHECK SUMMARY: (\d+) hazards? displayed "
                            r"\((\d+) errors?, (\d+) warnings?\)"),
    "memcheck": re.compile(r"ERROR SUMMARY: (\d+) errors?$"),
}


def messages(text: str) -> list[str]:
    """What the sanitizer itself says, without its mark at the line's start."""
    return [line.removeprefix("=========").strip()
            for line in text.splitlines() if line.startswith("=========")]


def lines_in(text: str, source: str) -> list[int]:
    return [int(line) for file, line in PLACE.findall(text) if file == source]


class Faults:
    """Faults with equal words and lines are one, and counted."""

    def __init__(self):
        self.found: dict[tuple, int] = {}

    def add(self, severity: str, what: str, lines: list[int], count: int):
        key = severity, what, tuple(sorted(set(lines)))
        self.found[key] = self.found.get(key, 0) + count

    def record(self) -> list[dict]:
        return [{"what": what, "severity": severity, "lines": list(lines), "count": count}
                for (severity, what, lines), count in sorted(self.found.items())]


def read_races(said: list[str], source: str) -> Faults:
    faults, first = Faults(), None
    for line in said:
        if match := RACE.match(line):
            severity, first_op, place = match.groups()
            first = severity.lower(), first_op.lower(), lines_in(place, source)
        elif first and (match := OTHER.match(line)):
            severity, first_op, lines = first
            what = f"race of {first_op} and {match[1].lower()}"
            faults.add(severity, what, lines + lines_in(match[2], source), int(match[3] or 1))
        elif not line:
            first = None
    return faults


def read_accesses(said: list[str], source: str) -> Faults:
    """A message is its first line and the places down to the host's frames."""
    faults = Faults()
    what, lines = None, []
    for line in [*said, ""]:
        match = INVALID.match(line)
        if what and (match or not line):
            faults.add("error", what, lines, 1)
            what = None
        if match:
            what, lines = f"{match[1]} {match[2]} of {match[3]} bytes", []
        elif what and not line.startswith(("Host Frame", "Saved host")):
            lines += lines_in(line, source)
    return faults


def read_report(tool: str, text: str, source: str) -> dict:
    """The record of a run; its status says why when the report has no summary."""
    said = messages(text)
    summaries = [m for line in said if (m := SUMMARY[tool].match(line))]
    if not summaries:
        last = [line for line in said if line] or text.strip().splitlines() or ["no output"]
        return {"status": f"no summary: {last[-1][:200]}"}
    numbers = [int(n) for n in summaries[-1].groups()]
    if tool == "racecheck":
        counts = dict(zip(("hazards", "errors", "warnings"), numbers))
        faults = read_races(said, source).record()
    else:
        counts = {"errors": numbers[0]}
        faults = read_accesses(said, source).record()
    if numbers[0] and tool == "racecheck" and not faults:
        return {"status": "hazards that were not understood", **counts}
    return {"status": "ok", **counts, "faults": faults}


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def first_line_with(command: list, word: str) -> str:
    run = subprocess.run(command, capture_output=True, text=True)
    lines = [line.strip() for line in run.stdout.splitlines() if word in line]
    return lines[0] if lines else "unknown"


class Sanitizing:
    def __init__(self, options, work: Path):
        self.options, self.work = options, work
        self.log: dict[str, str] = {}

    def build(self, source: Path) -> str | None:
        """What nvcc complains of when there is no program."""
        run = subprocess.run(
            [self.options.nvcc, *FLAGS, f"-arch={self.options.arch}", source,
             "-o", self.work / source.stem], capture_output=True, text=True)
        return None if run.returncode == 0 else run.stderr or "nvcc failed"

    def kernels(self, source: Path) -> list[tuple[str, str]]:
        """Each kernel with "faulty" or "sound"."""
        listed = subprocess.run([self.work / source.stem, "--list"], check=True,
                                capture_output=True, text=True).stdout.splitlines()
        pairs = [tuple(line.split()) for line in listed]
        return [(name, kind) for kind, name in pairs if self.options.only in (None, name)]

    def run(self, source: Path, kernel: str, tool: str) -> dict:
        """A run that ends without a report is made once more."""
        command = [self.options.sanitizer, "--tool", tool, self.work / source.stem, kernel]
        for _ in range(2):
            try:
                run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                     text=True, errors="replace", timeout=self.options.timeout)
            except subprocess.TimeoutExpired:
                return {"status": f"no end within {self.options.timeout} s"}
            self.log[f"{source.name} {kernel} {tool}"] = run.stdout
            report = read_report(tool, run.stdout, source.name)
            if report["status"] == "ok":
                break
        return {**report, "exit_code": run.returncode}


def tools_for(source: Path, kind: str) -> list[str]:
    own = TOOLS[source.stem.split("-")[0]]
    return [own] if kind == "faulty" else sorted(TOOLS.values())


def describe(options) -> dict:
    gpu = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version",
                          "--format=csv,noheader"], capture_output=True, text=True)
    device, _, driver = (gpu.stdout.splitlines() or ["unknown,unknown"])[0].partition(",")
    return {
        "schema": 1,
        "device": device.strip(),
        "driver": driver.strip(),
        "toolkit": first_line_with([options.nvcc, "--version"], "release"),
        "sanitizer": first_line_with([options.sanitizer, "--version"], "ersion"),
        "date": datetime.date.today().isoformat(),
        "architecture": options.arch,
        "flags": " ".join(FLAGS),
    }


def measure(options, sources: list[Path], work: Path) -> dict:
    record = describe(options)
    record["headers"] = [{"file": path.name, "sha256": sha256(path)}
                         for path in sorted(options.folder.glob("*.h"))]
    record["files"] = []
    job = Sanitizing(options, work)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = []
        for source, complaint in zip(sources, list(pool.map(job.build, sources))):
            entry = {"file": source.name, "sha256": sha256(source),
                     "status": complaint or "ok", "kernels": []}
            record["files"].append(entry)
            for name, kind in [] if complaint else job.kernels(source):
                kernel = {"name": name, "kind": kind, "runs": {}}
                entry["kernels"].append(kernel)
                for tool in tools_for(source, kind):
                    runs.append((kernel, tool, pool.submit(job.run, source, name, tool)))
        for kernel, tool, future in runs:
            kernel["runs"][tool] = future.result()
    if options.log:
        texts = [f"### {title}\n{text}\n" for title, text in sorted(job.log.items())]
        options.log.write_text("".join(texts))
    return record


def failures(record: dict) -> list[str]:
    out = [f"{file['file']}: {file['status']}"
           for file in record["files"] if file["status"] != "ok"]
    for file in record["files"]:
        for kernel in file["kernels"]:
            out += [f"{file['file']}: {kernel['name']}: {tool}: {run['status']}"
                    for tool, run in kernel["runs"].items() if run["status"] != "ok"]
    return out


def find_tool(name: str) -> str:
    homes = [os.environ.get(v) for v in ("CUDA_HOME", "CUDA_PATH")] + ["/usr/local/cuda"]
    places = os.pathsep.join(f"{home}/bin" for home in homes if home)
    return shutil.which(name) or shutil.which(name, path=places) or name


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, default=ROOT / "test_corpus/sanitizer")
    parser.add_argument("--out", type=Path, default=Path("h200-sanitizer.json"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--only")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--nvcc", default=find_tool("nvcc"))
    parser.add_argument("--sanitizer", default=find_tool("compute-sanitizer"))
    return parser.parse_args()


def main() -> int:
    options = arguments()
    sources = sorted(path for path in options.folder.glob("*.cu")
                     if path.stem.split("-")[0] in TOOLS)
    needed = (options.nvcc, options.sanitizer, "nvidia-smi")
    missing = [tool for tool in needed if not shutil.which(tool)]
    if missing or not sources:
        print(f"error: {missing[0]} not found" if missing else
              f"error: no race-*.cu or bounds-*.cu in {options.folder}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work:
        record = measure(options, sources, Path(work))
    options.out.write_text(json.dumps(record, indent=1) + "\n")
    kernels = [k for file in record["files"] for k in file["kernels"]]
    for line in (failed := failures(record)):
        print(line, file=sys.stderr)
    for kind in ("faulty", "sound"):
        of_kind = [k for k in kernels if k["kind"] == kind]
        seen = [k for k in of_kind if any(r.get("faults") for r in k["runs"].values())]
        print(f"{kind}: {len(of_kind)} kernels, a fault seen in {len(seen)}")
    print(f"{len(failed)} not measured; record in {options.out}")
    return 1 if failed else 0 if kernels else 2


if __name__ == "__main__":
    sys.exit(main())
