"""The programs that are compared, and how each is called on a file.

All are called for the device code of sm_90 and C++17. With the built-in
declarations the peers get those headers by hand; nvcc has only its own.
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "analyzer/frontend/include"
BUILT_IN, TOOLKIT = "built-in", "toolkit"
# As many checks as warp-tidy has rules, and the groups that projects switch on.
FEW, MANY = "clang-tidy, 20 checks", "clang-tidy, 123 checks"
CHECKS = {FEW: "-*,performance-*", MANY: "-*,performance-*,bugprone-*"}
TOOL = "warp-tidy"
OTHER_PEERS = ("faial-drf", "faial-cost", "cppcheck")


def first_line(command, pattern=r".+"):
    """The first match in what a command prints; empty if it can't be run."""
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(pattern, text)
    return found.group(0).strip() if found else ""


def find(*names):
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    return None


class Tools:
    """Where the programs are; what the one that is measured can do."""

    def __init__(self, tool, llvm, toolkit, extra_peers=()):
        self.tool = str(pathlib.Path(tool).resolve())
        bin_dir = pathlib.Path(llvm)
        self.clang = find(str(bin_dir / "clang++"), "clang++-22", "clang++")
        self.clang_tidy = find(str(bin_dir / "clang-tidy"), "clang-tidy-22", "clang-tidy")
        self.toolkit = toolkit if toolkit and pathlib.Path(toolkit, "include").is_dir() else None
        self.nvcc = find(f"{toolkit}/bin/nvcc", "nvcc") if self.toolkit else None
        self.others = {name: path for name in OTHER_PEERS if (path := find(name))}
        self.extra = dict(peer.split("=", 1) for peer in extra_peers)
        help_text = subprocess.run([self.tool, "--help"], capture_output=True, text=True,
                                   check=True).stdout
        self.has_cache = "--cache" in help_text

    def headers(self):
        return [BUILT_IN] + [TOOLKIT] * bool(self.toolkit)

    def clang_flags(self, headers, include=()):
        flags = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90", "-std=c++17",
                 "-w", *(f"-I{folder}" for folder in include)]
        if headers == TOOLKIT:
            return [*flags, f"--cuda-path={self.toolkit}"]
        return [*flags, "--cuda-feature=+ptx88", "-nocudainc", "-nocudalib",
                "-isystem", str(HEADERS), "-include", "warp_tidy_cuda.h"]

    def ours(self, headers, files, *options, include=(), cache=None):
        """Without a folder for results kept from run to run they are switched off."""
        cuda_path = self.toolkit if headers == TOOLKIT else "none"
        kept = [f"--cache={cache or 'off'}"] if self.has_cache else []
        return [self.tool, f"--cuda-path={cuda_path}", "--quiet", *kept, *options,
                *map(str, files), "--", "-std=c++17", "-arch=sm_90",
                *(f"-I{folder}" for folder in include)]

    def peers(self, headers, file, include=()):
        """Name -> command for one file, of the programs that are here."""
        flags, file = self.clang_flags(headers, include), str(file)
        result = {}
        if self.clang:
            result["clang++ -fsyntax-only"] = [self.clang, *flags, "-fsyntax-only", file]
        if self.clang_tidy:
            for name, checks in CHECKS.items():
                result[name] = [self.clang_tidy, "--quiet", f"--checks={checks}", file,
                                "--", *flags]
        if self.nvcc and headers == TOOLKIT:
            command = [self.nvcc, "-cuda", "-std=c++17", "-arch=sm_90", "-w",
                       *(f"-I{folder}" for folder in include), "-o", os.devnull, file]
            result["nvcc -cuda"] = command
            if front_end := self.front_end(command):
                result["nvcc, cudafe++ alone"] = front_end
        if headers == BUILT_IN:
            for name, path in self.others.items():
                options = ["--language=c++", "--quiet"] if name == "cppcheck" else []
                result[name] = [path, *options, file]
            for name, command in self.extra.items():
                result[name] = [word.replace("{file}", file) for word in command.split()]
        return result

    def front_end(self, command):
        """Of what nvcc would run the first two: the preprocessor for the host, and
        cudafe++, which parses all of the file. None if they are not these."""
        said = subprocess.run([*command, "--dryrun"], capture_output=True, text=True,
                              timeout=60, check=False).stderr
        steps = [line[3:] for line in said.splitlines() if line.startswith("#$ ")]
        steps = [step for step in steps if re.match(r'(gcc .* -E |"?[^" ]*cudafe\+\+"? )', step)]
        if len(steps) < 2 or "cudafe++" not in steps[1]:
            return None
        path = f"PATH={pathlib.Path(self.nvcc).parent}:$PATH"
        return ["sh", "-c", f"{path}; {steps[0]} && {steps[1]}"]

    def missing(self):
        lacking = {"clang++": self.clang, "clang-tidy": self.clang_tidy, "nvcc": self.nvcc,
                   **{name: self.others.get(name) for name in OTHER_PEERS}}
        return [name for name, path in lacking.items() if not path]

    def versions(self):
        result = {TOOL: first_line([self.tool, "--version"], r"warp-tidy \S+")}
        if self.clang:
            result["clang++"] = first_line([self.clang, "--version"], r"\d+\.\d+\.\d+")
        if self.clang_tidy:
            result["clang-tidy"] = first_line([self.clang_tidy, "--version"], r"\d+\.\d+\.\d+")
        if self.nvcc:
            result["nvcc"] = first_line([self.nvcc, "--version"], r"V\d+\.\d+\.\d+")
        for name, path in self.others.items():
            result[name] = first_line([path, "--version"]) or "version not told"
        return result


def machine():
    """Processor, cores that may be used, memory."""
    def read(path, pattern):
        try:
            found = re.search(pattern, pathlib.Path(path).read_text())
        except OSError:
            return ""
        return found.group(1).strip() if found else ""
    memory = read("/proc/meminfo", r"MemTotal:\s*(\d+)")
    return {"processor": read("/proc/cpuinfo", r"model name\s*:\s*(.+)") or platform.processor(),
            "cores": len(os.sched_getaffinity(0)),
            "memory_mib": int(memory) // 1024 if memory else None,
            "system": f"{platform.system()} {platform.release()}",
            "load_at_start": [round(load, 2) for load in os.getloadavg()]}
