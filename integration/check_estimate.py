#!/usr/bin/env python3
"""Holds the sums of --estimate against recorded measurements.

usage: check_estimate.py WARP-TIDY MEASUREMENTS.json SOURCES

Every launch that was measured and whose global accesses the tool counts in full
is ranked by the sectors it moves over what its requests need: once as estimated,
once as the profiler counted (sectors less ideal sectors of its instructions). The
two rankings must agree: Kendall's tau-b of at least 0.99, and of any two launches
that both tell apart by a tenth the same one must be the worse. Launches are left out
with atomics of which the source page, which has the ideal, says less than the
hardware counts: updates of one address. SOURCES is the folder that holds kernels/.

Exit status: 0, 1 if the rankings differ or too few launches are counted, 2 for
wrong use.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

LEAST_LAUNCHES = 100
LEAST_TAU = 0.99


def estimates(tool, measurements, sources):
    """(file, mangled name, launch) -> (excess sectors, all counted)."""
    files = sorted(sources.glob("kernels/*/kernel.cu"))
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "estimate.json")
        run = subprocess.run(
            [tool, "--cuda-path=none", "--quiet", "--estimate=%s" % out,
             "--launches=%s" % measurements, *files, "--"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if not out.exists():
            sys.exit("check_estimate.py: no estimate: " + run.stderr.strip())
        document = json.loads(out.read_text(encoding="utf-8"))
    found = {}
    for file in document["files"]:
        for launch in file["launches"]:
            open_ones = [a for a in launch["not_counted"]
                         if a["space"] in ("global", "local")]
            total = launch["global"]
            key = (pathlib.Path(file["file"]).parent.name, launch["mangled"],
                   tuple(launch["block"]), tuple(launch.get("grid", ())))
            found.setdefault(key, []).append(
                (total["sectors"] - total["enough"],
                 launch["scope"] == "launch" and not open_ones))
    return found


def disputes_atomics(launch):
    page = sum(i.get("sectors", 0) for i in launch["instructions"]
               if i["op"] in ("atomic", "reduction"))
    return page < sum(launch["hardware"][
        "l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum" % op] for op in ("atom", "red"))


def measured(document):
    """The same keys -> excess sectors of the launches, in their order; none where
    the profiler has no ideal for what its hardware counts."""
    found = {}
    for program in document["programs"]:
        for launch in program["launches"]:
            excess = 0
            if disputes_atomics(launch):
                excess = None
                launch = {**launch, "instructions": []}
            for i in launch["instructions"]:
                if i["space"] != "local" and "sectors" in i:
                    excess += i["sectors"] - i["sectors_ideal"]
            key = (program["name"], launch["mangled"], tuple(launch["block"]),
                   tuple(launch["grid"]))
            found.setdefault(key, []).append(excess)
    return found


def compare(pairs):
    """Kendall's tau-b, and pairs of names whose clear order is reversed."""
    agree = disagree = ties_a = ties_b = 0
    reversed_pairs = []
    for n, (name, a, b) in enumerate(pairs):
        for other, c, d in pairs[:n]:
            x, y = (a > c) - (a < c), (b > d) - (b < d)
            ties_a += x == 0
            ties_b += y == 0
            agree += x * y > 0
            disagree += x * y < 0
            clear = (abs(a - c) > 0.1 * max(a, c) and abs(b - d) > 0.1 * max(b, d))
            if x * y < 0 and clear:
                reversed_pairs.append((name, other))
    total = len(pairs) * (len(pairs) - 1) // 2
    tau = (agree - disagree) / (((total - ties_a) * (total - ties_b)) ** 0.5)
    return tau, reversed_pairs


def main():
    if len(sys.argv) != 4:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    tool, path, sources = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    counted = measured(json.loads(pathlib.Path(path).read_text(encoding="utf-8")))
    pairs, left_out = [], 0
    found = estimates(tool, path, sources)
    for key, launches in sorted(counted.items()):
        predicted = found.get(key, [])
        if len(predicted) != len(set(launches)) and len(predicted) != len(launches):
            left_out += len(launches)
            continue
        if len(predicted) != len(launches):
            launches = list(dict.fromkeys(launches))
        for (excess, whole), sectors in zip(predicted, launches):
            if whole and sectors is not None:
                pairs.append(("%s %s" % key[:2], excess, sectors))
            else:
                left_out += 1
    tau, reversed_pairs = compare(pairs)
    equal = sum(a == b for _, a, b in pairs)
    print("%d launches, %d with the measured sum to the sector, Kendall's tau-b %.4f; "
          "%d not counted in full" % (len(pairs), equal, tau, left_out))
    for name, a, b in pairs:
        if a != b:
            print("  %s: %d sectors too many estimated, %d measured" % (name, a, b))
    for one, other in reversed_pairs:
        print("reversed: %s and %s" % (one, other))
    return 1 if tau < LEAST_TAU or reversed_pairs or len(pairs) < LEAST_LAUNCHES else 0


if __name__ == "__main__":
    sys.exit(main())
