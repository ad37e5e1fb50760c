#!/usr/bin/env python3
"""Tests of sanitize.py and check_sanitizer.py: reports are read, programs are
built and run (scripts stand in for nvcc and compute-sanitizer), and each
complaint of the check. Needs neither the toolkit nor a GPU nor warp-tidy.
"""
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import check_sanitizer as c  # noqa: E402
import sanitize as s  # noqa: E402

RACES = """\
========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at put(float *, int)+0x50 in /a/race-a.cu:4
=========     and Read access at racing(const float *, float *)+0x90 in race-a.cu:9 [992 hazards]
=========     and Write access at racing(const float *, float *)+0xa0 in race-a.cu:8 [8 hazards]
=========
========= Warning: Race reported between Read access at racing(float *)+0x10 in race-a.cu:9
=========     and Write access at racing(float *)+0x20 in race-a.cu:12 [1 hazard]
=========
the program's own words in race-a.cu:99
========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)
"""
THREAD = """\
========= Invalid __shared__ write of size 4 bytes
=========     at put(float *, int, float)+0x30 in bounds-a.cu:5
=========     by thread ({0},0,0) in block (0,0,0)
=========     Access to 0x500 is out of bounds
=========         Device Frame: leaving(float *)+0x30 in bounds-a.cu:11
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main in bounds-a.cu:70 [0x9f9a] in a
=========
"""
ACCESSES = ("========= COMPUTE-SANITIZER\n" + THREAD.format(64) + THREAD.format(65) +
            """\
========= Program hit cudaErrorLaunchFailure (error 719) due to "x" on CUDA API call.
=========
========= ERROR SUMMARY: 120 errors
========= ERROR SUMMARY: 20 errors were not printed. Use --print-limit option
""")
SILENT = {"racecheck": "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n",
          "memcheck": "========= ERROR SUMMARY: 0 errors\n"}


class Reports(unittest.TestCase):
    def test_races(self):
        report = s.read_report("racecheck", RACES, "race-a.cu")
        self.assertEqual(report["status"], "ok")
        self.assertEqual((report["hazards"], report["errors"], report["warnings"]), (2, 1, 1))
        self.assertEqual(
            [(f["what"], f["severity"], f["lines"], f["count"]) for f in report["faults"]],
            [("race of write and read", "error", [4, 9], 992),
             ("race of write and write", "error", [4, 8], 8),
             ("race of read and write", "warning", [9, 12], 1)])

    def test_accesses(self):
        report = s.read_report("memcheck", ACCESSES, "bounds-a.cu")
        self.assertEqual((report["status"], report["errors"]), ("ok", 120))
        self.assertEqual(report["faults"], [{"what": "shared write of 4 bytes",
                                             "severity": "error", "lines": [5, 11], "count": 2}])

    def test_silent(self):
        for tool, text in SILENT.items():
            report = s.read_report(tool, text, "a.cu")
            self.assertEqual((report["status"], report["errors"], report["faults"]), ("ok", 0, []))

    def test_not_understood(self):
        report = s.read_report("memcheck", "========= Error: Device not supported\n", "a.cu")
        self.assertEqual(report["status"], "no summary: Error: Device not supported")
        report = s.read_report("racecheck", RACES.replace("Race reported", "A race"), "race-a.cu")
        self.assertEqual(report["status"], "hazards that were not understood")


NVCC = """#!/bin/sh
[ "$1" = --version ] && echo "Cuda compilation tools, release 13.0" && exit
for last; do :; done
printf '#!/bin/sh\\necho faulty racing; echo sound quiet\\n' > "$last"
chmod +x "$last"
"""
SANITIZER = """#!/bin/sh
[ "$1" = --version ] && echo "Version 1" && exit
cat "$(dirname "$0")/$2.$4"
"""
SMI = """#!/bin/sh
echo "Some GPU, 1.2"
"""


class Programs(unittest.TestCase):
    def test_run(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            stubs = {"nvcc": NVCC, "sanitizer": SANITIZER, "nvidia-smi": SMI}
            for stub, text in stubs.items():
                (folder / stub).write_text(text)
                (folder / stub).chmod(0o755)
            (folder / "racecheck.racing").write_text(RACES)
            (folder / "racecheck.quiet").write_text(SILENT["racecheck"])
            (folder / "memcheck.quiet").write_text("nothing\n")
            (folder / "race-a.cu").write_text("")
            run = subprocess.run(
                [sys.executable, HERE.parent / "sanitize.py", "--folder", folder,
                 "--nvcc", folder / "nvcc", "--sanitizer", folder / "sanitizer",
                 "--out", folder / "out.json", "--log", folder / "log"],
                capture_output=True, text=True,
                env={"PATH": f"{folder}:/usr/bin:/bin"})
            self.assertEqual(run.stderr, "race-a.cu: quiet: memcheck: no summary: nothing\n")
            self.assertEqual(run.returncode, 1)
            self.assertIn(f"### race-a.cu racing racecheck\n{RACES}", (folder / "log").read_text())
            record = json.loads((folder / "out.json").read_text())
        self.assertEqual((record["device"], record["driver"]), ("Some GPU", "1.2"))
        racing, quiet = record["files"][0]["kernels"]
        self.assertEqual(list(racing["runs"]), ["racecheck"])
        self.assertEqual(len(racing["runs"]["racecheck"]["faults"]), 3)
        self.assertEqual(list(quiet["runs"]), ["memcheck", "racecheck"])


FINDING = {"rule": "gpu-missing-barrier", "line": 9, "kernel": "racing<128>",
           "notes": [{"message": "written here", "line": 4}, {"message": "launched", "line": 30}]}


class Comparison(unittest.TestCase):
    """A faulty kernel and a sound one, with what warp-tidy and the sanitizer say."""

    def check(self, findings=(FINDING,), known=None, change=None, least=1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "race-a.cu").write_text("x")
            (folder / "known.json").write_text(json.dumps(known or {"missed": {}, "unseen": {}}))
            document = {"findings": list(findings), "notices": []}
            (folder / "tool").write_text(f"#!/bin/sh\ncat <<E\n{json.dumps(document)}\nE\n")
            (folder / "tool").chmod(0o755)
            silent = {t: {**s.read_report(t, text, ""), "exit_code": 0}
                      for t, text in SILENT.items()}
            races = {**s.read_report("racecheck", RACES, "race-a.cu"), "exit_code": 0}
            kernels = [{"name": "racing", "kind": "faulty", "runs": {"racecheck": races}},
                       {"name": "quiet", "kind": "sound", "runs": silent}]
            record = {"device": "GPU", "toolkit": "T", "date": "D", "headers": [],
                      "files": [{"file": "race-a.cu", "sha256": s.sha256(folder / "race-a.cu"),
                                 "status": "ok", "kernels": kernels}]}
            if change:
                change(record)
            (folder / "record.json").write_text(json.dumps(record))
            argv = ["check", str(folder / "tool"), str(folder / "record.json"), str(folder)]
            with mock.patch.object(sys, "argv", argv), \
                    mock.patch.object(c, "LEAST", least), \
                    contextlib.redirect_stdout(io.StringIO()) as out:
                status = c.main()
        # The other tool has no kernels here.
        lines = [line for line in out.getvalue().splitlines()
                 if not line.startswith("memcheck: ")]
        self.assertEqual(status, 1)
        return lines[4:] if lines and lines[0].startswith("GPU") else lines

    def test_agreement(self):
        self.assertEqual(self.check(), [])
        self.assertEqual(self.check(least=2), [
            "racecheck: same lines: 1 kernels, not 2", "racecheck: both silent: 1 kernels, not 2"])

    def test_false_alarm(self):
        found = [FINDING, {**FINDING, "kernel": "quiet"}]
        self.assertIn("quiet: false alarm of gpu-missing-barrier in [4, 9]", self.check(found))

    def test_missed(self):
        self.assertIn("racing: warp-tidy is silent on its fault", self.check([]))
        known = {"missed": {"racing": "why"}, "unseen": {}}
        self.assertNotIn("racing: warp-tidy is silent on its fault", self.check([], known))
        self.assertIn("racing: no longer 'missed': take it out of known.json",
                      self.check(known=known))

    def test_unseen(self):
        def silence(record):
            record["files"][0]["kernels"][0]["runs"]["racecheck"]["faults"] = []
        self.assertIn("racing: racecheck is silent on its fault", self.check(change=silence))
        known = {"missed": {}, "unseen": {"racing": "why"}}
        self.assertEqual(self.check(known=known, change=silence),
                         ["racecheck: same lines: 0 kernels, not 1"])

    def test_other_lines(self):
        found = [{**FINDING, "line": 7}]
        self.assertIn("racing: warp-tidy names [[4, 7]], racecheck [[4, 9], [4, 8], [9, 12]]",
                      self.check(found))

    def test_not_sound(self):
        def speak(record):
            kernels = record["files"][0]["kernels"]
            kernels[1]["runs"]["racecheck"] = kernels[0]["runs"]["racecheck"]
        lines = self.check(change=speak)
        self.assertIn("quiet is not sound: racecheck: race of write and read in [4, 9]", lines)

    def test_stale(self):
        def age(record):
            record["files"][0]["sha256"] = "0"
        self.assertEqual(self.check(change=age), ["race-a.cu: not as it was measured"])

    def test_not_run(self):
        def forget(record):
            del record["files"][0]["kernels"][1]["runs"]["memcheck"]
        self.assertIn("quiet: not run under ['memcheck', 'racecheck']", self.check(change=forget))
        known = {"missed": {"nobody": "why"}, "unseen": {}}
        self.assertIn("nobody: in known.json, not run", self.check(known=known))


if __name__ == "__main__":
    unittest.main()
