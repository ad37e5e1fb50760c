#!/usr/bin/env python3
"""The benchmark suite runs from end to end, on small sizes: bench_test.py WARP_TIDY.

What is timed is not judged, only that each case has its figures. The sums behind
the ratios and exponents are tried on numbers whose results are known.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

BENCH = pathlib.Path(__file__).resolve().parents[1] / "bench"
sys.path.insert(0, str(BENCH))
import generate  # noqa: E402
import growth  # noqa: E402
import timing  # noqa: E402

TOOL = sys.argv.pop(1)
ACCESSES = 40  # Of each source whose accesses are counted.
GROUPS = ["cold", "warm", "editor", "large", "project", "growth-accesses", "growth-files",
          "growth-cores"]


class Sums(unittest.TestCase):
    def test_exponent_of_powers(self):
        sizes = [10, 100, 1000]
        for power in (1, 2):
            values = [5 + 3 * size ** power for size in sizes]
            fit = growth.exponent(sizes, values, 5, 0.2)
            self.assertEqual((fit["exponent"], fit["last_two"]), (power, power))

    def test_sizes_that_cost_no_more_than_the_start_are_left_out(self):
        fit = growth.exponent([1, 10, 100, 1000], [100, 110, 200, 1100], 100, 0.2)
        self.assertEqual((fit["points"], fit["last_two"]), (2, 1))
        self.assertNotIn("exponent", fit)

    def test_ratio_is_the_median_of_the_turns(self):
        samples = {"a": [{"cpu": c} for c in (1, 2, 30)], "b": [{"cpu": c} for c in (2, 2, 10)]}
        self.assertEqual(timing.ratios(samples, "a"), {"b": {"cpu": 1.0}})

    def test_failures_are_told(self):
        self.assertIn("exit code 3", timing.run(["sh", "-c", "exit 3"], 10)["failed"])
        self.assertIn("stopped after", timing.run(["sleep", "30"], 0.1)["failed"])
        self.assertIn("failed", timing.run(["/no/such/program"], 10))


class Sources(unittest.TestCase):
    def test_the_tool_sees_as_many_accesses(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind, make in generate.SHAPES_OF_ACCESSES.items():
                path = pathlib.Path(folder) / f"{kind}.cu"
                path.write_text(make(ACCESSES))
                self.assertEqual(make(ACCESSES), make(ACCESSES))
                out = pathlib.Path(folder) / "out.json"
                subprocess.run([TOOL, "--cuda-path=none", "--quiet", f"--predictions={out}", path,
                                "--"], capture_output=True, check=True)
                found = sum(len(kernel["accesses"]) for file in json.loads(out.read_text())["files"]
                            for kernel in file["kernels"])
                # Whole instantiations of a template.
                low, high = {"templates": (40, 100), "branches": (38, 42)}.get(kind, (40, 40))
                self.assertTrue(low <= found <= high, f"{kind}: {found} accesses")


class Suite(unittest.TestCase):
    def bench(self, *options):
        run = subprocess.run([sys.executable, BENCH / "bench.py", TOOL, "--small", "--runs=1",
                              "--cuda-path=none", f"--json={self.results}", *options],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(self.results.read_text())

    def test_every_case_has_figures(self):
        with tempfile.TemporaryDirectory() as folder:
            self.results = pathlib.Path(folder) / "results.json"
            figure = pathlib.Path(folder) / "growth.svg"
            first = self.bench("--only", *[g for g in GROUPS if g != "growth-cores"])
            results = self.bench("--only", "growth-cores", f"--svg={figure}")
            self.assertEqual({name.split("/")[0] for name in results["cases"]}, set(GROUPS))
            self.assertEqual(results["schema"], 1)
            self.assertTrue(results["machine"]["cores"] > 0)
            for name, case in first["cases"].items():
                self.assertEqual(results["cases"][name], case)
            for name, case in results["cases"].items():
                if "not available" in case:
                    self.assertEqual(name.split("/")[0], "warm")
                    continue
                ours = [samples for peer, samples in case["samples"].items()
                        if peer.startswith("warp-tidy") or "fits" in case]
                self.assertTrue(ours, name)
                for sample in (sample for samples in ours for sample in samples):
                    self.assertNotIn("failed", sample, name)
                    self.assertTrue(min(sample["cpu"], sample["wall"], sample["mib"]) > 0, name)
            xml.dom.minidom.parse(str(figure))


unittest.main()
