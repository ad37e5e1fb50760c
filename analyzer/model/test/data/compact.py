#!/usr/bin/env python3
"""Writes the files of integration/patterns/measure.sh in the compact form that
PatternReplayTest.cpp reads: compact.py FROM.tsv TO.tsv. Every row is kept; of
the columns, those that the rules are checked on.

A line "= KIND OP WIDTH" begins the rows of an operation. A row is the mask,
the addresses (of copies those in shared memory, then those in global memory)
and the counters. Addresses are hexadecimal, in elements of WIDTH bytes, of the
active lanes only: the lowest one, '+', and the distances from it with equally
many digits each ('+' alone: none). A counter that was not read is '-'."""
import sys

L1 = "l1tex__"
PIPE = "_pipe_lsu_mem_"
WAVES = L1 + "data_pipe_lsu_wavefronts_mem_shared"


def tag_stage(space, side):
    return [L1 + stem + PIPE + space + "_op_" + side + ".sum"
            for stem in ("t_sectors", "t_set_accesses", "t_output_wavefronts")]


def counters_of(kind, op):
    """The names of the short columns, and the counters of this operation."""
    reads = op.startswith("ld") or op.startswith("load")
    if kind == "shared_atomic":
        return ["wavefronts"], [WAVES + "_op_atom.sum"]
    if kind in ("shared", "matrix"):
        return ["wavefronts"], [WAVES + "_op_" + ("ld" if reads else "st") + ".sum"]
    if kind == "constant":
        return ["requests"], ["idc__requests.sum"]
    if kind == "copy":
        how = "bypass" if op.endswith("cg") else "access"
        return (["sectors", "lookups", "tag_wavefronts", "wavefronts",
                 "wavefronts_by_instruction"],
                tag_stage("global", "ld") + [WAVES + ".sum",
                "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts"
                "_cache_" + how + ".sum"])
    side = "ld" if reads else "st"
    if kind == "global_atomic":
        side = op.split("-")[0]
    space = kind.split("_")[0]
    if space == "distributed":  # its reductions count as atomics
        space, side = "dshared", "atom" if "_" in kind else side
    return ["sectors", "lookups", "tag_wavefronts"], tag_stage(space, side)


def addresses(field, mask, width):
    elements = [int(byte) // width for lane, byte in enumerate(field.split(","))
                if mask >> lane & 1]
    if not elements:
        return "+"
    low = min(elements)
    digits = len("%x" % (max(elements) - low)) if max(elements) > low else 1
    return "%x+" % low + "".join("%0*x" % (digits, e - low) for e in elements)


def main(source, target):
    with open(source) as rows, open(target, "w") as out:
        columns, section = None, None
        for line in rows:
            if line.startswith("#"):
                out.write(line)
                continue
            fields = line.rstrip("\n").split("\t")
            if columns is None:
                columns = fields
                continue
            row = dict(zip(columns, fields))
            kind, op, width = row["kind"], row["op"], int(row["width_bytes"])
            short, names = counters_of(kind, op)
            if section is None:
                out.write("# rows: %s\n" % compact_form(kind, short))
            if section != (kind, op, width):
                section = (kind, op, width)
                out.write("= %s %s %d\n" % section)
            mask = int(row["mask_hex"], 16)
            out.write("\t".join(
                ["%x" % mask] +
                [addresses(row[side], mask, width)
                 for side in ("byte_address_of_each_lane",
                              "source_address_of_each_lane")
                 if row[side] != "-"] +
                [row.get(name, "-").replace("?", "-") for name in names]) + "\n")


def compact_form(kind, short):
    places = ["destination", "source"] if kind == "copy" else ["addresses"]
    return " ".join(["mask"] + places + short) + " (compact.py)"


if __name__ == "__main__":
    main(*sys.argv[1:3])
