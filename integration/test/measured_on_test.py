#!/usr/bin/env python3
"""Tests of measured_on.py on documents made up here: the table, with and without
times, and each complaint of the check. Needs neither the tool nor a GPU.
"""
import copy
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import measured_on as m  # noqa: E402

RULE = "gpu-shared-bank-conflict"
PAGE = """# rule

## Measured on

<!-- measured: bad/column<32> -> good/column [page, timed] -->

Words by hand.
"""
BAD, GOOD = m.Place("bad", "column<32>"), m.Place("good", "column")
PAIR = m.Pair(BAD, GOOD, frozenset({"page", "timed"}))


def access(program: str, units: int, index: str) -> dict:
    expected = {"unit": "wavefronts", "min": units, "max": units, "ideal": 1}
    return {
        "id": program,
        "file": f"kernels/{program}/kernel.cu",
        "line": 7,
        "column": 3,
        "space": "shared",
        "op": "load",
        "width_bytes": 4,
        "source": "tile[x | 1][y]",
        "index": index,
        "predictions": [{"view": "source", **expected}],
    }


def row(program: str, kernel: str, units: str) -> dict:
    return {
        "program": program,
        "kernel": kernel,
        "id": program,
        "view": "source",
        "unit": "wavefronts",
        "predicted": units,
        "measured": units,
        "verdict": "MATCH",
        "reason": "EXACT",
    }


def diagnostic(program: str, rule: str = RULE, severity: str = "warning") -> dict:
    file = f"kernels/{program}/kernel.cu"
    return {"rule": rule, "severity": severity, "file": file, "line": 7, "column": 3}


def file(program: str, kernel: str, found: dict) -> dict:
    kernels = [{"name": kernel, "accesses": [found]}]
    return {"file": f"kernels/{program}/kernel.cu", "kernels": kernels}


PREDICTIONS = {
    "files": [
        file("bad", "column<32>", access("bad", 32, "128*threadIdx.x + 4*r")),
        file("good", "column", access("good", 1, "132*threadIdx.x + 4*r")),
    ],
    "diagnostics": [diagnostic("bad")],
}
COMPARISON = {
    "errors": [],
    "rows": [row("bad", "column<32>", "32"), row("good", "column", "1")],
}
MEASUREMENTS = {
    "device": "Some GPU",
    "driver": "1.2",
    "toolkit": "release 13.0, V13.0.88",
    "profiler": "Version 2025.3.1.0 (build 1)",
    "date": "2025-01-02",
    "architecture": "sm_90",
    "flags": "-O3",
    "programs": [
        {"name": "bad", "launches": [{}]},
        {"name": "good", "launches": [{}]},
    ],
}


def timed(fault: float, twin: float | None) -> dict:
    recorded = copy.deepcopy(MEASUREMENTS)
    bad, good = recorded["programs"]
    bad["timings"] = [{"kernel": "column<32>", "median_us": fault}]
    if twin:
        good["timings"] = [{"kernel": "column", "median_us": twin}]
    return recorded


class Case(unittest.TestCase):
    def setUp(self):
        self.predictions = copy.deepcopy(PREDICTIONS)
        self.comparison = copy.deepcopy(COMPARISON)
        self.recorded = copy.deepcopy(MEASUREMENTS)

    def evidence(self) -> m.Evidence:
        return m.Evidence(self.predictions, self.comparison, self.recorded)

    def complaints(self, pair: m.Pair = PAIR) -> list[str]:
        return m.pair_complaints(self.evidence(), RULE, pair)

    def block(self) -> str:
        return m.block(self.evidence(), RULE, [PAIR])


class Page(Case):
    def test_pairs_are_read(self):
        self.assertEqual(m.read_pairs(PAGE), [PAIR])
        bare = m.read_pairs("<!-- measured: a/k -> b/l<2> -->\n")
        pair = m.Pair(m.Place("a", "k"), m.Place("b", "l<2>"), frozenset())
        self.assertEqual(bare, [pair])

    def test_table_without_times(self):
        text = self.block()
        self.assertIn(
            "Some GPU, driver 1.2, CUDA 13.0.88, Nsight Compute 2025.3.1.0",
            text.replace("\n", " "),
        )
        self.assertIn("| fault | [bad:7](../../kernels/bad/kernel.cu#L7) |", text)
        self.assertIn("load `tile[x \\| 1][y]` | 32 wavefronts | 32 | MATCH |", text)
        self.assertIn("| 1 wavefront | 1 | MATCH |", text)
        self.assertNotIn("Time", text)

    def test_times_need_both_twins(self):
        self.recorded = timed(50.0, None)
        self.assertNotIn("Time", self.block())
        self.recorded = timed(50.0, 4.0)
        text = self.block()
        self.assertIn("| Time | Cost of the fault |", text)
        self.assertIn("| MATCH | 50.0 µs | 12.50 times |", text)
        self.assertIn("| MATCH | 4.0 µs |  |", text)

    def test_times_only_of_pairs_that_ask(self):
        self.recorded = timed(50.0, 4.0)
        pair = m.Pair(PAIR.fault, PAIR.twin, frozenset())
        self.assertNotIn("Time", m.block(self.evidence(), RULE, [pair]))

    def test_a_name_timed_twice_has_no_time(self):
        self.recorded = timed(50.0, 4.0)
        self.recorded["programs"][0]["timings"] *= 2
        self.assertNotIn("Time", self.block())

    def test_updating_keeps_the_words_and_settles(self):
        once = m.updated(PAGE, self.block())
        self.assertIn("[page, timed] -->\n\n" + m.BEGIN, once)
        self.assertTrue(once.endswith(m.END + "\n\nWords by hand.\n"))
        self.assertEqual(m.updated(once, self.block()), once)
        self.recorded = timed(50.0, 4.0)
        self.assertNotEqual(m.updated(once, self.block()), once)

    def test_pairs_without_measurement_are_left_out(self):
        self.recorded["programs"].pop()
        self.assertNotIn("fault", self.block())


class Check(Case):
    def assert_complains(self, text: str):
        found = self.complaints()
        self.assertTrue(any(text in complaint for complaint in found), found)

    def test_agreement_is_silent(self):
        self.assertEqual(self.complaints(), [])

    def test_no_such_kernel(self):
        self.predictions["files"].pop()
        self.assert_complains("there is no kernel good/column")

    def test_the_rule_must_fire_on_the_fault_only(self):
        self.predictions["diagnostics"] = []
        self.assert_complains("does not fire in bad/column<32>")
        self.predictions["diagnostics"] = [diagnostic("bad"), diagnostic("good")]
        self.assert_complains("fires in good/column")
        self.predictions["diagnostics"][1]["rule"] = "gpu-other"
        self.assert_complains("gpu-other fires in good/column")

    def test_the_twin_must_have_a_counterpart(self):
        self.predictions["files"][1]["kernels"][0]["accesses"][0]["op"] = "store"
        self.assert_complains("has no access like that of")

    def test_what_no_counter_shows_has_no_pairs(self):
        page = "## Measured on\n\n<!-- not measured: no counter shows it -->\n"
        self.assertEqual(m.check_page(Path(), self.evidence(), RULE, page), [])
        both = m.check_page(Path(), self.evidence(), RULE, PAGE + page)
        self.assertEqual(both, ["pairs of kernels that are not measured"])

    def test_not_measured_yet(self):
        self.recorded["programs"].pop()
        self.assert_complains("good/column line 7: not measured yet")

    def test_verdicts(self):
        self.comparison["rows"][0]["verdict"] = "MISMATCH"
        self.assert_complains("bad/column<32> line 7: the verdict is MISMATCH")
        self.comparison["rows"] *= 2
        self.assert_complains("not one row of the comparison")

    def test_the_twin_must_be_ideal(self):
        self.comparison["rows"][1]["measured"] = "1.5"
        self.assert_complains("1.5 measured, the ideal is 1")

    def test_stale_sources(self):
        about = ["the source kernels/bad/kernel.cu changed", "sm_80 and sm_90"]
        self.comparison["errors"] = [*about, "the source kernels/x/kernel.cu changed"]
        self.assertEqual(self.complaints(), about)

    def test_unknown_marks(self):
        pair = m.Pair(PAIR.fault, PAIR.twin, frozenset({"fast"}))
        self.assertEqual(self.complaints(pair), ["fast is no mark"])


class Fault(Case):
    """A rule that is an error: its program fails when it is measured."""

    def setUp(self):
        super().setUp()
        self.predictions["diagnostics"] = [diagnostic("bad", severity="error")]
        found = self.predictions["files"][0]["kernels"][0]["accesses"][0]
        found["predictions"][0]["misaligned_lanes"] = 24
        failed = {"launches": [], "reason": "misaligned address."}
        self.recorded["programs"][0] |= failed
        self.comparison["rows"][0] |= {"measured": "-", "verdict": "NOT_MEASURED"}

    def test_the_page_quotes_the_reason(self):
        self.assertEqual(self.complaints(), [])
        text = self.block()
        self.assertIn("a fault: 24 lanes misaligned", text)
        self.assertIn("| no counters: misaligned address | NOT_MEASURED |", text)

    def test_a_launch_that_completes_is_no_fault(self):
        self.recorded["programs"][0]["launches"] = [{}]
        self.assertEqual(
            self.complaints(), ["bad/column<32> line 7: no fault was recorded"]
        )


class Examples(Case):
    def page(self, units: int, index: str, *found: dict) -> m.Predicted:
        files = [file("page", "k", access("page", units, index))]
        return m.Predicted({"files": files, "diagnostics": list(found)})

    def complaints_of(self, fault: str, cure: str) -> list[str]:
        shown = self.page(32, fault, diagnostic("page"))
        return m.page_complaints(self.evidence(), RULE, PAIR, shown, self.page(1, cure))

    def test_lane_terms(self):
        self.assertEqual(m.lane_terms("4*n*threadIdx.x + 4*j"), ["4*N*threadIdx.x"])
        self.assertEqual(
            m.lane_terms("8*((threadIdx.x + r) & 31) + 4*blockIdx.x"),
            ["8*((threadIdx.x + N) & 31)"],
        )

    def test_same_arithmetic(self):
        self.assertEqual(self.complaints_of("128*threadIdx.x", "132*threadIdx.x"), [])
        self.assertEqual(
            self.complaints_of("128*threadIdx.x", "136*threadIdx.x"),
            ["'Use instead' has no access like that of good/column"],
        )
        self.assertEqual(
            self.complaints_of("256*threadIdx.x", "132*threadIdx.x"),
            ["'Example' has no access like that of bad/column<32>"],
        )


if __name__ == "__main__":
    unittest.main()
