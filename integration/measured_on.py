#!/usr/bin/env python3
"""Writes what was measured into the pages of the rules, and draws the figure.

usage: measured_on.py --warp-tidy PATH [--check] [--figure]

The section "Measured on" of rules/RULE/rule.md names pairs of kernels,

    <!-- measured: PROGRAM/KERNEL -> PROGRAM/KERNEL [page, timed] -->

the fault and its twin. "page": their index arithmetic is that of the page's
examples. "timed": they do the same work, so their times are compared. The table
of the pairs that were measured stands between the markers of a generated block.
--check writes nothing: it fails when the page is old, when a pair was not
measured, or when the tool, the recorded counters and the page do not agree.
No counter of a kernel shows what host code does: pages that say
<!-- not measured: host code --> name no pairs.
--figure does the same for the figure.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIGURE = Path("integration/docs/predicted-vs-measured.svg")
BEGIN = "<!-- begin generated: integration/measured_on.py -->"
END = "<!-- end generated -->"
HOST_CODE = "<!-- not measured: host code -->"
MARKS = {"page", "timed"}
PAIR = re.compile(
    r"^<!-- measured: ([\w-]+)/(.+?) -> ([\w-]+)/(.+?)(?: \[([\w, ]+)\])? -->$",
    flags=re.M,
)


@dataclass(frozen=True)
class Place:
    """A kernel of a program in kernels/."""

    program: str
    kernel: str

    @property
    def file(self) -> str:
        return f"kernels/{self.program}/kernel.cu"

    def __str__(self) -> str:
        return f"{self.program}/{self.kernel}"


@dataclass(frozen=True)
class Pair:
    fault: Place
    twin: Place
    marks: frozenset[str]


@dataclass(frozen=True)
class Line:
    """A row of the table: an access, and the comparison's row about it."""

    role: str
    place: Place
    access: dict
    row: dict


def read_pairs(text: str) -> list[Pair]:
    pairs = []
    for a, b, c, d, marks in PAIR.findall(text):
        named = frozenset(m.strip() for m in marks.split(",") if m)
        pairs.append(Pair(Place(a, b), Place(c, d), named))
    return pairs


def position(thing: dict) -> tuple:
    return thing["file"], thing["line"], thing["column"]


def figures(access: dict, view: str = "source") -> dict:
    """The prediction of an access, in the view that was compared."""
    found = access["predictions"]
    return next((p for p in found if p["view"] == view), found[0] if found else {})


class Predicted:
    """The accesses of kernels and what the rules say to them."""

    def __init__(self, document: dict):
        self.kernels = {
            (file["file"], kernel["name"]): kernel["accesses"]
            for file in document["files"]
            for kernel in file["kernels"]
        }
        self.diagnostics = document["diagnostics"]

    def accesses(self, place: Place) -> list[dict]:
        return self.kernels.get((place.file, place.kernel), [])

    def findings(self, accesses: list[dict]) -> list[dict]:
        places = {position(a) for a in accesses}
        return [d for d in self.diagnostics if position(d) in places]

    def faults(self, rule: str, accesses: list[dict]) -> list[dict]:
        """The accesses at which the rule fires."""
        found = [d for d in self.findings(accesses) if d["rule"] == rule]
        places = {position(d) for d in found}
        return [a for a in accesses if position(a) in places]


class Evidence(Predicted):
    """Predictions for the corpus with the recorded measurement of it."""

    def __init__(self, predictions: dict, comparison: dict, measurements: dict):
        super().__init__(predictions)
        self.rows = comparison["rows"]
        self.errors = comparison["errors"]
        self.recorded = measurements
        self.programs = {p["name"]: p for p in measurements["programs"]}

    def line(self, role: str, place: Place, access: dict) -> Line:
        rows = [
            row
            for row in self.rows
            if row["id"] == access["id"] and row["kernel"] == place.kernel
        ]
        return Line(role, place, access, rows[0] if len(rows) == 1 else {})

    def counterpart(self, access: dict, twin: Place) -> dict | None:
        """The twin's access of the same kind to the same variable."""
        same = [a for a in self.accesses(twin) if a["op"] == access["op"]]
        named = [a for a in same if variable(a) == variable(access)]
        found = named or same
        return found[0] if len(found) == 1 else None

    def lines(self, rule: str, pair: Pair) -> list[Line]:
        lines = []
        for access in self.faults(rule, self.accesses(pair.fault)):
            lines.append(self.line("fault", pair.fault, access))
            other = self.counterpart(access, pair.twin)
            if other:
                lines.append(self.line("twin", pair.twin, other))
        return lines

    def errors_about(self, pair: Pair) -> list[str]:
        """The comparison's errors, but for those of other programs."""
        names = {pair.fault.program, pair.twin.program, "common"}
        about = tuple(f"kernels/{name}/" for name in names)
        return [
            e for e in self.errors if "kernels/" not in e or any(a in e for a in about)
        ]

    def measured(self, pairs: list[Pair]) -> list[Pair]:
        known = set(self.programs)
        return [p for p in pairs if {p.fault.program, p.twin.program} <= known]

    def time(self, place: Place) -> float | None:
        timings = self.programs.get(place.program, {}).get("timings", [])
        found = [t["median_us"] for t in timings if t["kernel"] == place.kernel]
        return found[0] if len(found) == 1 else None

    def times(self, pair: Pair) -> tuple[float, float] | None:
        fault, twin = self.time(pair.fault), self.time(pair.twin)
        if "timed" not in pair.marks or not fault or not twin:
            return None
        return fault, twin


def variable(access: dict) -> str:
    name = re.search(r"[A-Za-z_]\w*", access["source"])
    return name.group(0) if name else ""


# The page ----------------------------------------------------------------


def machine(recorded: dict) -> str:
    """Where and with what was measured, a paragraph."""
    toolkit = re.search(r"V([\d.]+)", recorded["toolkit"])
    profiler = re.search(r"[\d.]{3,}", recorded["profiler"])
    flags = [recorded.get("flags", ""), f"-arch={recorded.get('architecture', '')}"]
    text = (
        f"{recorded['device']}, driver {recorded['driver']}, "
        f"CUDA {toolkit.group(1) if toolkit else recorded['toolkit']}, "
        f"Nsight Compute {profiler.group(0) if profiler else recorded['profiler']}, "
        f"{recorded['date']}, built by nvcc with `{' '.join(flags).strip()}`. "
        "Figures are of one request of a warp."
    )
    return textwrap.fill(text, 80, break_on_hyphens=False)


def code(text: str) -> str:
    """Code in a cell of a table."""
    return "`" + " ".join(text.split()).replace("|", "\\|") + "`"


def predicted_cell(line: Line) -> str:
    expected = figures(line.access, line.row.get("view", "source"))
    if expected.get("misaligned_lanes"):
        return f"a fault: {expected['misaligned_lanes']} lanes misaligned"
    count, unit = line.row.get("predicted", "-"), line.row.get("unit", "")
    return f"{count} {unit.removesuffix('s') if count == '1' else unit}".strip()


def outcome_cells(line: Line, program: dict) -> list[str]:
    """What was measured, and the verdict on it."""
    if faulted(program):
        reason = program.get("reason", "the launch fails").rstrip(".")
        return [f"no counters: {reason}", line.row.get("verdict", "-")]
    return [line.row.get("measured", "-"), line.row.get("verdict", "-")]


def cells(line: Line, program: dict) -> list[str]:
    number = line.access["line"]
    link = f"../../{line.place.file}#L{number}"
    return [
        line.role,
        f"[{line.place.program}:{number}]({link})",
        code(line.place.kernel),
        f"{line.access['op']} {code(line.access['source'])}",
        predicted_cell(line),
        *outcome_cells(line, program),
    ]


def time_cells(line: Line, times: tuple[float, float] | None) -> list[str]:
    if not times:
        return ["", ""]
    fault, twin = times
    if line.role == "twin":
        return [f"{twin:.1f} µs", ""]
    return [f"{fault:.1f} µs", f"{fault / twin:.2f} times"]


def table(evidence: Evidence, rule: str, pairs: list[Pair]) -> list[str]:
    """The lines of the table; with times only if some pair has both."""
    timed = any(evidence.times(pair) for pair in pairs)
    titles = ["", "Program", "Kernel", "Access", "Predicted", "Measured", "Verdict"]
    titles += ["Time", "Cost of the fault"] if timed else []
    rows = [titles, ["---"] * len(titles)]
    for pair in pairs:
        for line in evidence.lines(rule, pair):
            row = cells(line, evidence.programs.get(line.place.program, {}))
            rows.append(row + (time_cells(line, evidence.times(pair)) if timed else []))
    return ["| " + " | ".join(row) + " |" for row in rows]


TIMES = """Times are medians of whole launches, of which a few microseconds are \
overhead; the cost is the time of the fault over that of its twin."""


def block(evidence: Evidence, rule: str, named: list[Pair]) -> str:
    """The generated part of a page with its markers."""
    pairs = evidence.measured(named)
    parts = [machine(evidence.recorded), "\n".join(table(evidence, rule, pairs))]
    if any(evidence.times(pair) for pair in pairs):
        parts.append(textwrap.fill(TIMES, 80))
    return "\n\n".join([BEGIN, *parts, END])


def updated(text: str, new: str) -> str:
    """The page with its block replaced, or put in below the pairs."""
    start, end = text.find(BEGIN), text.find(END)
    if 0 <= start < end:
        return text[:start] + new + text[end + len(END) :]
    last = list(PAIR.finditer(text))[-1].end()
    return text[:last] + "\n\n" + new + text[last:]


# The checks --------------------------------------------------------------


def faulted(program: dict) -> bool:
    """The program was run and its launch did not complete."""
    return bool(program) and not program["launches"]


def verdict_complaint(evidence: Evidence, line: Line, fatal: bool) -> str | None:
    where = f"{line.place} line {line.access['line']}"
    program = evidence.programs.get(line.place.program, {})
    row = line.row
    if not row:
        return f"{where}: not one row of the comparison; a pair needs one launch"
    if not program:
        return f"{where}: not measured yet"
    if fatal:
        return None if faulted(program) else f"{where}: no fault was recorded"
    if row["verdict"] != "MATCH":
        return f"{where}: the verdict is {row['verdict']} {row['reason']}"
    ideal = str(figures(line.access, row["view"]).get("ideal"))
    if line.role == "twin" and row["measured"] != ideal:
        return f"{where}: {row['measured']} measured, the ideal is {ideal}"
    return None


def pair_complaints(evidence: Evidence, rule: str, pair: Pair) -> list[str]:
    """Whether the rule tells the fault from the twin, as the counters do."""
    for place in (pair.fault, pair.twin):
        if not evidence.accesses(place):
            return [f"there is no kernel {place}"]
    lines = evidence.lines(rule, pair)
    faults = [line for line in lines if line.role == "fault"]
    twins = [line.access for line in lines if line.role == "twin"]
    complaints = [f"{m} is no mark" for m in sorted(pair.marks - MARKS)]
    if not faults:
        complaints.append(f"the rule does not fire in {pair.fault}")
    if len(twins) < len(faults):
        complaints.append(f"{pair.twin} has no access like that of {pair.fault}")
    if evidence.faults(rule, evidence.accesses(pair.twin)):
        complaints.append(f"the rule fires in {pair.twin}")
    for other in evidence.findings(twins):
        if other["rule"] != rule:
            complaints.append(f"{other['rule']} fires in {pair.twin}")
    found = evidence.findings([line.access for line in faults])
    fatal = any(d["rule"] == rule and d["severity"] == "error" for d in found)
    for line in lines:
        text = verdict_complaint(evidence, line, fatal and line.role == "fault")
        complaints += [text] if text else []
    return complaints + evidence.errors_about(pair)


BUILTIN = {"threadIdx", "blockIdx", "blockDim", "gridDim"}


def lane_terms(index: str) -> list[str]:
    """The terms in threadIdx.x, names of variables left out."""
    terms, depth, start = [], 0, 0
    for at, char in enumerate(index):
        depth += (char == "(") - (char == ")")
        if depth == 0 and index.startswith(" + ", at):
            terms.append(index[start:at])
            start = at + 3
    terms.append(index[start:])
    return sorted(
        re.sub(
            r"(?<![.\w])[A-Za-z_]\w*",
            lambda m: m.group(0) if m.group(0) in BUILTIN else "N",
            term,
        )
        for term in terms
        if "threadIdx.x" in term
    )


def signature(access: dict) -> tuple:
    """What an access of a page and that of its kernel have in common."""
    expected = figures(access)
    keys = ("unit", "min", "max", "ideal", "misaligned_lanes")
    return (
        access["space"],
        access["op"],
        access["width_bytes"],
        *(expected.get(key) for key in keys),
        lane_terms(access.get("index") or ""),
    )


def page_complaints(
    evidence: Evidence, rule: str, pair: Pair, example: Predicted, cure: Predicted
) -> list[str]:
    """Whether the examples of the page have the arithmetic of the pair."""
    shown = [a for accesses in example.kernels.values() for a in accesses]
    faults = [signature(a) for a in example.faults(rule, shown)]
    cures = [signature(a) for accesses in cure.kernels.values() for a in accesses]
    complaints = []
    for line in evidence.lines(rule, pair):
        known = faults if line.role == "fault" else cures
        title = "Example" if line.role == "fault" else "Use instead"
        if signature(line.access) not in known:
            complaints.append(f"'{title}' has no access like that of {line.place}")
    return complaints


# Running the tools -------------------------------------------------------


def predict(tool: Path, files: list[str], folder: Path, out: Path) -> dict:
    """The predictions of warp-tidy for files in a folder, also in OUT."""
    command = [tool, "--quiet", "--cuda-path=none", f"--predictions={out}", *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    # 1: there were findings that are errors, which one rule's are.
    if done.returncode not in (0, 1) or done.stderr:
        sys.exit(f"warp-tidy failed:\n{done.stderr}")
    return json.loads(out.read_text())


def compare(tool: Path, predictions: Path, measurements: Path, source: Path) -> dict:
    """The verdicts of warp-tidy compare."""
    out = predictions.with_name("verdicts.json")
    command = [tool, "compare", predictions, measurements, "--sources", source]
    command += ["--json", out]
    done = subprocess.run(command, capture_output=True, text=True)
    if not out.exists():
        sys.exit(f"warp-tidy compare failed:\n{done.stdout}{done.stderr}")
    return json.loads(out.read_text())


def gather(tool: Path, source: Path, measurements: Path, pairs: list[Pair]) -> Evidence:
    """Everything that is known about the kernels of the pairs."""
    places = {place for pair in pairs for place in (pair.fault, pair.twin)}
    files = sorted({p.file for p in places if (source / p.file).exists()})
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "predictions.json"
        predictions = predict(tool, files, source, out)
        verdicts = compare(tool, out, measurements, source)
    return Evidence(predictions, verdicts, json.loads(measurements.read_text()))


def example(tool: Path, text: str, title: str) -> Predicted:
    """The predictions for the code of a section of a page."""
    section = text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^```cuda\n(.*?)^```$", section, flags=re.M | re.S)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.cu").write_text(blocks[0])
        return Predicted(predict(tool, ["page.cu"], folder, folder / "out.json"))


def page_is_like(tool: Path, evidence: Evidence, rule: str, text: str) -> list[str]:
    pairs = [p for p in read_pairs(text) if "page" in p.marks]
    if not pairs:
        return ["no pair is marked as that of the page"]
    shown, cure = (example(tool, text, t) for t in ("Example", "Use instead"))
    return [
        complaint
        for pair in pairs
        for complaint in page_complaints(evidence, rule, pair, shown, cure)
    ]


def check_page(tool: Path, evidence: Evidence, rule: str, text: str) -> list[str]:
    """The complaints about one page."""
    pairs = read_pairs(text)
    if HOST_CODE in text.splitlines():
        return ["pairs of kernels for host code"] if pairs else []
    if not pairs:
        return ["no pair of kernels is named"]
    complaints = [] if evidence.measured(pairs) else ["no pair is measured"]
    for pair in pairs:
        complaints += pair_complaints(evidence, rule, pair)
    complaints += page_is_like(tool, evidence, rule, text)
    if text != updated(text, block(evidence, rule, pairs)):
        complaints.append("not up to date; run integration/measured_on.py")
    return list(dict.fromkeys(complaints))


def pages(options: argparse.Namespace) -> int:
    """Writes or checks the pages of all rules."""
    texts = {p: p.read_text() for p in sorted(options.source.glob("rules/*/rule.md"))}
    every = [pair for text in texts.values() for pair in read_pairs(text)]
    evidence = gather(options.warp_tidy, options.source, options.measurements, every)
    complaints = []
    for path, text in texts.items():
        rule, pairs = path.parent.name, read_pairs(text)
        if pairs and not options.check:
            text = updated(text, block(evidence, rule, pairs))
            path.write_text(text)
        found = check_page(options.warp_tidy, evidence, rule, text)
        complaints += [f"{rule}: {complaint}" for complaint in found]
    print("\n".join([*complaints, f"{len(texts)} pages, {len(complaints)} complaints"]))
    return 1 if complaints and options.check else 0


def figure(options: argparse.Namespace) -> int:
    """Draws the figure, or checks that it is what would be drawn."""
    kernels = sorted(options.source.glob("kernels/*/kernel.cu"))
    files = [str(k.relative_to(options.source)) for k in kernels]
    committed = options.source / FIGURE
    with tempfile.TemporaryDirectory() as name:
        out, drawn = Path(name) / "predictions.json", Path(name) / "figure.svg"
        predict(options.warp_tidy, files, options.source, out)
        command = [options.warp_tidy, "figure", options.measurements, out, drawn]
        subprocess.run(command, check=True)
        new = drawn.read_text()
    if not options.check:
        committed.write_text(new)
    elif not committed.exists() or committed.read_text() != new:
        print(f"{FIGURE} is old; run integration/measured_on.py --figure")
        return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--warp-tidy", type=Path, required=True)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--figure", action="store_true", help="the figure, not pages")
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--measurements", type=Path)
    options = parser.parse_args()
    options.warp_tidy = options.warp_tidy.resolve()
    options.source = options.source.resolve()
    recorded = options.measurements or ROOT / "integration/measured/h200-sm_90.json"
    options.measurements = recorded.resolve()
    return figure(options) if options.figure else pages(options)


if __name__ == "__main__":
    sys.exit(main())
