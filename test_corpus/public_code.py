#!/usr/bin/env python3
"""Runs warp-tidy on public code and prints the table of README.md.

usage: public_code.py FOLDER WARP-TIDY [options]

Every sub-folder of FOLDER is one code base. Of its .cu files (without those of
HIP, SYCL and OpenMP, by header or folder), sorted by path, every k-th is taken,
k being the smallest that leaves at most --per-repo files. Each is analysed alone,
with -I for the folders of its code base in which #include lines find their
headers: the folder of the file or one above it, an include or common folder
beside one of these, or else, for a name in quotes, the only header of that name.
No build file is read, and no macro of one is defined.

A part of the files is timed too: warp-tidy and `clang++ -fsyntax-only` for the
device in turns, with the same folders, in processor time. Files that Clang
refuses have no ratio.

Exit status: 0, or 1 if a run crashed or hung.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

CLANG = "clang++-22"
ASSUMED = "not-executed-when-assumed"  # the block is not known: no verdict
VERDICTS = ["exact", "interval", "symbolic", "data-dependent", "not-executed", ASSUMED,
            "unknown"]
LABELS = {"not-executed": "not executed at the launches found",
          ASSUMED: "not executed at the block assumed, no verdict"}
BESIDE = ["", "include", "inc", "common", "Common", "common/inc", "src"]
HEADERS = (".h", ".hpp", ".hh", ".cuh", ".inl", ".inc", ".cu", ".c", ".cpp")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.M)
OTHER_LANGUAGE = re.compile(r"hip_runtime|sycl/sycl")
OTHER_FOLDER = re.compile(r"-(hip|sycl|omp)/")

Outcome = collections.namedtuple("Outcome", "code out err seconds processor")


def run(command, limit):
    """Runs it in a process group of its own; code is None after the limit."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=err, start_new_session=True)
        hung = threading.Event()

        def stop():
            hung.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, stop)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    return Outcome(None if hung.is_set() else process.returncode, *texts, seconds,
                   usage.ru_utime + usage.ru_stime)


def system_folders():
    """Where the compiler and the toolkit have headers of their own."""
    text = run([CLANG, "-E", "-v", "-x", "c++", "/dev/null"], 60).err
    found = re.search(r"#include <...> search starts here:\n(.*?)End of", text, re.S)
    folders = [pathlib.Path(line.strip()) for line in found[1].splitlines()]
    toolkit = toolkit_folder()
    return folders + [toolkit / "include", toolkit / "include/cccl"]


def toolkit_folder():
    return pathlib.Path(os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH")
                        or "/usr/local/cuda")


class CodeBase:
    def __init__(self, folder, system):
        self.folder = folder.resolve()
        self.name = folder.name
        self.system = system
        self.by_name = collections.defaultdict(list)
        sources = []
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in HEADERS and path.is_file():
                self.by_name[path.name].append(path)
                if (path.suffix == ".cu"
                        and not OTHER_FOLDER.search(str(path.relative_to(self.folder)))
                        and not OTHER_LANGUAGE.search(path.read_text(errors="replace"))):
                    sources.append(path)
        self.sources = sources
        self.texts = {}
        self.parts = set()
        for path in sources:
            for name, _ in self.includes(path):
                if name.endswith(".cu"):
                    for part in self.by_name[os.path.basename(name)]:
                        if part == (path.parent / name).resolve():
                            self.parts.add(part)

    def includes(self, path):
        if path not in self.texts:
            found = INCLUDE.findall(path.read_text(errors="replace"))
            self.texts[path] = [(a or b, bool(a)) for a, b in found]
        return self.texts[path]

    def pick(self, most):
        step = max(1, -(-len(self.sources) // most))
        return self.sources[::step]

    def find(self, name, quoted, start):
        """The folder from which an include of that name is found, or None."""
        folder = start
        while True:
            for beside in BESIDE:
                if (folder / beside / name).is_file():
                    return folder / beside
            if folder == self.folder or self.folder not in folder.parents:
                break
            folder = folder.parent
        if not quoted:
            return None  # <musa.h> is not some folder's own musa.h
        tail = "/" + name
        others = [str(path) for path in self.by_name[os.path.basename(name)]
                  if str(path).endswith(tail)]
        return pathlib.Path(others[0][:-len(tail)]) if len(others) == 1 else None

    def folders(self, source):
        """(-I folders, names of headers in quotes that are nowhere)."""
        folders, missing = [], []
        seen, todo = {source}, [source]
        while todo:
            path = todo.pop()
            for name, quoted in self.includes(path):
                header = path.parent / name
                if not quoted or not header.is_file():
                    known = [f for f in folders if (f / name).is_file()]
                    if not known and any((f / name).is_file() for f in self.system):
                        continue
                    where = known[0] if known else self.find(name, quoted, source.parent)
                    if where is None:
                        if quoted and name not in missing:
                            missing.append(name)
                        continue
                    if where not in folders:
                        folders.append(where)
                    header = where / name
                header = header.resolve()
                if header not in seen:
                    seen.add(header)
                    todo.append(header)
        return folders, missing


def reason_of(message):
    """Sorts a first compile error."""
    if "file not found" in message:
        return "header missing"
    if "not supported for __shared__" in message:
        return "`__shared__` object with a constructor"
    if re.search(r"undeclared|unknown type|no member|no type named|no template named", message):
        return "undeclared name"
    if "does not compile" in message or "compile error" in message:
        return "other compile error"
    return message


def analyse(job, options):
    base, source, timed = job
    folders, missing = base.folders(source)
    search = ["-I" + str(folder) for folder in folders]
    tool = [options.tool, "--statistics", str(source), "--", *search]
    result = run(tool, options.limit)
    entry = {"base": base.name, "file": str(source.relative_to(base.folder)),
             "missing": missing, "part": source in base.parts, "code": result.code,
             "seconds": round(result.seconds, 2), "out": result.out, "err": result.err}
    entry["folders"] = [str(f.relative_to(base.folder)) for f in folders]
    if timed and result.code is not None:
        clang = [CLANG, "-x", "cuda", "-fsyntax-only", "--cuda-device-only",
                 "--cuda-gpu-arch=sm_90", "-std=c++17", "-w",
                 "--cuda-path=%s" % toolkit_folder(), *search,
                 "-isystem", str(toolkit_folder() / "include/cccl"), str(source)]
        ours, theirs = [], []
        for _ in range(options.rounds):
            theirs.append(run(clang, options.limit))
            ours.append(run(tool, options.limit))
        entry["clang"] = theirs[0].code
        if all(r.code == 0 for r in theirs):
            entry["ratio"] = (statistics.median(r.processor for r in ours)
                              / statistics.median(r.processor for r in theirs))
        else:
            entry["clang_error"] = next(
                iter(re.findall(r"error: .*", theirs[0].err)), "")
    return entry


def count(entries):
    n = collections.Counter()
    unknown, failures = collections.Counter(), collections.Counter()
    ratios = []
    for e in entries:
        n["files"] += 1
        n["parts"] += e["part"]
        n["headers"] += not e["missing"]
        n["hang"] += e["code"] is None
        n["crash"] += crashed(e)
        if "ratio" in e:
            ratios.append(e["ratio"])
        n["refused"] += "clang_error" in e
        m = re.search(r"^kernels: (\d+) \((\d+) not analysed\)", e["out"], re.M)
        kernels, left = (int(m[1]), int(m[2])) if m else (0, 0)
        whole = bool(m) and left == 0 and "warp-tidy: error:" not in e["err"]
        n["whole"] += whole
        n["whole_headers"] += whole and not e["missing"]
        n["kernels"] += kernels
        n["left"] += left
        for text in re.findall(r"kernel '.*?' is not analysed: (.*)", e["err"]):
            failures["part of another file" if e["part"] and "compile" in text
                     else reason_of(text)] += 1
        if not kernels and "warp-tidy: error:" in e["err"]:
            n["lost"] += 1
        for verdict, found in re.findall(r"^  ([a-z-]+): (\d+)$", e["out"], re.M):
            n[verdict] += int(found)
        for text, found in re.findall(r"^    unknown, (.*): (\d+)$", e["out"], re.M):
            unknown[text] += int(found)
    n["accesses"] = sum(n[v] for v in VERDICTS)
    return n, unknown, failures, ratios


def crashed(entry):
    return (entry["code"] is not None and not 0 <= entry["code"] < 128
            or "analysis crashed" in entry["err"] or "Stack dump" in entry["err"])


def table(bases, entries, out):
    columns = [[e for e in entries if e["base"] == base] for base in bases] + [entries]
    counts = [count(column) for column in columns]

    def row(name, cell):
        out.append("| %s | %s |" % (name, " | ".join(str(cell(*c)) for c in counts)))

    def share(n):
        if not n["accesses"]:
            return ""
        return "%.1f%%" % (100 - 100 * (n["unknown"] + n[ASSUMED]) / n["accesses"])

    def ratio(n, ratios):
        return "%.2f (%d)" % (statistics.median(ratios), len(ratios)) if ratios else ""

    out.append("| | %s |" % " | ".join([*bases, "all"]))
    out.append("|" + "---|" * (len(counts) + 1))
    row("files", lambda n, *_: n["files"])
    row("of these with all headers in quotes there", lambda n, *_: n["headers"])
    row("files whose kernels were all analysed", lambda n, *_: n["whole"])
    row("of these with all headers in quotes there", lambda n, *_: n["whole_headers"])
    row("kernels", lambda n, *_: n["kernels"])
    row("not analysed, with the reason", lambda n, *_: n["left"])
    row("global and shared accesses", lambda n, *_: n["accesses"])
    for verdict in VERDICTS:
        row(LABELS.get(verdict, verdict), lambda n, *_: n[verdict])
    row("with a verdict", lambda n, *_: share(n))
    row("time against Clang's, median (files)", lambda n, u, f, r: ratio(n, r))
    row("crashes", lambda n, *_: n["crash"])
    row("hangs", lambda n, *_: n["hang"])

    n, unknown, failures, ratios = counts[-1]

    def listed(what):
        return ", ".join("%s %d" % item for item in what.most_common()) or "none"

    out.append("")
    out.append("Unknown by reason: %s." % listed(unknown))
    out.append("Kernels not analysed by reason: %s." % listed(failures))
    out.append("Files that another .cu file includes: %d of %d." % (n["parts"], n["files"]))
    if n["lost"]:
        out.append("Files with an error and without a kernel: %d." % n["lost"])
    if n["refused"]:
        out.append("Files without a ratio, since Clang refuses them: %d." % n["refused"])
    for e in entries:
        if crashed(e) or e["code"] is None:
            out.append("%s: %s/%s" % ("hang" if e["code"] is None else "crash",
                                      e["base"], e["file"]))
    slow = max(entries, key=lambda e: e["seconds"])
    out.append("Slowest file: %.1f s, %s/%s." % (slow["seconds"], slow["base"], slow["file"]))
    return n


def draw(entries, number, seed):
    """Warnings of one code base at random; a place is drawn once however often
    it is reported."""
    found = {}
    for e in entries:
        for text in re.split(r"\n(?=\S+:\d+:\d+: (?:warning|remark))", "\n" + e["out"]):
            m = re.match(r"\n?(\S+:\d+:\d+): warning: .*\[(gpu-[a-z-]+)\]", text)
            if m:
                found.setdefault((os.path.normpath(m[1]), m[2]), text.strip("\n"))
    keys = sorted(found)
    drawn = random.Random(seed).sample(keys, min(number, len(keys)))
    print("\n## %d of %d warnings of %s" % (len(drawn), len(keys), entries[0]["base"]))
    for i, key in enumerate(drawn, 1):
        print("\n%d.\n%s" % (i, found[key]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("tool")
    parser.add_argument("--per-repo", type=int, default=60, help="files of a code base at most")
    parser.add_argument("--timed", type=int, default=5, help="timed files of a code base at most")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each timed file")
    parser.add_argument("--limit", type=float, default=120, help="seconds that make a hang")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="write what each run said, as JSON")
    parser.add_argument("--draw", type=int, default=0,
                        help="print so many warnings of each code base, at random")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    system = system_folders()
    bases = [CodeBase(folder, system) for folder in sorted(options.folder.iterdir(),
                                                           key=lambda f: f.name.lower())
             if folder.is_dir()]
    jobs = []
    for base in bases:
        files = base.pick(options.per_repo)
        step = max(1, -(-len(files) // options.timed)) if options.timed else len(files) + 1
        jobs += [(base, file, options.timed and i % step == step // 2)
                 for i, file in enumerate(files)]
    entries = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for entry in pool.map(lambda job: analyse(job, options), jobs):
            entries.append(entry)
            print("%d of %d: %s/%s %.1f s, code %s" % (
                len(entries), len(jobs), entry["base"], entry["file"], entry["seconds"],
                entry["code"]), file=sys.stderr)
            if options.keep:
                options.keep.write_text(json.dumps(entries, indent=1))
    lines = []
    total = table([base.name for base in bases], entries, lines)
    print("\n".join(lines))
    if options.draw:
        for base in bases:
            draw([e for e in entries if e["base"] == base.name], options.draw, options.seed)
    return 1 if total["crash"] or total["hang"] else 0


if __name__ == "__main__":
    sys.exit(main())
