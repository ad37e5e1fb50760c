#!/usr/bin/env python3
"""Drives `warp-tidy lsp` as an editor does, and as a broken one would."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from lsp_client import Client, apply, at, document, span

BINARY = None
OPTIONS = ["--cuda-path=none"]
RULE = "gpu-uncoalesced-global-access"
STRIDED = """\
__global__ void scale(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[2 * i];
}
void run(float *out, const float *in) { scale<<<64, 256>>>(out, in); }
"""
FINE = STRIDED.replace("2 * i", "i")
SHARED = """\
__global__ void turn(float *out) {
  __shared__ float tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][0];
}
void run(float *out) { turn<<<1, 32>>>(out); }
"""


class ServerTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder])
        self.file = self.folder / "scale.cu"
        self.file.write_text(STRIDED)
        self.client = self.start()

    def start(self, *options):
        client = Client(BINARY, *OPTIONS, *options, cwd=self.folder)
        self.addCleanup(client.kill)
        return client


class DiagnosticsTest(ServerTest):
    def test_open_change_and_change_back(self):
        c = self.client
        c.initialize()
        c.open(self.file)
        [d] = c.diagnostics(self.file, 1)
        self.assertEqual(d["range"], span(2, 11, 20))
        self.assertEqual((d["code"], d["severity"], d["source"]), (RULE, 2, "warp-tidy"))
        # 32 lanes with 8 bytes between them: 256 bytes, where 128 hold the data.
        self.assertIn("touches 8 sectors where 4 suffice", d["message"])
        [launch] = [r for r in d["relatedInformation"] if "launched here" in r["message"]]
        self.assertEqual(launch["location"]["range"]["start"], {"line": 4, "character": 40})
        c.change(self.file, "", 2, span(2, 14, 18))  # in[2 * i] -> in[i]
        self.assertEqual(c.diagnostics(self.file, 2), [])
        c.change(self.file, "2 * ", 3, span(2, 14, 14))
        self.assertEqual(c.diagnostics(self.file, 3), [d])
        self.assertEqual(c.close_down(), 0)

    def test_columns_are_utf16(self):
        c = self.client
        c.initialize()
        # Four bytes and two units; two bytes and one unit.
        text = STRIDED.replace("out[i] =", "/* \U0001F600 \u00e9 */ out[i] =")
        c.open(self.file, text)
        [d] = c.diagnostics(self.file, 1)
        start = len("  /* xx e */ out[i] = ")
        self.assertEqual(d["range"], span(2, start, start + 9))
        c.change(self.file, "", 2, span(2, start + 3, start + 7))
        self.assertEqual(c.diagnostics(self.file, 2), [])

    def test_unsaved_text_and_headers_are_read(self):
        c = self.client
        c.initialize()
        header = self.folder / "step.h"
        header.write_text("#define STEP 1\n")
        text = '#include "step.h"\n' + STRIDED.replace("2 * i", "STEP * i")
        self.file.write_text("not what the editor shows")
        c.open(self.file, text)
        self.assertEqual(c.diagnostics(self.file, 1), [])
        c.open(header, "#define STEP 2\n")
        [d] = c.diagnostics(self.file, after=1)
        self.assertIn("8 sectors", d["message"])
        c.change(header, "#define STEP 1\n", 2)
        c.until(lambda: c.published(self.file)[-1]["diagnostics"] == [])

    def test_findings_in_headers_are_shown_there(self):
        c = self.client
        c.initialize()
        header = self.folder / "kernel.cuh"
        header.write_text(STRIDED.split("void run")[0])
        c.open(self.file, '#include "kernel.cuh"\nvoid run' + STRIDED.split("void run")[1])
        self.assertEqual(c.diagnostics(self.file, 1), [])
        [d] = c.diagnostics(header)
        self.assertEqual(d["range"], span(2, 11, 20))
        c.notify("textDocument/didClose", document(self.file))
        self.assertEqual(c.diagnostics(header, after=1), [])

    def test_a_part_is_analysed_where_it_is_included(self):
        c = self.client
        c.initialize()
        part, unit = self.folder / "scale.cuh", self.folder / "unit.cu"
        kernel, launch = STRIDED.split("void run")
        part.write_text(kernel.replace("2 * i", "STEP * i"))
        around = '#define STEP 2\n#include "scale.cuh"\nvoid run' + launch
        unit.write_text(around)
        c.open(part)
        [d] = c.diagnostics(part, 1)
        self.assertEqual((d["code"], d["range"]), (RULE, span(2, 11, 23)))
        c.open(unit, around.replace("STEP 2", "STEP 1"))  # Which is not saved.
        c.until(lambda: c.published(part)[-1]["diagnostics"] == [])
        c.change(part, "2 * ", 2, span(2, 14, 14))
        c.until(lambda: [d["code"] for d in c.diagnostics(part, 2)] == [RULE])

    def test_host_code_may_have_errors(self):
        self.client.initialize()
        self.client.open(self.file, "int host() { return unheard_of(); }\n")
        self.assertEqual(self.client.diagnostics(self.file, 1), [])

    def test_a_broken_launch_keeps_its_kernel(self):
        c = self.client
        c.initialize()
        header = self.folder / "scale.cuh"
        header.write_text("template <int Step>\n" + STRIDED.split("void run")[0]
                          .replace("2 * i", "Step * i"))
        text = ('#include "scale.cuh"\n'
                "void run() { scale<2><<<64, 256>>>(nowhere(), nothing); }\n")
        c.open(self.file, text)
        self.assertEqual([d["code"] for d in c.diagnostics(header)], [RULE])
        c.change(self.file, text.replace("scale<2>", "scale<1>"), 2)
        c.until(lambda: c.published(header)[-1]["diagnostics"] == [])

    def test_old_versions_are_not_shown(self):
        c = self.client
        c.initialize(debounceMilliseconds=0)
        c.open(self.file)
        for version in range(2, 30):
            c.change(self.file, FINE if version % 2 else STRIDED, version)
        c.diagnostics(self.file, 29)
        c.settle(0.5)
        versions = [p["version"] for p in c.published(self.file)]
        self.assertEqual(versions, sorted(versions))
        self.assertEqual(c.published(self.file)[-1], {
            "uri": self.file.as_uri(), "version": 29, "diagnostics": []})
        for p in c.published(self.file):
            self.assertEqual(len(p["diagnostics"]), 1 - p["version"] % 2 if p["version"] > 1 else 1)

    def test_changes_out_of_order_are_dropped(self):
        c = self.client
        c.initialize()
        c.open(self.file, version=7)
        c.diagnostics(self.file, 7)
        c.change(self.file, FINE, 6)
        c.change(self.file, FINE, 7)
        c.change(self.folder / "other.cu", FINE, 9)
        [d] = c.request("textDocument/codeAction", {
            **document(self.file), "range": span(2, 11, 11),
            "context": {"diagnostics": []}})["result"][0]["diagnostics"]
        self.assertEqual(d["code"], RULE)
        c.change(self.file, "x", 8, span(900, 0, 0))  # Beyond the end: appended.
        c.change(self.file, FINE, 9)
        self.assertEqual(c.diagnostics(self.file, 9), [])

    def test_save_reads_what_changed_on_disk(self):
        c = self.client
        c.initialize()
        header = self.folder / "step.h"
        header.write_text("#define STEP 1\n")
        c.open(self.file, '#include "step.h"\n' + STRIDED.replace("2 * i", "STEP * i"))
        self.assertEqual(c.diagnostics(self.file, 1), [])
        header.write_text("#define STEP 2 // another size\n")
        c.notify("textDocument/didSave", document(self.file))
        self.assertEqual(len(c.diagnostics(self.file, after=1)), 1)

    def test_broken_code(self):
        c = self.client
        c.initialize()
        c.open(self.file, STRIDED.replace("in[2 * i]", "missing[2 * i]"))
        [d] = c.diagnostics(self.file, 1)
        self.assertEqual((d["code"], d["range"]["start"]["line"]), ("compile", 0))
        self.assertIn("'scale' is not analysed", d["message"])
        c.change(self.file, '#include "missing.h"\n' + STRIDED, 2)
        self.assertEqual([d["code"] for d in c.diagnostics(self.file, 2)], [RULE])
        c.change(self.file, "", 3)
        self.assertEqual(c.diagnostics(self.file, 3), [])


class RequestsTest(ServerTest):
    def test_hover_shows_sectors(self):
        c = self.client
        c.initialize()
        c.open(self.file)
        hover = c.request("textDocument/hover", at(self.file, 2, 13))["result"]
        text = hover["contents"]["value"]
        self.assertEqual(hover["range"], span(2, 11, 20))
        self.assertIn("**global load, 4 bytes a lane**, kernel `scale`", text)
        self.assertIn("index: `8*blockDim.x*blockIdx.x + 8*threadIdx.x`", text)
        self.assertIn("blocks of 256x1x1 threads (launched at scale.cu:5): 8 sectors a request, "
                      "4 suffice", text)
        sectors = [8 * lane // 32 for lane in range(32)]
        for row in range(0, 32, 8):
            self.assertIn(f"lanes {row:2}-{row + 7:2}: "
                          + " ".join(str(s) for s in sectors[row:row + 8]) + "\n", text)
        none = c.request("textDocument/hover", at(self.file, 0, 1))
        self.assertIsNone(none["result"])

    def test_hover_shows_banks(self):
        c = self.client
        c.initialize()
        c.open(self.file, SHARED)
        text = c.request("textDocument/hover", at(self.file, 2, 22))["result"]["contents"]["value"]
        self.assertIn("shared load", text)
        self.assertIn("32 wavefronts a request, 1 suffices", text)
        banks = [32 * lane % 32 for lane in range(32)]
        self.assertIn("lanes  0- 7: " + " ".join(map(str, banks[:8])), text)
        self.assertIn("1 of 32 banks; at most 32 different words of one bank", text)

    def test_action_silences_the_finding(self):
        c = self.client
        c.initialize()
        text, version = STRIDED, 1
        c.open(self.file)
        [d] = c.diagnostics(self.file, 1)
        [action] = c.request("textDocument/codeAction", {
            **document(self.file), "range": d["range"],
            "context": {"diagnostics": [d]}})["result"]
        self.assertEqual(action["title"], f"suppress with NOLINTNEXTLINE({RULE})")
        [change] = action["edit"]["documentChanges"]
        self.assertEqual(change["textDocument"], {"uri": self.file.as_uri(), "version": 1})
        text = apply(text, change["edits"])
        self.assertEqual(text.split("\n")[2], f"  // NOLINTNEXTLINE({RULE})")
        c.change(self.file, text, 2)
        self.assertEqual(c.diagnostics(self.file, 2), [])
        far = c.request("textDocument/codeAction", {
            **document(self.file), "range": span(0, 0, 1), "context": {"diagnostics": []}})
        self.assertEqual(far["result"], [])

    def test_action_removes_an_unused_nolint(self):
        c = self.client
        c.initialize()
        text = FINE.replace("in[i];", f"in[i]; // NOLINT({RULE})")
        c.open(self.file, text)  # On disk there is no such comment.
        [d] = c.diagnostics(self.file, 1)
        self.assertEqual(d["code"], "warp-tidy-unused-nolint")
        [action] = c.request("textDocument/codeAction", {
            **document(self.file), "range": d["range"],
            "context": {"diagnostics": [d]}})["result"]
        [change] = action["edit"]["documentChanges"]
        self.assertEqual(apply(text, change["edits"]), FINE)

    def test_action_pads_a_shared_array(self):
        c = self.client
        c.initialize()
        c.open(self.file, SHARED)
        [d] = c.diagnostics(self.file, 1)
        fix, _ = c.request("textDocument/codeAction", {
            **document(self.file), "range": d["range"],
            "context": {"diagnostics": [d]}})["result"]
        self.assertEqual(fix["title"],
                         "fix: with 'tile[32][33]' no access to 'tile' has a conflict")
        [change] = fix["edit"]["documentChanges"]
        text = apply(SHARED, change["edits"])
        self.assertEqual(text, SHARED.replace("[32][32]", "[32][33]"))
        c.change(self.file, text, 2)
        self.assertEqual(c.diagnostics(self.file, 2), [])

    def test_inlay_hints_as_configured(self):
        c = self.client
        c.initialize()
        c.open(self.file)
        ask = lambda: [(h["position"], h["label"]) for h in c.request(
            "textDocument/inlayHint", {**document(self.file), "range": span(0, 0, 0) | {
                "end": {"line": 9, "character": 0}}})["result"]]
        self.assertEqual(ask(), [])
        c.notify("workspace/didChangeConfiguration", {"settings": {"warpTidy": {"inlayHints": "all"}}})
        self.assertEqual(ask(), [({"line": 2, "character": 8}, "4 sectors"),
                                 ({"line": 2, "character": 20}, "8/4 sectors")])
        c.notify("workspace/didChangeConfiguration", {"settings": {"inlayHints": "costly"}})
        self.assertEqual(ask(), [({"line": 2, "character": 20}, "8/4 sectors")])

    def test_waiting_requests_end(self):
        c = self.client
        c.initialize(debounceMilliseconds=60000)
        c.open(self.file)
        c.diagnostics(self.file, 1)
        c.change(self.file, FINE, 2)
        id = c.start_request("textDocument/hover", at(self.file, 2, 13))
        c.notify("$/cancelRequest", {"id": id})
        self.assertEqual(c.response(id)["error"]["code"], -32800)
        id = c.start_request("textDocument/hover", at(self.file, 2, 13))
        c.notify("$/cancelRequest", {"id": 12345})
        c.change(self.file, STRIDED, 3)
        self.assertEqual(c.response(id)["error"]["code"], -32801)
        id = c.start_request("textDocument/hover", at(self.file, 2, 13))
        self.assertEqual(c.close_down(), 0)
        self.assertEqual(c.response(id)["error"]["code"], -32800)

    def test_progress(self):
        c = self.client
        c.initialize()
        c.open(self.file)
        c.diagnostics(self.file, 1)
        self.assertTrue([a for a in c.asked if a["method"] == "window/workDoneProgress/create"])
        kinds = [n["params"]["value"]["kind"] for n in c.notifications
                 if n["method"] == "$/progress"]
        self.assertEqual(kinds, ["begin", "end"])


class ProjectTest(ServerTest):
    def database(self, *flags):
        (self.folder / "compile_commands.json").write_text(json.dumps([{
            "directory": str(self.folder), "file": str(self.file),
            "arguments": ["nvcc", *flags, "-c", str(self.file)]}]))

    def test_compile_commands_are_watched(self):
        c = self.client
        c.initialize()
        self.file.write_text(STRIDED.replace("2 * i", "STEP * i"))
        self.database("-DSTEP=2")
        c.open(self.file)
        self.assertEqual(len(c.diagnostics(self.file, 1)), 1)
        [asked] = [a for a in c.asked if a["method"] == "client/registerCapability"]
        [registration] = asked["params"]["registrations"]
        self.assertIn({"globPattern": "**/compile_commands.json"},
                      registration["registerOptions"]["watchers"])
        self.database("-DSTEP=1")
        c.notify("workspace/didChangeWatchedFiles", {"changes": [
            {"uri": (self.folder / "compile_commands.json").as_uri(), "type": 2}]})
        self.assertEqual(c.diagnostics(self.file, 1, after=1), [])

    def test_build_folder_and_launches_elsewhere(self):
        kernel, launch = STRIDED.split("void run")
        kernel = kernel.replace("2 * i", "i / 8 * 16 + i % 8").replace(
            "blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.y * 16 + threadIdx.x")
        self.file.write_text(kernel)
        other = self.folder / "main.cu"
        other.write_text(kernel.split("{")[0] + ";\nvoid run" + launch.replace("256", "dim3(16, 16)"))
        (self.folder / "compile_commands.json").write_text(json.dumps([
            {"directory": str(self.folder), "file": str(f), "arguments": ["nvcc", "-c", str(f)]}
            for f in (self.file, other)]))
        c = self.start("--stdio", "-p", str(self.folder))
        c.initialize()
        c.open(self.file)
        text = c.request("textDocument/hover", at(self.file, 2, 12))["result"]["contents"]["value"]
        self.assertIn("blocks of 16x16x1 threads (launched at main.cu:2)", text)

    def test_calls_elsewhere_are_joined_with_unsaved_text(self):
        kernel = STRIDED.split("void run")[0].replace("*in)", "*in, int step)")
        launch = ("void run(float *out, const float *in, int step) "
                  "{{ scale<<<64, 256>>>(out, in, {}); }}\n")
        self.file.write_text(kernel.replace("2 * i", "step * i") + launch.format("step"))
        other = self.folder / "main.cu"
        other.write_text("void run(float *out, const float *in, int step);\n"
                         "void all(float *out, const float *in) { run(out, in, 1); }\n")
        (self.folder / "compile_commands.json").write_text(json.dumps([
            {"directory": str(self.folder), "file": str(f), "arguments": ["nvcc", "-c", str(f)]}
            for f in (self.file, other)]))
        c = self.start("-p", str(self.folder))
        c.initialize()
        c.open(self.file, self.file.read_text().replace("in, step);", "in, 2 * step);"))
        [d] = c.diagnostics(self.file, 1)
        self.assertIn("touches 8 sectors where 4 suffice", d["message"])
        c.open(other, other.read_text().replace("in, 1)", "in, 2)"))
        c.notify("textDocument/didSave", document(self.file))
        [d] = c.diagnostics(self.file, 1, after=1)
        self.assertIn("touches 16 sectors where 4 suffice", d["message"])

    def test_configuration(self):
        c = self.client
        c.initialize(options=["--checks=-*,gpu-shared-bank-conflict"])
        c.open(self.file)
        self.assertEqual(c.diagnostics(self.file, 1), [])
        c.notify("workspace/didChangeConfiguration", {"settings": {"warpTidy": {"options": []}}})
        self.assertEqual(len(c.diagnostics(self.file, 1, after=1)), 1)
        for settings, said in (({"options": ["--checks=nothing"]}, "selects no rule"),
                               ({"options": ["--print-facts"]}, "takes no files, and no options"),
                               ({"optoins": []}, "warpTidy.optoins does not exist")):
            c.notifications.clear()
            c.notify("workspace/didChangeConfiguration", {"settings": settings})
            [message] = c.until(lambda: [n["params"]["message"] for n in c.notifications
                                         if n["method"] == "window/showMessage"])
            self.assertIn(said, message)
        self.assertEqual(c.request("textDocument/hover", at(self.file, 2, 13))["result"]["range"],
                         span(2, 11, 20))

    def test_configuration_files(self):
        c = self.client
        c.initialize()
        c.open(self.file)
        self.assertEqual(len(c.diagnostics(self.file, 1)), 1)
        (self.folder / ".warp-tidy").write_text(f"CheckOptions:\n  {RULE}.Threshold: 3\n")
        c.notify("workspace/didChangeWatchedFiles", {"changes": [
            {"uri": (self.folder / ".warp-tidy").as_uri(), "type": 1}]})
        self.assertEqual(c.diagnostics(self.file, 1, after=1), [])
        (self.folder / ".warp-tidy").write_text(f"CheckOptions:\n  {RULE}.Treshold: 3\n")
        c.notify("workspace/didChangeWatchedFiles", {"changes": [
            {"uri": (self.folder / ".warp-tidy").as_uri(), "type": 2}]})
        [d] = c.diagnostics(self.folder / ".warp-tidy")
        self.assertEqual((d["code"], d["severity"], d["range"]["start"]["line"]),
                         ("annotation", 1, 1))
        self.assertIn("Treshold", d["message"])


class LifeTest(ServerTest):
    def code(self, *arguments):
        return self.client.request(*arguments)["error"]["code"]

    def test_order_of_life(self):
        c = self.client
        self.assertEqual(self.code("textDocument/hover", at(self.file, 0, 0)), -32002)
        self.assertEqual(self.code("shutdown"), -32002)
        c.open(self.file)  # Dropped: nobody has introduced himself.
        c.initialize()
        self.assertEqual(self.code("initialize", {"capabilities": {}}), -32600)
        self.assertEqual(self.code("textDocument/hover", at(self.file, 0, 0)), -32602)
        c.request("shutdown")
        self.assertEqual(self.code("textDocument/hover", at(self.file, 0, 0)), -32600)
        c.notify("exit")
        self.assertEqual(c.process.wait(30), 0)

    def test_exit_without_shutdown(self):
        self.client.initialize()
        self.client.notify("exit")
        self.assertEqual(self.client.process.wait(30), 1)

    def test_end_of_input_while_analysing(self):
        self.client.initialize()
        self.client.open(self.file)
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(30), 1)

    def test_malformed_frames(self):
        c = self.client
        c.send_bytes(b"GET / HTTP/1.1\r\n\r\n")
        c.send_bytes(b"Content-Length: many\r\n\r\n{}")
        c.send_bytes(b"Content-Length: 99999999999999999999\r\n\r\n")
        c.send_bytes(b"\xff\xfe\x00garbage")
        c.initialize()
        body = b'{"jsonrpc": "2.0", '
        c.send_bytes(b"content-length: %d\r\nContent-Type: x\r\n\r\n%s" % (len(body), body))
        self.assertEqual(c.response(None)["error"]["code"], -32700)
        for message in ([], 7, {"id": 1}, {"jsonrpc": "2.0", "id": {}, "method": "x"},
                        {"jsonrpc": "2.0"}):
            text = json.dumps(message).encode()
            c.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
            self.assertEqual(c.response(None)["error"]["code"], -32600)
        deep = b"[" * 200000
        c.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(deep), deep))
        self.assertEqual(c.response(None)["error"]["code"], -32700)
        self.assertEqual(self.code("textDocument/nothing"), -32601)
        c.notify("textDocument/nothing")
        c.send({"id": 4711, "result": {}})
        for params in (None, [], {"textDocument": 3}, {"textDocument": {"uri": "untitled:x"}}):
            for method in ("didOpen", "didChange", "didSave", "didClose"):
                c.send({"method": "textDocument/" + method, "params": params})
            self.assertEqual(self.code("textDocument/hover", params), -32602)
        c.open(self.file)
        self.assertEqual(len(c.diagnostics(self.file, 1)), 1)
        for params in ({}, {"position": {"line": -1, "character": -5}},
                       {"position": {"line": 10**9, "character": 0}}):
            self.assertIsNone(c.request("textDocument/hover", {**document(self.file), **params})["result"])
        self.assertEqual(c.close_down(), 0)

    def test_wrong_use(self):
        for options in (["x.cu"], ["--predictions=f"], ["--nonsense"], ["--sarif=f"],
                        ["--baseline=f"], ["--fix"], ["--html=f"], ["--explain-access=f:1"],
                        ["--output-format=json"]):
            run = subprocess.run([BINARY, "lsp", *options], stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stdout), (2, ""), options)
            self.assertTrue(run.stderr.startswith("warp-tidy: error: "), run.stderr)


if __name__ == "__main__":
    BINARY = sys.argv.pop(1)
    unittest.main()
