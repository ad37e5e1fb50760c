"""Compares the pictures of a page with an enumeration of the lanes.

usage: check_lanes.py SOURCE PAGE

A line of the source with an access ends in
    // lanes: SPACE WIDTH BLOCK_X OFFSET
where OFFSET is the byte offset in Python over the lane t and its threadIdx x and
y. From it the sectors, or the banks and words, are counted here, with the
hardware's rule for loads that no lanes share: 16 bytes go in four passes of
eight lanes. The picture in the panel of the line must have the same sectors or
words with the same lanes, and as many rows as the fullest banks have words.
"""

import re
import sys
from pathlib import Path

LINE, SECTOR, BANK, BANKS = 128, 32, 4, 32


def need(condition, text):
    if not condition:
        sys.exit(text)


def lanes_of(text):
    lanes = set()
    for part in text.split(", "):
        first, _, last = part.partition("-")
        lanes |= set(range(int(first), int(last or first) + 1))
    return lanes


def pictures(page, line, space):
    """The symbols in the panels of a line that are about a kind of memory."""
    symbols = dict(re.findall(r'<symbol id="(\w+)"[^>]*>(.*?)</symbol>', page, re.S))
    for panel in re.split(r'<div class="p" ', page)[1:]:
        if not re.match(rf'id="a{line}-', panel):
            continue
        for part in re.split(r"<h3>", panel)[1:]:
            if part.startswith(space):
                yield from (symbols[u] for u in re.findall(r'<use href="#(\w+)"', part))


def drawn(symbol, pattern):
    out = {}
    for title in re.findall(r"<title>(.*?)</title>", symbol):
        found = re.fullmatch(pattern, title)
        need(found, f"title '{title}'")
        *key, lanes = found.groups()
        key = tuple(int(k) for k in key)
        out[key] = out.get(key, set()) | lanes_of(lanes)
    return out


def sectors(offsets, width):
    start = min(offsets) // LINE * LINE
    lanes, used = {}, {}
    for lane, offset in enumerate(offsets):
        for byte in range(offset - start, offset - start + width):
            lanes.setdefault(byte // SECTOR, set()).add(lane)
            used.setdefault(byte // SECTOR, set()).add(byte)
    return {(s, len(used[s])): l for s, l in lanes.items()}


def words(offsets, width):
    lanes, rows = {}, 0
    size = 32 if width <= 4 else 128 // width
    for first in range(0, 32, size):
        of_bank = {}
        for lane in range(first, first + size):
            for word in range(offsets[lane] // BANK, (offsets[lane] + width - 1) // BANK + 1):
                lanes.setdefault((word % BANKS, word), set()).add(lane)
                of_bank.setdefault(word % BANKS, set()).add(word)
        rows += max(len(w) for w in of_bank.values())
    return lanes, rows


def check(page, number, space, width, block, offset):
    offsets = [
        eval(offset, {"t": t, "x": t % block, "y": t // block}) for t in range(32)
    ]
    found = list(pictures(page, number, space))
    need(len(found) == 1, f"line {number}: {len(found)} pictures of {space}")
    if space == "global":
        is_there = {}
        for title in re.findall(r"<title>(.*?)</title>", found[0]):
            s, lanes, used = re.fullmatch(r"sector (\d+): lanes? (.*); (\d+) of 32 bytes", title).groups()
            is_there[(int(s), int(used))] = lanes_of(lanes)
        need(is_there == sectors(offsets, width), f"line {number}: {is_there} and not {sectors(offsets, width)}")
        print(f"line {number}: {len(is_there)} sectors")
        return
    is_there = drawn(found[0], r"bank (\d+), word (\d+): lanes? (.*)")
    should_be, rows = words(offsets, width)
    need(is_there == should_be, f"line {number}: {is_there} and not {should_be}")
    shown = found[0].count('class="lk"')
    need(shown == rows, f"line {number}: {shown} rows and not {rows}")
    print(f"line {number}: {rows} rows")


def main():
    page = Path(sys.argv[2]).read_text("utf-8")
    asked = 0
    for number, text in enumerate(Path(sys.argv[1]).read_text("utf-8").splitlines(), 1):
        if found := re.search(r"// lanes: (\w+) (\d+) (\d+) (.*)$", text):
            space, width, block, offset = found.groups()
            check(page, number, space, int(width), int(block), offset)
            asked += 1
    need(asked, "no line asks for lanes")


main()
