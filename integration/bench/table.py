"""A case of the results as a Markdown table."""


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
