"""How time and memory grow: against accesses, lines, files, cores.

A file without accesses costs something already: its headers, the start of the
program. That is measured as well and taken off; the exponent is the slope of what
is left against the size, both as logarithms, of the sizes at which it is more than
a share of the start: a fifth of the time, a twentieth of the memory, which varies
less. One is linear.
"""
import math

import generate
from cases import project_command, project_files
from timing import case, good, medians, paired, run
from tools import BUILT_IN

LEAST_POINTS = 3
SHARES = {"cpu": 0.2, "mib": 0.05}


def slope(points):
    """Of log y against log x by least squares."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread


def exponent(sizes, values, start, share):
    """The fitted exponent, that of the last two sizes, and how many were used."""
    points = [(x, y - start) for x, y in zip(sizes, values) if y - start > share * start]
    result = {"points": len(points)}
    if len(points) > 1:
        result["last_two"] = round(slope(points[-2:]), 2)
    if len(points) < LEAST_POINTS:
        return {**result, "why": "too few sizes cost more than the start for a fit"}
    return {**result, "exponent": round(slope(points), 2)}


def curve(context, title, unit, sizes, command_of, start_command, timeout):
    """One case: samples at each size, up to three or ten seconds of them, until a
    size fails: a larger one would too."""
    samples = {"start": paired({"start": context.action(start_command)},
                               max(3, context.runs))["start"]}
    for size in sizes:
        action = {str(size): lambda size=size: run(command_of(size), timeout)}
        samples.update(paired(action, min(3, context.runs), seconds=10))
        if not good(samples[str(size)]):
            break
    middle = medians(samples)
    done = [size for size in sizes if good(samples.get(str(size), []))]
    start = middle["start"]
    if "failed" in start:
        return {"title": title, "not available": start["failed"]}
    fits = {figure: exponent(done, [middle[str(size)][figure] for size in done],
                             start[figure], share) for figure, share in SHARES.items()}
    return {"title": title, "unit": unit, "sizes": done, "samples": samples,
            "medians": middle, "ratios": {}, "fits": fits}


def accesses(context):
    """Kernels of more and more accesses, of each kind that there is."""
    tools = context.tools
    for kind, make in generate.SHAPES_OF_ACCESSES.items():
        def command(size, kind=kind, make=make):
            path = context.make(f"growth/{kind}{size}.cu", make(size))
            return tools.ours(BUILT_IN, [path])
        yield (f"growth-accesses/{kind}/{BUILT_IN}",
               curve(context, f"accesses, {kind}", "accesses", context.sizes["growth"],
                     command, command(0), context.timeout))

    def generated(size):
        path = context.make(f"growth/generated{size}.cu", generate.generated(size))
        return tools.ours(BUILT_IN, [path])

    yield (f"growth-accesses/generated/{BUILT_IN}",
           curve(context, "lines of a generated kernel", "lines",
                 context.sizes["growth_lines"], generated, generated(0), context.timeout))


def files(context):
    """Projects of more and more files, analysed by one process on two cores at most:
    its processor time."""
    empty = context.make("growth/empty.cu", generate.straight(0))

    def command(size):
        folder = context.folder / f"growth/files{size}"
        made = generate.project(folder, size)
        return context.tools.ours(BUILT_IN, made, f"-j{cores}", include=[folder])

    cores = min(2, context.sizes["cores"])
    sizes = context.sizes["growth_files"]
    result = curve(context, "files of a project", "files", sizes, command,
                   context.tools.ours(BUILT_IN, [empty]), 10 * context.timeout)
    # Each file starts anew, so that nothing is taken off.
    if "medians" in result:
        middle = [result["medians"][str(size)] for size in result["sizes"]]
        result["fits"]["cpu"] = exponent(result["sizes"], [m["cpu"] for m in middle], 0, 0)
    yield f"growth-files/project/{BUILT_IN}", result


def cores(context):
    """A project of a tenth of the files on each number of cores."""
    numbers = [n for n in (1, 2, 4, 8, 16) if n <= context.sizes["cores"]]
    folder, made = project_files(context, max(2, context.sizes["files"] // 10))
    samples = paired({str(n): context.action(project_command(context, folder, made, n))
                      for n in numbers}, context.runs)
    result = case(f"cores, {len(made)} files", samples, str(numbers[-1]))
    walls = [result["medians"][str(n)].get("wall") for n in numbers]
    result.update(unit="cores", sizes=numbers, fits={})
    if len(numbers) > 1 and all(walls):
        fit = slope(list(zip(numbers, walls)))
        result["fits"]["wall"] = {"exponent": round(fit, 2), "points": len(numbers)}
    yield f"growth-cores/project/{BUILT_IN}", result
