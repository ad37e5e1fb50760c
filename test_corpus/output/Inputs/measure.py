"""Prints measurements with one instruction.

usage: measure.py FILE LINE SPACE OP MANGLED BLOCK GRID EXECUTED UNITS
"""

import hashlib
import json
import sys

file, line, space, op, mangled, block, grid, executed, units = sys.argv[1:]
instruction = {
    "address_offset": 0,
    "sass": "",
    "file": file,
    "line": int(line),
    "space": space,
    "op": op,
    "size_bits": 32,
    "executed": int(executed),
    "threads": 32 * int(executed),
    "wavefronts" if space == "shared" else "sectors": int(units),
}
launch = {
    "kernel": mangled,
    "mangled": mangled,
    "index": 1,
    "block": [int(side) for side in block.split(",")],
    "grid": [int(side) for side in grid.split(",")],
    "lines": "line table",
    "hardware": {},
    "instructions": [instruction],
}
program = {
    "name": "program",
    "file": file,
    "sha256": hashlib.sha256(open(file, "rb").read()).hexdigest(),
    "status": "ok",
    "launches": [launch],
}
document = {
    "schema": 1,
    "device": "a device",
    "driver": "",
    "toolkit": "",
    "profiler": "",
    "date": "2000-01-01",
    "programs": [program],
}
json.dump(document, sys.stdout)
