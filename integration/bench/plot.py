"""The growth of the results as a figure: SVG, for light and dark pages."""
import math

COLOURS = (("#0969da", "#58a6ff"), ("#bc4c00", "#f0883e"), ("#1a7f37", "#56d364"),
           ("#8250df", "#bc8cff"), ("#59636e", "#9198a1"), ("#bf3989", "#f778ba"),
           ("#9a6700", "#d29922"), ("#0a7ea4", "#39c5cf"), ("#82071e", "#ffa198"))
WIDTH, HEIGHT, LEFT, TOP, GAP = 250, 250, 64, 84, 82
PANELS = (("processor time, s", "cpu", "growth-accesses/"),
          ("peak memory, MiB", "mib", "growth-accesses/"),
          ("processor time, s", "cpu", "growth-files/"),
          ("time by the clock, s", "wall", "growth-cores/"))


def style():
    lines = [".page { fill: #ffffff; }",
             "text { fill: #1f2328; } .title { font-size: 17px; font-weight: 600; }",
             ".panel { font-weight: 600; } .small { font-size: 11px; }",
             ".grid { stroke: #d1d9e0; fill: none; } .frame { stroke: #59636e; fill: none; }"]
    lines += [f".c{i} {{ stroke: {light}; fill: none; stroke-width: 2; }} "
              f".d{i} {{ fill: {light}; }}" for i, (light, _) in enumerate(COLOURS)]
    lines += ["@media (prefers-color-scheme: dark) {",
              ".page { fill: #0d1117; } text { fill: #f0f6fc; }",
              ".grid { stroke: #30363d; } .frame { stroke: #9198a1; }"]
    lines += [f".c{i} {{ stroke: {dark}; }} .d{i} {{ fill: {dark}; }}"
              for i, (_, dark) in enumerate(COLOURS)]
    return "<style>\n" + "\n".join([*lines, "}"]) + "\n</style>"


def bounds(values):
    """Powers of ten around the values; powers of two when they are close."""
    base = 10 if max(values) / min(values) > 12 else 2
    low = math.floor(math.log(min(values), base) + 1e-9)
    high = math.ceil(math.log(max(values), base) - 1e-9)
    return base, low, max(high, low + 1)


def number(value):
    return f"{value:g}"


class Panel:
    """A square with logarithmic axes."""

    def __init__(self, left, xs, ys):
        self.left = left
        self.x, self.y = bounds(xs), bounds(ys)

    def place(self, value, axis):
        base, low, high = axis
        return (math.log(value, base) - low) / (high - low)

    def at(self, x, y):
        return (self.left + WIDTH * self.place(x, self.x),
                TOP + HEIGHT * (1 - self.place(y, self.y)))

    def frame(self, title, x_unit):
        parts = [f'<text x="{self.left}" y="{TOP - 12}" class="panel">{title}</text>']
        bottom, right = TOP + HEIGHT, self.left + WIDTH
        for step in range(self.x[1], self.x[2] + 1):
            x = self.left + WIDTH * (step - self.x[1]) / (self.x[2] - self.x[1])
            parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>'
                         f'<text x="{x:.1f}" y="{bottom + 17}" text-anchor="middle" '
                         f'class="small">{number(self.x[0] ** step)}</text>')
        for step in range(self.y[1], self.y[2] + 1):
            y = bottom - HEIGHT * (step - self.y[1]) / (self.y[2] - self.y[1])
            parts.append(f'<path class="grid" d="M{self.left} {y:.1f}H{right}"/>'
                         f'<text x="{self.left - 7}" y="{y + 4:.1f}" text-anchor="end" '
                         f'class="small">{number(self.y[0] ** step)}</text>')
        parts.append(f'<rect class="frame" x="{self.left}" y="{TOP}" width="{WIDTH}" '
                     f'height="{HEIGHT}"/>')
        parts.append(f'<text x="{self.left + WIDTH / 2}" y="{bottom + 36}" '
                     f'text-anchor="middle">{x_unit}</text>')
        return parts

    def line(self, kind, points):
        path = "M" + "L".join("%.1f %.1f" % self.at(*point) for point in points)
        dots = "".join('<circle class="d%d" cx="%.1f" cy="%.1f" r="3"/>' % (kind, *self.at(*p))
                       for p in points)
        return [f'<path class="c{kind}" d="{path}"/>{dots}']


def series(results, prefix, figure):
    """Subject, points and fitted exponent of each case that has them."""
    for name, case in results["cases"].items():
        if name.startswith(prefix) and case.get("sizes"):
            points = [(size, case["medians"][str(size)].get(figure)) for size in case["sizes"]]
            points = [(x, y) for x, y in points if y]
            if len(points) > 1:
                fit = case["fits"].get(figure, {})
                yield name.split("/")[1], points, fit.get("exponent"), case["unit"]


def draw(results):
    """The figure, or None when nothing has grown."""
    drawn = [(panel, list(series(results, panel[2], panel[1]))) for panel in PANELS]
    drawn = [(panel, lines) for panel, lines in drawn if lines]
    if not drawn:
        return None
    tallest = max(len(lines) for _, lines in drawn)
    width = LEFT + len(drawn) * (WIDTH + GAP)
    height = TOP + HEIGHT + 52 + 18 * tallest
    title = "How time and memory of warp-tidy grow"
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'width="{width}" height="{height}" role="img" '
             "font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"13\">", style(),
             f'<rect class="page" width="{width}" height="{height}"/>',
             f'<title>{title}</title><text x="16" y="30" class="title">{title}</text>',
             f'<text x="16" y="52">{results["machine"]["processor"]}, medians; '
             "the exponent is that of what a size adds to the start</text>"]
    for column, ((name, _, _), lines) in enumerate(drawn):
        left = LEFT + column * (WIDTH + GAP)
        points = [point for _, of, _, _ in lines for point in of]
        panel = Panel(left, [x for x, _ in points], [y for _, y in points])
        parts += panel.frame(name, " or ".join(sorted({line[3] for line in lines})))
        for i, (subject, of, exponent, _) in enumerate(lines):
            parts += panel.line(i % len(COLOURS), of)
            y = TOP + HEIGHT + 58 + 18 * i
            fit = "" if exponent is None else f", exponent {exponent}"
            parts.append(f'<circle class="d{i % len(COLOURS)}" cx="{left + 5}" cy="{y - 4}" r="4"/>'
                         f'<text x="{left + 15}" y="{y}">{subject}{fit}</text>')
    return "\n".join([*parts, "</svg>", ""])
