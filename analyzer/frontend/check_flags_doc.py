#!/usr/bin/env python3
"""Checks the flags in integration/docs/command-lines.md against the table.

Usage: check_flags_doc.py ROOT [--write]. Also checks the table itself: no spelling
twice, and one line a row.
"""
import pathlib
import re
import sys

ROW = re.compile(r'^WARPTIDY_FLAG\("(.*?)", "(.*?)", (\w+), (\w+), "(.*?)", "(.*?)"\)$')
BEGIN, END = "<!-- begin flags -->\n", "<!-- end flags -->\n"
VALUE = {"None": "", "Next": " X", "Joined": " X", "Rest": "...", "Word": " [X]"}


def read_rows(text):
    rows, seen = [], set()
    for line in text.splitlines():
        if not line.startswith("WARPTIDY_FLAG"):
            continue
        match = ROW.match(line)
        if not match:
            sys.exit(f"not a row: {line}")
        names = [name for name in match.groups()[:2] if name]
        for name in set(names) & seen:
            sys.exit(f"two rows for {name}")
        seen.update(names)
        rows.append((names, *match.groups()[2:]))
    return rows


def effect(names, does, as_, meaning):
    if does.startswith("Keep") and as_.rstrip("=") not in [n.rstrip("=") for n in names]:
        return f"{meaning}; passed on as `{as_}`"
    return f"{meaning} `{as_}`" if does == "Define" else meaning


def spelled(names, takes):
    return ", ".join(f"`{name}{VALUE[takes]}`" for name in names)


def document(rows):
    lines = ["| Flag | In the device compile |", "|---|---|"]
    dropped = {}
    for names, takes, does, as_, meaning in rows:
        if does == "Drop":
            group = meaning.split(":")[0].split(";")[0].split(" (")[0]
            dropped.setdefault(group, []).append(spelled(names, takes))
        else:
            lines.append(f"| {spelled(names, takes)} | {effect(names, does, as_, meaning)} |")
    lines += ["", "Known, and without effect:", "", "| | Flags |", "|---|---|"]
    lines += [f"| {group} | {', '.join(flags)} |" for group, flags in dropped.items()]
    return "\n".join(lines) + "\n"


def main():
    root = pathlib.Path(sys.argv[1])
    page = root / "integration/docs/command-lines.md"
    rows = read_rows((root / "analyzer/frontend/CompilerFlags.def").read_text())
    before, rest = page.read_text().split(BEGIN)
    wanted = before + BEGIN + "\n" + document(rows) + "\n" + END + rest.split(END)[1]
    if "--write" in sys.argv:
        page.write_text(wanted)
    elif page.read_text() != wanted:
        sys.exit("command-lines.md is not what the table says; run this with --write")
    print(f"{len(rows)} rows, documented")


main()
