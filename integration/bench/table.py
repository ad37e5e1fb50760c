#!/usr/bin/env python3
"""Results as Markdown: each case as it is run, and all of them in two tables.

Usage: table.py RESULTS.json
"""
import json
import pathlib
import sys

PEERS = ("clang++", "clang-tidy, 20", "clang-tidy, 123", "nvcc, cudafe++", "nvcc -cuda")


def seconds(value):
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.0f} ms"


def row(name, middle, ratio, count):
    if "failed" in middle:
        return f"| {name} | {middle['failed']} | | | | | |"
    shown = [f"{ratio[figure]:.2f}" if figure in ratio else "" for figure in ("cpu", "wall")]
    return (f"| {name} | {seconds(middle['cpu'])} | {seconds(middle['wall'])} | "
            f"{middle['mib']:.0f} MiB | {' | '.join(shown)} | {count} |")


def table(name, case):
    """The medians of each command, and the base's ratios to the others."""
    lines = [f"### {case['title']} (`{name}`)", ""]
    if "not available" in case:
        return "\n".join([*lines, f"Not available: {case['not available']}.", ""])
    if "fits" in case:
        return "\n".join([*lines, *growth(case), ""])
    lines += [f"| | processor | clock | peak memory | {case['base']} to this, processor "
              "| clock | runs |", "|---|---|---|---|---|---|---|"]
    lines += [row(peer, middle, case["ratios"].get(peer, {}), len(case["samples"][peer]))
              for peer, middle in case["medians"].items()]
    if "opened" in case and "failed" not in case["opened"]:
        opened = case["opened"]
        lines += ["", f"Opened in {seconds(opened['wall'])} ({seconds(opened['cpu'])} of the "
                  "processor), once."]
    return "\n".join([*lines, ""])


def growth(case):
    lines = [f"| {case['unit']} | processor | clock | peak memory | runs |",
             "|---|---|---|---|---|"]
    for size, middle in case["medians"].items():
        if "failed" in middle:
            lines.append(f"| {size} | {middle['failed']} | | | |")
        else:
            lines.append(f"| {size} | {seconds(middle['cpu'])} | {seconds(middle['wall'])} | "
                         f"{middle['mib']:.0f} MiB | {len(case['samples'][size])} |")
    names = {"cpu": "processor time", "mib": "memory", "wall": "time by the clock"}
    for figure, fit in case["fits"].items():
        said = f"exponent {fit['exponent']}" if "exponent" in fit else fit["why"]
        last = f", of the last two sizes {fit['last_two']}" if "last_two" in fit else ""
        lines += ["", f"Growth of {names[figure]}: {said}{last} ({fit['points']} sizes)."]
    return lines


def ratio_to(case, peer):
    """Of processor time; the reason or a dash where there is none."""
    for name, figures in case["ratios"].items():
        if name.startswith(peer) and "cpu" in figures:
            return f"{figures['cpu']:.2f}"
    failed = any("failed" in middle for name, middle in case["medians"].items()
                 if name.startswith(peer))
    return "failed" if failed else "-"


def summary(results):
    """A row for each case, and one for each curve."""
    versions = ", ".join(f"{name} {version.removeprefix(name).strip()}"
                         for name, version in results["versions"].items())
    machine = results["machine"]
    lines = [f"{machine['processor']}, {machine['cores']} cores, "
             f"{machine['memory_mib'] // 1024} GiB; {versions}; load at the start "
             f"{machine['load_at_start'][0]}.", "",
             "| case | processor | clock | peak memory | "
             + " | ".join(f"to {peer}" for peer in PEERS) + " |", "|---|---|---|---|" + "---|" * len(PEERS)]
    curves = ["| growth | sizes | processor time at the largest | memory there "
              "| exponent of time | of memory |", "|---|---|---|---|---|---|"]
    for name, case in results["cases"].items():
        if "not available" in case:
            lines.append(f"| {case['title']} | not available | | |" + " |" * len(PEERS))
        elif "fits" in case and case["sizes"]:
            curves.append(curve_row(case))
        elif "fits" not in case:
            middle = case["medians"][case["base"]]
            ours = (middle["failed"], "", "") if "failed" in middle else (
                seconds(middle["cpu"]), seconds(middle["wall"]), f"{middle['mib']:.0f} MiB")
            peers = [ratio_to(case, peer) for peer in PEERS]
            lines.append(f"| {case['title']} | {' | '.join((*ours, *peers))} |")
    return "\n".join([*lines, "", *curves, ""])


def curve_row(case):
    sizes, fits = case["sizes"], case["fits"]
    largest = case["medians"][str(sizes[-1])]

    def fit(figure):
        found = fits.get(figure, {})
        last = f" ({found['last_two']})" if "last_two" in found else ""
        return f"{found.get('exponent', '-')}{last}"

    stopped = [size for size, middle in case["medians"].items() if "failed" in middle]
    note = f"; {stopped[0]} was stopped" if stopped else ""
    time = fit("wall") + " by the clock" if "wall" in fits else fit("cpu")
    return (f"| {case['title']} | {sizes[0]} to {sizes[-1]}{note} | {seconds(largest['cpu'])} | "
            f"{largest['mib']:.0f} MiB | {time} | {fit('mib')} |")


if __name__ == "__main__":
    print(summary(json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))))
