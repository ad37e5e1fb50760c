#!/usr/bin/env python3
"""Checks the pages of the rules against the tool.

usage: check_page.py WARP_TIDY RULES_FOLDER

For every rule: the example of its page is found, and only by this rule and
those that the section names; the cure is not reported at all; the tool says
what the page quotes; the options of the code are the options of the page.
"""
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECTIONS = [
    "What it does",
    "Why it costs",
    "Example",
    "Use instead",
    "When it stays silent",
    "Options",
    "Measured on",
]
FINDING = re.compile(r":\d+:\d+: (?:warning|error|remark): .*\[(gpu-[\w-]+)\]")
COMPILER = re.compile(r"is not analysed|compile errors? tolerated|error: ")


def sections(text):
    """{title: body} of the page, in order."""
    parts = re.split(r"^## (.+)$", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def blocks(body, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", body, flags=re.M | re.S)


def run(tool, body, more):
    """What the tool says to the code of a section, and to its log of ptxas."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.cu"
        source.write_text(blocks(body, "cuda")[0])
        for text in blocks(body, "log"):
            log = Path(folder) / "build.log"
            log.write_text(text)
            more = [*more, f"--ptxas-log={log}"]
        command = [tool, "--cuda-path=none", *more, str(source)]
        done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr


def listed_rules(tool, *options):
    command = [tool, "--list-checks", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line.split(":")[0] for line in done.stdout.splitlines()]


@functools.cache
def default_rules(tool):
    return listed_rules(tool)


def findings(output):
    return {m.group(1) for m in map(FINDING.search, output.splitlines()) if m}


def troubles(output):
    """Lines about code that does not compile or was left out."""
    return [
        line
        for line in output.splitlines()
        if COMPILER.search(line) and not FINDING.search(line)
    ]


def code_options(source):
    """{name: default} of the RuleInfo in rule.cpp."""
    info = source.split("static const RuleInfo", 1)[1]
    return dict(re.findall(r'\{"(\w+)",\s*"([^"]*)",', info))


def page_options(body):
    return dict(re.findall(r"^\| `(\w+)` *\| `([^`]*)` *\|", body, flags=re.M))


def check(tool, folder):
    """The complaints about one page."""
    rule = folder.name
    text = (folder / "rule.md").read_text()
    page = sections(text)
    if not text.startswith(f"# {rule}\n"):
        yield f"the title is not '{rule}'"
    if list(page) != SECTIONS:
        yield f"sections are {list(page)}, expected {SECTIONS}"
        return
    for title in ("Example", "Use instead"):
        if len(blocks(page[title], "cuda")) != 1:
            yield f"'{title}' has not exactly one cuda block"
            return

    more = [] if rule in default_rules(tool) else [f"--checks=gpu-*,{rule}"]
    output = run(tool, page["Example"], more)
    for line in troubles(output):
        yield f"example: {line}"
    found = findings(output)
    if rule not in found:
        yield "the example is not found"
    for other in found - {rule}:
        if f"`{other}`" not in page["Example"]:
            yield f"the example is also found by {other}, which it does not say"
    quotes = blocks(page["Example"], "text")
    if not quotes:
        yield "the example does not quote the tool"
    for line in "".join(quotes).splitlines():
        if line not in output:
            yield f"the tool does not say '{line}' to the example, but:\n{output}"

    output = run(tool, page["Use instead"], more)
    for line in troubles(output):
        yield f"cure: {line}"
    if findings(output):
        yield f"the cure is reported:\n{output}"

    code = code_options((folder / "rule.cpp").read_text())
    if code != page_options(page["Options"]):
        yield f"options are {code}, the page has {page_options(page['Options'])}"


def main():
    tool, root = sys.argv[1], Path(sys.argv[2])
    rules = listed_rules(tool, "--checks=gpu-*")
    folders = sorted(path.parent.name for path in root.glob("*/rule.md"))
    complaints = []
    if sorted(rules) != folders:
        complaints.append(f"rules are {sorted(rules)}, pages are {folders}")
    index = (root / "README.md").read_text()
    for rule in folders:
        if f"[{rule}]({rule}/rule.md)" not in index:
            complaints.append(f"README.md does not list {rule}")
        complaints += [f"{rule}: {text}" for text in check(tool, root / rule)]
    for text in complaints:
        print(text)
    print(f"{len(folders)} pages, {len(complaints)} complaints")
    return 1 if complaints or not folders else 0


if __name__ == "__main__":
    sys.exit(main())
