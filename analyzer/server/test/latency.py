#!/usr/bin/env python3
"""How long an edit takes: latency.py WARP-TIDY FILE [OPTION...]

Opens the file in a server, edits a kernel's body ten times (a line with a
constant that changes, after the first `{` of a kernel), and prints the median
from the change to its diagnostics, with the processor time of the server, next
to the time of the command line tool on the same file. No debounce.
"""
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time

from lsp_client import Client

EDITS = 10


def processor_time(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(server, act):
    start, cpu = time.monotonic(), processor_time(server.process.pid)
    act()
    return time.monotonic() - start, processor_time(server.process.pid) - cpu


def cold(command):
    walls, cpus = [], []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        walls.append(time.monotonic() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(walls), statistics.median(cpus)


def main():
    binary, file, *options = sys.argv[1:]
    file = pathlib.Path(file).resolve()
    text = file.read_text(errors="replace")
    kernel = re.search(r"__global__[^;{]*\{", text)
    if not kernel:
        sys.exit(f"{file}: no kernel to edit")
    client = Client(binary, "--verbose", *options)
    client.initialize(debounceMilliseconds=0)

    def wait(version):
        client.diagnostics(file, version, timeout=600)

    opened = timed(client, lambda: (client.open(file, text), wait(1)))
    edits = []
    for version in range(2, EDITS + 2):
        new = text[:kernel.end()] + f" (void){version};" + text[kernel.end():]
        edits.append(timed(client, lambda: (client.change(file, new, version), wait(version))))
    code = client.close_down()
    client.threads[1].join()
    if code or not all("reused" in l for l in client.log[1:]):
        print("".join(client.log))
    dashes = options.index("--") if "--" in options else len(options)
    walls, cpus = cold([binary, *options[:dashes], str(file), *options[dashes:]])
    wall, cpu = (statistics.median(column) for column in zip(*edits))
    print(f"{file.name}: edit {1000 * wall:.0f} ms ({1000 * cpu:.0f} ms processor), "
          f"open {1000 * opened[0]:.0f} ms ({1000 * opened[1]:.0f}), "
          f"command line {1000 * walls:.0f} ms ({1000 * cpus:.0f}); "
          f"ratio {wall / walls:.2f} ({cpu / cpus:.2f})")


main()
