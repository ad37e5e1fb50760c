"""Edits in the language server, timed."""
import pathlib
import re
import sys
import time

from timing import paired, run
from tools import TOOLKIT

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "analyzer/server/test"))
from lsp_client import Client  # noqa: E402

EDIT, COLD = "warp-tidy lsp, edit", "warp-tidy, cold"


def processor_seconds(pid):
    """By the processor clock of that process, as clock_getcpuclockid(3) numbers it."""
    return time.clock_gettime((~pid << 3) | 2)


def peak_mib(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+)", status)
    return int(found.group(1)) / 1024 if found else 0.0


def sample_of(pid, act):
    """What an action costs the process, by the clock and of the processor."""
    cpu, start = processor_seconds(pid), time.perf_counter()
    try:
        act()
    except (AssertionError, OSError) as error:  # The client's timeout, an ended server.
        return {"failed": str(error).strip()[:300]}
    wall = time.perf_counter() - start
    return {"cpu": round(processor_seconds(pid) - cpu, 4), "wall": round(wall, 4),
            "mib": round(peak_mib(pid), 1)}


def edits(context, path, headers, edited):
    """The sample of starting the server and opening the file, and those of edits,
    each next to the command line on the edited file and to clang++."""
    tools = context.tools
    cuda_path = tools.toolkit if headers == TOOLKIT else "none"
    client = Client(tools.tool, f"--cuda-path={cuda_path}",
                    "--", "-std=c++17", "-arch=sm_90", f"-I{path.parent}")
    copy = context.make(f"editor/{headers}/{path.name}", path.read_text(errors="replace"))
    pid = client.process.pid
    version = 1

    def change():
        nonlocal version
        version += 1
        text = edited(version)

        def act():
            client.change(path, text, version)
            client.diagnostics(path, version, timeout=context.timeout)

        sample = sample_of(pid, act)
        copy.write_text(text)
        return sample

    def open_file():
        client.initialize(debounceMilliseconds=0)
        client.open(path)
        client.diagnostics(path, 1, timeout=context.timeout)

    try:
        opened = sample_of(pid, open_file)
        actions = {EDIT: change}
        command = tools.ours(headers, [copy], include=[path.parent])
        actions[COLD] = lambda: run(command, context.timeout)
        for name, peer in tools.peers(headers, copy, [path.parent]).items():
            if name.startswith("clang++"):
                actions[name] = lambda peer=peer: run(peer, context.timeout)
        if "failed" in opened:
            return opened, {EDIT: [opened]}
        return opened, paired(actions, context.runs)
    finally:
        client.kill()
