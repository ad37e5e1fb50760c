#!/usr/bin/env python3
"""Runs warp-tidy on the test suites of other analyzers and compares.

Usage: peers.py SOURCES PEERS WARP_TIDY [--suite=NAME] [--rows]

SOURCES  a folder with checkouts named faial, racuda and gpudrano (a missing one
         is skipped); docs/peers.md says which repositories these are
PEERS    the folder with the published numbers: faial_expectations.tsv,
         racuda_measured_vs_predicted.tsv, gpudrano_unit_expectations.tsv
--rows   every row of RaCUDA, not only a summary of each kernel

Prints a Markdown table for each suite: what they say, what warp-tidy says, and
what an enumeration of the lanes says, which uses neither of them. Exit status 1
when a disagreement has no explanation in this file.
"""
import ast
import collections
import csv
import json
import math
import operator
import pathlib
import re
import subprocess
import sys
import tempfile
from types import SimpleNamespace

# APART: ours is what the lanes need, and a published counter is neither.
AGREE, RIGHT, APART, WIDER, WRONG = VERDICTS = (
    "agree", "ours right", "counter differs", "ours wider", "ours wrong")


def read_tsv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


# --- The tool ---------------------------------------------------------------

def predict(tool, sources, *options):
    """Name of each source -> the kernels that the tool found in it."""
    if not sources:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, text in sources.items():
            paths.append(pathlib.Path(folder) / name)
            paths[-1].write_text(text, encoding="utf-8")
        out = pathlib.Path(folder) / "predictions.json"
        run = subprocess.run([tool, "--cuda-path=none", "--quiet", f"--predictions={out}",
                              *options, *map(str, paths), "--"], capture_output=True, text=True)
        if not out.exists():
            sys.exit(f"{tool} made no predictions:\n{run.stderr[-2000:]}")
        document = json.loads(out.read_text(encoding="utf-8"))
    return {pathlib.Path(f["file"]).name: f["kernels"] for f in document["files"]}


def annotated(text, block, grid=None, arguments=None):
    """The source with a launch annotation above its only kernel."""
    words = ["block(" + ",".join(map(str, block)) + ")"]
    if grid:
        words.append("grid(" + ",".join(map(str, grid)) + ")")
    words += [f"{name}={value}" for name, value in (arguments or {}).items()]
    return text.replace("__global__", "// warp-tidy: " + " ".join(words) + "\n__global__", 1)


def ours_of(kernels, space, op=None, array=None):
    """The tool's figures of the chosen accesses under the first launch."""
    result = SimpleNamespace(low=None, high=0, total=0, requests=0, unknown=None,
                             assumptions=set())
    for kernel in kernels:
        if "unknown" in kernel:
            result.unknown = kernel["unknown"]
        for access in kernel["accesses"]:
            if access["space"] != space or (op and access["op"] != op):
                continue
            if array and not access["source"].startswith(array):
                continue
            p = access["predictions"][0]
            if "unknown" in p:
                result.unknown = p["unknown"]
                continue
            if p["pattern"] == "not-executed":
                continue
            result.low = p["min"] if result.low is None else min(result.low, p["min"])
            result.high = max(result.high, p["max"])
            result.assumptions.update(p.get("assumptions", ()))
            if "launch_units" not in p:
                result.total = None
            elif result.total is not None:
                result.total += p["launch_units"]
                result.requests += p["launch_requests"]
    return result


# --- The lanes, enumerated --------------------------------------------------

def warps(block):
    x, y, z = block
    threads = [SimpleNamespace(x=i, y=j, z=k)
               for k in range(z) for j in range(y) for i in range(x)]
    return [threads[i:i + 32] for i in range(0, len(threads), 32)]


def requests(block, body, parameters):
    """Per warp the address lists of its requests: lanes meet where their keys agree."""
    result = []
    for lanes in warps(block):
        at = collections.defaultdict(list)
        for lane in lanes:
            for key, address in body(lane, parameters):
                at[key].append(address)
        result.append(list(at.values()))
    return result


def wavefronts(words):
    banks = collections.Counter(word % 32 for word in set(words))
    return max(banks.values())


def chunks(addresses, size):
    return len({address // size for address in addresses})


# --- Faial ------------------------------------------------------------------

def strided(stride):
    return lambda t, p: [(0, stride * t.x)]


def repeated(counts):
    """y[2 * threadIdx.x] in a loop whose iterations counts(t, p) lists."""
    return lambda t, p: [(key, 2 * t.x) for key in counts(t, p)]


def powers(stop):
    i, result = 1, []
    while i < stop:
        result.append(i)
        i *= 2
    return result


# Word indices of the shared accesses, and what tells their requests apart.
FAIAL_SHARED = {
    **{f"{k}tid.cu": strided(k) for k in range(4, 33, 2)},
    "2tid.cu": lambda t, p: [(0, p.gridDim * t.x), (1, 2 * t.y), (2, 2 * t.z)],
    "assume.cu": strided(2),
    "tidx-tidy.cu": lambda t, p: [(0, 17 * t.x + t.y)],
    "loops-1.cu": repeated(lambda t, p: range(p.n)),
    "loops-1-step-plus.cu": repeated(lambda t, p: range(p.lb, p.ub + 1, p.step)),
    "loops-1-step-minus.cu": repeated(lambda t, p: range(p.ub, p.lb - 1, -p.step)),
    "loops-1-div.cu": repeated(lambda t, p: powers(513)),
    "loops-1-rsh.cu": repeated(lambda t, p: powers(513)),
    "loops-1-bitwise.cu": repeated(lambda t, p: range(p.n << p.m)),
    "loops-1-minus.cu": repeated(lambda t, p: range(p.n, -1, -1)),
    "loops-1-multiple.cu": lambda t, p: [(k, k * t.x) for k in (2, 4, 8)],
    "loops-1-pow.cu": repeated(lambda t, p: powers(p.blockDim)),
    "loops-1-pow-2.cu": repeated(lambda t, p: powers(1024)),
    "loops-1-pow-unknown-bound.cu": repeated(lambda t, p: powers(p.n)),
    # The lanes of a warp run their first iterations together, then their second.
    "loops-1-tid-lb.cu": repeated(lambda t, p: range(1024 - t.x)),
    "loops-1-tid-ub.cu": repeated(lambda t, p: range(t.x)),
    "loops-1-tid-ub-var.cu": repeated(lambda t, p: range(t.x + p.n)),
    "loops-1-tid-var-1.cu": lambda t, p: [(i - t.x, i * t.x) for i in range(t.x, 10)],
    "loops-1-tid-var-2.cu": lambda t, p: [(i, i * t.x) for i in range(t.x + 1)],
    "unkn-tid.cu": None,
    "loops-nested-2.cu": repeated(
        lambda t, p: [(i, j) for i in range(p.n) for j in range(i, p.n)]),
    "loops-nested-2-ind.cu": repeated(
        lambda t, p: [(i, j) for i in range(p.n) for j in range(p.n)]),
    "loops-nested-2-pow.cu": repeated(
        lambda t, p: [(i, j) for i in range(p.n) for j in powers(p.n)]),
    "loops-nested-2-ind-step.cu": repeated(
        lambda t, p: [(i, j) for i in range(0, p.n, p.step1)
                      for j in range(i, p.m, p.step2)]),
    "ifs-1.cu": lambda t, p: [(0, 10 + 2 * t.x) if t.x <= 16 else (1, 4 * t.x)],
    "ifs-2.cu": lambda t, p: [(0, 10 + 2 * t.x) if p.n < 4 else (1, 4 * t.x)],
}
FAIAL_TILES = {
    "setRowReadRow.cu": ((32, False), (32, False)),
    "setColReadCol.cu": ((32, True), (32, True)),
    "setRowReadCol.cu": ((32, False), (32, True)),
    "setRowReadColPad.cu": ((33, False), (33, True)),
}
# Indices of the stores of floats to global memory.
FAIAL_GLOBAL = {
    "ua-aligned-1.cu": lambda t, p: [(0, 32 * p.n + t.x)],
    "ua-aligned-2.cu": lambda t, p: [(0, p.n + t.x)],
    "ua-aligned-3.cu": lambda t, p: [(0, t.y * p.n + t.x)],
    "ua-aligned-4.cu": lambda t, p: [(0, 32 * p.n + t.x)] if t.x < 16 else [],
    "ua-aligned-5.cu": lambda t, p: [(0, p.n + t.x)] if t.x < 16 else [],
    "ua-broadcast.cu": lambda t, p: [(0, p.n)],
    "ua-unif-times-tid-1.cu": lambda t, p: [(0, p.n * t.x)],
    "ua-unif-times-tid-2.cu": lambda t, p: [(0, 32 * p.n * t.x)],
    "ua-unif-times-tid-3.cu": lambda t, p: [(0, p.n * t.x)] if t.x % 2 else [],
    "ua-unif-times-tid-4.cu": lambda t, p: [(0, 33 * p.n * t.x)] if t.x % 2 else [],
}
# The values at which formulas are compared.
FAIAL_VALUES = {
    "loops-1-step-plus.cu": [{"lb": 2, "ub": 33, "step": 5}, {"lb": 0, "ub": 9, "step": 3}],
    "loops-1-step-minus.cu": [{"lb": 2, "ub": 33, "step": 5}, {"lb": 0, "ub": 9, "step": 3}],
    "loops-1-bitwise.cu": [{"n": 3, "m": 2}],
    "loops-nested-2-ind-step.cu": [{"n": 7, "m": 9, "step1": 2, "step2": 3}],
    "loops-nested-2-pow.cu": [{"n": 2}, {"n": 9}],
    "ifs-2.cu": [{"n": 3}, {"n": 4}],
    **{f"ua-unif-times-tid-{k}.cu": [{"n": n} for n in (*range(1, 9), 33)]
       for k in (1, 3, 4)},
}

FAIAL_WHY = {
    "loops-1-div.cu": "their loop over powers of two misses one iteration",
    "loops-1-rsh.cu": "their loop over powers of two misses one iteration",
    "loops-1-pow.cu": "their loop over powers of two misses one iteration",
    "loops-1-pow-2.cu": "their loop over powers of two misses one iteration",
    "loops-1-pow-unknown-bound.cu": "their loop over powers of two misses one iteration",
    "loops-nested-2-pow.cu": "their loop over powers of two misses one iteration",
    "loops-1-tid-lb.cu": "they let every lane run every iteration",
    "loops-1-tid-ub.cu": "they let every lane run every iteration",
    "loops-1-tid-ub-var.cu": "they let every lane run every iteration",
    "loops-1-tid-var-1.cu": "they assume the worst for a multiplier that varies",
    "loops-1-tid-var-2.cu": "they assume the worst for a multiplier that varies",
    "ifs-1.cu": "they look at the first warp alone; the others take the branch of stride 4",
    "ua-aligned-2.cu": "they report the worst alignment; ours the interval",
    "ua-aligned-3.cu": "they report the worst alignment; ours the interval",
    "ua-aligned-5.cu": "they report the worst alignment; ours the interval",
    "assume.cu": "`__assume(n == 2)` is not used; the table over n has their figure at 2",
    "unkn-tid.cu": "the factor is an undefined function: ours is unknown, theirs the worst case",
}

FAIAL_WRONG = {
    "loops-1-tid-lb.cu": "each request, of a loop too long to follow: ours lets all lanes "
                         "pass a bound that is known (the total is right)",
}

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.FloorDiv: operator.floordiv, ast.LShift: operator.lshift}


def evaluate(node, values):
    if isinstance(node, str):
        node = ast.parse(node.strip(), mode="eval").body
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](evaluate(node.left, values),
                                        evaluate(node.right, values))
    if isinstance(node, ast.Compare):
        return evaluate(node.left, values) < evaluate(node.comparators[0], values)
    function = {"min": min, "max": max, "log2": lambda x: int(math.log2(x)) if x > 0 else 0}
    return function[node.func.id](*(evaluate(a, values) for a in node.args))


def formula(text, values):
    """The value of an expectation: a number, or sums and choices over parameters."""
    text = text.strip()
    if text.startswith("Σ_{"):
        head, body = text[3:].split("}", 1)
        name, bounds = (part.strip() for part in head.split("|", 1))
        low, _, high = bounds.split("≤")
        low, high = formula(low, values), formula(high, values)
        return sum(formula(body, {**values, name: i}) for i in range(low, high + 1))
    choice = re.match(r"if (.*) then (.*) else (.*)", text)
    if choice:
        return formula(choice[2] if evaluate(choice[1], values) else choice[3], values)
    text = text.replace("⌊", "(").replace("⌋", ")").replace("log₂", "log2")
    return evaluate(text.replace("/", "//"), values)


def faial_launch(text, arguments):
    """Block and grid: from the arguments, the header comment, or their defaults."""
    block, grid = (1024, 1, 1), (1, 1, 1)
    words = " ".join(line for line in text.splitlines()[:2] if line.startswith("//"))
    words += " " + arguments.replace("; ", " ").replace(";", " ")

    def dims(found):
        numbers = [int(x) for x in re.findall(r"\d+", found)]
        return tuple(numbers + [1] * (3 - len(numbers)))
    for found in re.findall(r"--block-?[dD]im[= ](\[[\d,]+\]|\d+)", words):
        block = dims(found)
    for found in re.findall(r"--grid-?[dD]im[= ](\[[\d,]+\]|\d+)", words):
        grid = dims(found)
    given = {n: int(v) for n, v in re.findall(r"-p (\w+)=(\d+)", words)}
    return block, grid, given


def faial(folder, peers, tool):
    folder = folder / "faial/examples/bc"
    rows = read_tsv(peers / "faial_expectations.tsv")
    runs, sources = [], {}
    for row in rows:
        text = (folder / row["file"]).read_text(encoding="utf-8")
        block, grid, given = faial_launch(text, row["args"])
        is_formula = not re.fullmatch(r"\d+", row["expected"])
        samples = [{}]
        if is_formula:
            samples = [given] if given else FAIAL_VALUES.get(
                row["file"], [{"n": 1}, {"n": 5}, {"n": 17}])
        for values in samples:
            values = {**given, **values}
            name = f"{len(sources)}-{row['file']}"
            sources[name] = annotated(text, block, grid, values)
            runs.append((row, block, grid, values, name))
    predictions = predict(tool, sources)

    table, counts, why = [], collections.Counter(), collections.Counter()
    by_row = collections.defaultdict(list)
    for row, block, grid, values, name in runs:
        by_row[id(row)].append(faial_compare(row, block, grid, values, predictions[name]))
    for row in rows:
        results = by_row[id(row)]
        verdict = next(v for v in (WRONG, WIDER, RIGHT, AGREE)
                       if any(r[0] == v for r in results))
        # Of a formula, the first sample that shows the verdict.
        _, theirs, ours, truth = next(r for r in results if r[0] == verdict)
        reason = ("" if verdict == AGREE else
                  FAIAL_WRONG.get(row["file"], "NOT EXPLAINED") if verdict == WRONG else
                  FAIAL_WHY.get(row["file"], "NOT EXPLAINED"))
        counts[verdict] += 1
        if reason:
            why[verdict, reason] += 1
        table.append([row["file"], row["args"], row["expected"], theirs, ours, truth,
                      verdict, reason])
    print_table(["kernel", "arguments", "expectation", "theirs", "ours", "lanes",
                 "verdict", "why"], table)
    return len(rows), counts, why


def faial_compare(row, block, grid, values, kernels):
    theirs = formula(row["expected"], values)
    file, metric = row["file"], row["suite"]
    if metric == "per_request_tests":
        reads = "--only-reads" in row["args"]
        width, column = FAIAL_TILES[file][1 if reads else 0]

        def tile(t, p):
            return [(0, width * t.x + t.y if column else width * t.y + t.x)]
        truth = [wavefronts(r) for w in requests(block, tile, None) for r in w]
        ours = ours_of(kernels, "shared", "load" if reads else "store")
        text = span(ours.low, ours.high) + " a request"
        good = (ours.low, ours.high) == (min(truth), max(truth))
        return (judge(theirs == max(truth), good), theirs, text,
                span(min(truth), max(truth)))
    if metric == "ua_tests":
        body = FAIAL_GLOBAL[file]
        samples = [values] if values else [{"n": n} for n in range(1, 65)]
        truth = [chunks([4 * a for a in r], 32) for v in samples
                 for w in requests(block, body, SimpleNamespace(**v)) for r in w]
        ours = ours_of(kernels, "global", "store", "y[")
        good = (ours.low, ours.high) == (min(truth), max(truth))
        same = theirs == min(truth) == max(truth)
        return (judge(same, good), at(values, theirs), span(ours.low, ours.high),
                span(min(truth), max(truth)))
    body = FAIAL_SHARED[file]
    ours = ours_of(kernels, "shared")
    if body is None:
        return WIDER, theirs, "unknown", "any"
    parameters = SimpleNamespace(blockDim=block[0], gridDim=grid[0], **values)
    costs, extremes = [], []
    for warp in requests(block, body, parameters):
        fronts = [wavefronts(r) for r in warp]
        costs.append(sum(fronts) - len(fronts))
        extremes += fronts
    total = grid[0] * sum(costs)
    low, high = (min(extremes), max(extremes)) if extremes else (None, 0)
    excess = None if ours.total is None else ours.total - ours.requests
    text = f"{span(ours.low, ours.high)} a request, " + (
        "no total" if excess is None else f"{excess} in all")
    lanes = f"{span(low, high)} a request, {total} in all"
    if ours.unknown:
        good = WIDER
    elif low is not None and (ours.low is None or ours.low > low or ours.high < high):
        good = WRONG
    elif excess is None:
        good = WIDER if (ours.low, ours.high) != (low, high) else RIGHT
    else:
        good = RIGHT if excess == total else WRONG
    same = bool(costs) and theirs == max(costs)
    verdict = good if good in (WRONG, WIDER) else AGREE if same else RIGHT
    return (verdict, at(values, f"{theirs} a warp"), text,
            f"{lanes}, {span(min(costs), max(costs))} a warp")


def judge(same, good):
    return WRONG if not good else AGREE if same else RIGHT


def span(low, high):
    return f"{high}" if low in (None, high) else f"{low} to {high}"


def at(values, text):
    return f"{text} ({', '.join(f'{n}={v}' for n, v in values.items())})" if values else text


# --- RaCUDA -----------------------------------------------------------------

class Count(collections.Counter):
    """Sectors and bank conflicts of a launch, lane by lane."""

    def load(self, start, stride, lanes, times=1):
        """Words start, start + stride, ... of global memory."""
        if lanes > 0 and times:
            self["sectors"] += times * len({(start % 8 + stride * lane) // 8
                                            for lane in range(lanes)})


def full_warps(threads):
    return [(first, min(32, threads - first)) for first in range(0, threads, 32)]


def residues(count, offset=0, step=1):
    """Each remainder modulo a sector that offset + step * i takes, and how often."""
    return collections.Counter((offset + step * i) % 8 for i in range(count)).items()


def add_sub_0(w, h):
    count = Count()
    for first, lanes in full_warps(h):
        for odd in (0, 1):
            active = (lanes + 1 - odd) // 2
            for i, times in residues(w):
                count.load((first + odd) * w + i, 2 * w, active, 2 * times)
                count.load(i, 0, active, times)
    return count


def add_sub_1(w, h):
    count = Count()
    for first, lanes in full_warps(h // 2):
        for row in (0, 1):
            for i, times in residues(w):
                count.load((2 * first + row) * w + i, 2 * w, lanes, 2 * times)
                count.load(i, 0, lanes, times)
    return count


def add_sub_2(w, h, shared=False):
    count = Count()
    for first, lanes in full_warps(w):
        if shared:
            count.load(first, 1, lanes)
        for j in range(0, h, 2):
            for row in (0, 1):
                count.load((j + row) * w + first, 1, lanes, 2)
                if not shared:
                    count.load(first, 1, lanes)
    return count


def matrix_mul(n, transposed):
    count = Count()
    blocks, steps = n // 32, -(-n // 32)
    for by in range(blocks):
        for ty in range(32):
            row = n * (32 * by + ty)
            for step in range(steps):
                count.load(row + 32 * step, 1, 32, blocks)
            for bx, times in residues(blocks, 0, 32):
                count.load(row + bx, 1, 32, times)
    for step in range(steps):
        for ty in range(32):
            for bx, times in residues(blocks, 0, 32):
                count.load(n * (32 * step + ty) + bx, 1, 32, times * blocks)
    if transposed:
        words = [32 * lane for lane in range(32)]
        count["conflicts"] = blocks * blocks * 32 * steps * (wavefronts(words) - 1)
    return count


def matrix_mul_bad(n):
    count = Count()
    blocks, steps = n // 32, -(-n // 32)
    for ty in range(32):
        for by in range(blocks):
            row = n * (32 * by + ty)
            for start, times in residues(32 * steps, row):
                count.load(start, 0, 32, times * blocks)
            for bx in range(blocks):
                count.load(row + 32 * bx, 1, 32, 2 * 32 * steps)
    for k, times in residues(32 * steps, 0, n):
        for bx in range(blocks):
            count.load(k + 32 * bx, 1, 32, times * blocks * 32)
    return count


def reduction(n, kind):
    count = Count()
    size = 256
    blocks = n // (2 * size if kind == 3 else size)
    for first, lanes in full_warps(n):
        count.load(first, 1, lanes)
    count["sectors"] += blocks
    if kind == 1:
        s = 1
        while s < size:
            for first, lanes in full_warps(size):
                indices = [2 * s * t for t in range(first, first + lanes) if 2 * s * t < size]
                if indices:  # two loads and a store
                    count["conflicts"] += blocks * (
                        2 * (wavefronts(indices) - 1)
                        + wavefronts([i + s for i in indices]) - 1)
            s *= 2
    return count


def vector_add(n):
    count = Count()
    for first, lanes in full_warps(n):
        count.load(first, 1, lanes, 3)
    return count


def one_block(threads):
    return ((threads, 1, 1), (1, 1, 1)) if threads <= 1024 else None


def racuda_case(kernel, size):
    """File, launch, arguments, enumeration; None where the launch is not known."""
    numbers = [int(x) for x in re.findall(r"\d+", size)]
    if kernel.startswith("addSub"):
        w, h = numbers
        threads = {"addSub0": h, "addSub1": h // 2}.get(kernel, w)
        lanes = {"addSub0": add_sub_0, "addSub1": add_sub_1, "addSub2": add_sub_2,
                 "addSub3": lambda w, h: add_sub_2(w, h, True)}[kernel]
        return one_block(threads), {"w": w, "h": h}, lambda: lanes(w, h)
    n = numbers[0]
    if kernel.startswith("matrixMul"):
        lanes = {"matrixMul": lambda: matrix_mul(n, False),
                 "matrixMulTranspose": lambda: matrix_mul(n, True),
                 "matrixMulBad": lambda: matrix_mul_bad(n)}[kernel]
        return (((32, 32, 1), (n // 32, n // 32, 1)), {"wA": n, "wB": n}, lanes)
    if kernel.startswith("reduce"):
        kind = int(kernel[-1])
        return (((256, 1, 1), (n // (512 if kind == 3 else 256), 1, 1)), {"n": n},
                lambda: reduction(n, kind))
    if kernel == "vectorAdd":
        return (((256, 1, 1), (-(-n // 256), 1, 1)), {"numElements": n},
                lambda: vector_add(n))
    return None


def racuda_source(text):
    """The kernel as CUDA: arrays of a fixed length, no headers of the samples."""
    text = re.sub(r"^#include.*$", "", text, flags=re.M)
    text = re.sub(r"(__shared__ int \w+)\[[a-zA-Z.]+\]", r"\1[1024]", text)
    # A pragma that belongs to the loop two lines below, where Clang refuses it.
    return re.sub(r"#pragma unroll\s+(float Csub;)", r"\1", text)


def racuda_bounds(folder):
    """Their bounds a warp, as their own results give them."""
    bounds = {}
    for metric in ("global", "shared"):
        path = folder / f"racuda/popl21/paper-analysis-results/{metric}.csv"
        if not path.exists():
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = next(csv.reader([line]))
            if cells and cells[-1]:
                bounds[cells[0].removesuffix(".cu"), metric] = re.sub(
                    r"(\d) max", r"\1 * max", cells[-1])
    return bounds


def racuda_why(kernel, size):
    """Why a published counter is not what the lanes need. Their host code and the GPU's
    model are not published, so that this says where they differ and not more."""
    step = 32 if kernel.startswith("matrixMul") else 256
    if all(int(x) % step == 0 for x in re.findall(r"\d+", size)):
        return "the counter scatters about what the lanes need"
    return "sizes that leave a block or tile partly filled: the counter differs from the lanes"


def racuda(folder, peers, tool, every_row):
    kernels = folder / "racuda/popl21/kernels"
    rows, sources, cases, skipped = [], {}, {}, collections.Counter()
    for row in read_tsv(peers / "racuda_measured_vs_predicted.tsv"):
        case = racuda_case(row["kernel"], row["size"])
        path = kernels / f"{row['kernel']}.cu"
        if not path.exists():
            skipped["the source is not published", row["kernel"]] += 1
        elif int(row["measured_sectors"]) == 0:
            skipped["the launch failed: no sectors were counted", row["kernel"]] += 1
        elif case is None or case[0] is None:
            skipped["the launch is not known", row["kernel"]] += 1
        else:
            (block, grid), arguments, lanes = case
            name = f"{row['kernel']}-{row['size']}.cu"
            text = racuda_source(path.read_text(encoding="utf-8"))
            sources[name] = annotated(text, block, grid, arguments)
            cases[name] = (block, grid, arguments, lanes)
            rows.append((row, name))
    predictions = predict(tool, sources)
    bounds = racuda_bounds(folder)

    counts, why = collections.Counter(), collections.Counter()
    detail, groups = [], collections.defaultdict(list)
    for row, name in rows:
        block, grid, arguments, lanes = cases[name]
        truth = lanes()
        memory = ours_of(predictions[name], "global")
        shared = ours_of(predictions[name], "shared")
        sectors = memory.total
        conflicts = None if shared.total is None else shared.total - shared.requests
        measured = int(row["measured_sectors"]), int(row["measured_conflicts"])
        number = -(-math.prod(block) // 32) * math.prod(grid)
        theirs = []
        for metric in ("global", "shared"):
            bound = bounds.get((row["kernel"], metric))
            theirs.append(number * evaluate(bound, arguments) if bound else None)
        for what, got, real, published in (
                ("sectors", sectors, truth["sectors"], measured[0]),
                ("conflicts", conflicts, truth["conflicts"], measured[1])):
            verdict = (WIDER if got is None else WRONG if got != real
                       else AGREE if got == published else APART)
            counts[verdict] += 1
            if verdict != AGREE:
                why[verdict, {
                    APART: racuda_why(row["kernel"], row["size"]),
                    WIDER: "no total of the launch: longer than what is followed",
                    WRONG: f"NOT EXPLAINED ({what} of {name})"}[verdict]] += 1
        groups[row["kernel"]].append((measured, (sectors, conflicts),
                                      (truth["sectors"], truth["conflicts"]), theirs))
        detail.append([row["kernel"], row["size"], *measured, sectors, conflicts,
                       truth["sectors"], truth["conflicts"],
                       *("-" if t is None else round(t) for t in theirs)])
    if every_row:
        print_table(["kernel", "size", "measured sectors", "measured conflicts",
                     "our sectors", "our conflicts", "lanes' sectors", "lanes' conflicts",
                     "their bound of sectors", "their bound of conflicts"], detail)
    table = []
    for kernel, items in groups.items():
        def equal(first, second, which):
            known = [i for i in items if i[1][which] is not None]
            good = sum(i[first][which] == i[second][which] for i in known)
            return f"{good} of {len(known)}"

        def worst(of, which):
            ratios = [of(i)[which] / i[0][which] for i in items
                      if i[0][which] and of(i)[which] is not None]
            return f"{min(ratios):.3f} to {max(ratios):.3f}" if ratios else "-"
        table.append([kernel, equal(0, 1, 0), worst(lambda i: i[1], 0), equal(0, 1, 1),
                      equal(2, 1, 0), equal(2, 1, 1), worst(lambda i: i[3], 0),
                      worst(lambda i: i[3], 1)])
    print_table(["kernel", "sectors: ours = measured", "ours / measured",
                 "conflicts: ours = measured", "sectors: ours = lanes",
                 "conflicts: ours = lanes", "their sectors / measured",
                 "their conflicts / measured"], table)
    for (reason, kernel), number in skipped.items():
        print(f"- {kernel}: {number} rows left out: {reason}")
    print()
    return 2 * len(rows), counts, why


# --- GPUDrano ---------------------------------------------------------------

GPUDRANO = {  # first byte of a lane's element, its width, and who takes part
    "charAddOne": (lambda i: i, 1, lambda t, i: True),
    "intAddOne": (lambda i: 4 * i, 4, lambda t, i: True),
    "intAddOneSame": (lambda i: 4 * i, 4, lambda t, i: True),
    "intAddOneEvens": (lambda i: 4 * i, 4, lambda t, i: t % 2 == 0),
    "intAddOneOdds": (lambda i: 4 * i, 4, lambda t, i: t % 2 == 1),
    "intAddOneOff": (lambda i: 4 * i - 4, 4, lambda t, i: True),
    "intAddOneHalf": (lambda i: 4 * i, 4, lambda t, i: i < 16),
    "intAddOneDiff": (lambda i: 4 * i, 4, lambda t, i: i < 16 or i >= 48),
    "doubleAddOne": (lambda i: 8 * i, 8, lambda t, i: True),
    "structAddOneX": (lambda i: 12 * i, 4, lambda t, i: True),
    "structAddOneY": (lambda i: 12 * i + 4, 4, lambda t, i: True),
    "structAddOneZ": (lambda i: 12 * i + 8, 4, lambda t, i: True),
}


def gpudrano(folder, peers, tool):
    text = (folder / "gpudrano/Tests/unitTests.cu").read_text(encoding="utf-8")
    kernels, in_lines = ({k["name"]: k for k in found["unitTests.cu"]} for found in (
        predict(tool, {"unitTests.cu": text}, *view) for view in ([], ["--sector-bytes=128"])))
    table, counts, why = [], collections.Counter(), collections.Counter()
    for row in read_tsv(peers / "gpudrano_unit_expectations.tsv"):
        blocks, threads, stride = (int(row[c]) for c in ("blocks", "threads", "stride"))
        first, width, active = GPUDRANO[row["kernel"]]
        per_warp = [[first(stride * t) for t in range(w, min(w + 32, threads))
                     if active(t, stride * t)] for w in range(0, threads, 32)]
        per_warp = [a for a in per_warp if a]
        lines = max(chunks(a, 128) for a in per_warp)
        sectors = [chunks(a, 32) for a in per_warp]
        number = blocks * len(per_warp)
        theirs = int(row["lines_128B"]), int(row["warps"])
        kernel = kernels[row["kernel"]]
        index = next((i for i, l in enumerate(kernel["launches"])
                      if l.get("grid") == [blocks, 1, 1] and l["block"] == [threads, 1, 1]
                      and l["arguments"]["stride"] == stride), None)
        reason = ""
        if index is None:
            verdict, ours = WRONG, "launch not listed"
            reason = "a launch that differs from an earlier one in the grid alone is left out"
        else:
            p = next(p for p in kernel["accesses"][0]["predictions"] if p["launch"] == index)
            view = next(p for p in in_lines[row["kernel"]]["accesses"][0]["predictions"]
                        if p["launch"] == index)
            ours = (f"{view['max']}, {span(p['min'], p['max'])}, "
                    f"{p.get('launch_requests')}")
            good = (view["max"] == lines and (p["min"], p["max"]) == (min(sectors), max(sectors))
                    and p.get("launch_requests") == number
                    and p.get("launch_units") == blocks * sum(sectors))
            # Their tests of lines do not count warps and have 1 there.
            same = theirs[0] == lines and theirs[1] in (1, number)
            verdict = judge(same, good)
            if verdict != AGREE:
                reason = "NOT EXPLAINED"
        counts[verdict] += 1
        if reason:
            why[verdict, reason] += 1
        table.append([row["kernel"], blocks, threads, stride, f"{theirs[0]}, {theirs[1]}",
                      f"{lines}, {number}", ours,
                      f"{span(min(sectors), max(sectors))}, {number}", verdict, reason])
    print_table(["kernel", "blocks", "threads", "stride", "their lines, warps",
                 "lanes' lines, warps", "our lines, sectors, requests", "lanes' sectors, requests",
                 "verdict", "why"], table)
    return len(table), counts, why


# --- Output -----------------------------------------------------------------

def print_table(header, rows):
    def line(cells):
        return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"
    print(line(header))
    print("|" + "---|" * len(header))
    for row in rows:
        print(line(row))
    print()


def main():
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    if len(words) != 3:
        sys.exit(__doc__)
    folder, peers, tool = pathlib.Path(words[0]), pathlib.Path(words[1]), words[2]
    only = next((o.split("=", 1)[1] for o in options if o.startswith("--suite=")), None)
    suites = {"faial": lambda: faial(folder, peers, tool),
              "racuda": lambda: racuda(folder, peers, tool, "--rows" in options),
              "gpudrano": lambda: gpudrano(folder, peers, tool)}
    summary, unexplained = [], False
    for name, run in suites.items():
        if (only and name != only) or not (folder / name).is_dir():
            continue
        print(f"## {name}\n")
        number, counts, why = run()
        summary.append([name, number] + [counts[v] for v in VERDICTS])
        for (verdict, reason), times in sorted(why.items()):
            print(f"- {verdict}, {times}: {reason}")
            unexplained |= "NOT EXPLAINED" in reason
        print()
    print_table(["suite", "expectations", *VERDICTS], summary)
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
