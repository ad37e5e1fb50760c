"""A language client for tests: runs a server and speaks the protocol with it."""
import json
import os
import pathlib
import queue
import subprocess
import threading
import time


class Client:
    """Messages arrive on a thread; requests of the server are answered as a
    plain editor would, and kept in `asked`."""

    def __init__(self, binary, *options, cwd=None):
        self.process = subprocess.Popen(
            [binary, "lsp", *options], cwd=cwd, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.incoming = queue.Queue()
        self.log = []
        self.notifications, self.responses, self.asked = [], {}, []
        self.next_id = 0
        self.threads = [threading.Thread(target=t, daemon=True)
                        for t in (self._read, self._read_log)]
        for thread in self.threads:
            thread.start()

    def _read(self):
        with self.process.stdout as out:
            while self._read_one(out):
                pass

    def _read_one(self, out):
        length = None
        while (line := out.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        self.incoming.put(length and json.loads(out.read(length)))
        return length

    def _read_log(self):
        with self.process.stderr as stream:
            for line in stream:
                self.log.append(line.decode(errors="replace"))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))

    def notify(self, method, params=None):
        self.send({"method": method, "params": params or {}})

    def start_request(self, method, params=None):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params or {}})
        return self.next_id

    def request(self, method, params=None, timeout=60):
        return self.response(self.start_request(method, params), timeout)

    def response(self, id, timeout=60):
        self.until(lambda: id in self.responses, timeout)
        return self.responses.pop(id)

    def until(self, done, timeout=60):
        """Takes messages until done() holds; its value."""
        end = time.monotonic() + timeout
        while not (value := done()):
            try:
                message = self.incoming.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError("timeout; the server said: " + "".join(self.log)) from None
            if message is None:
                raise AssertionError("the server ended: " + "".join(self.log))
            self._take(message)
        return value

    def settle(self, seconds):
        """Takes whatever arrives for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = self.incoming.get(timeout=left)
            except queue.Empty:
                return
            if message is not None:
                self._take(message)

    def _take(self, message):
        if "method" not in message:
            self.responses[message["id"]] = message
        elif "id" in message:
            self.asked.append(message)
            self.send({"id": message["id"], "result": None})
        else:
            self.notifications.append(message)

    # What an editor does.

    def initialize(self, **options):
        result = self.request("initialize", {
            "processId": os.getpid(), "rootUri": None,
            "initializationOptions": options or None,
            "capabilities": {
                "window": {"workDoneProgress": True},
                "workspace": {
                    "didChangeWatchedFiles": {"dynamicRegistration": True},
                    "workspaceEdit": {"documentChanges": True}},
                "textDocument": {
                    "hover": {"contentFormat": ["markdown", "plaintext"]},
                    "publishDiagnostics": {"relatedInformation": True,
                                           "versionSupport": True}}}})
        self.notify("initialized")
        return result["result"]

    def open(self, path, text=None, version=1):
        path = pathlib.Path(path)
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": path.as_uri(), "languageId": "cuda", "version": version,
            "text": path.read_text() if text is None else text}})

    def change(self, path, text, version, range=None):
        change = {"text": text} if range is None else {"text": text, "range": range}
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": pathlib.Path(path).as_uri(), "version": version},
            "contentChanges": [change]})

    def published(self, path):
        """All publications for a file so far."""
        uri = pathlib.Path(path).as_uri()
        return [n["params"] for n in self.notifications
                if n["method"] == "textDocument/publishDiagnostics"
                and n["params"]["uri"] == uri]

    def diagnostics(self, path, version=None, timeout=60, after=0):
        """The diagnostics of a version (any when None), once they arrive; those
        after the first `after` publications."""
        found = self.until(lambda: [
            p for p in self.published(path)[after:]
            if version is None or p.get("version") == version], timeout)
        return found[-1]["diagnostics"]

    def close_down(self):
        """shutdown and exit; the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(30)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join()
        try:
            self.process.stdin.close()
        except OSError:  # What it did not read any more.
            pass


def document(path):
    return {"textDocument": {"uri": pathlib.Path(path).as_uri()}}


def at(path, line, character):
    return {**document(path), "position": {"line": line, "character": character}}


def span(line, first, last):
    return {"start": {"line": line, "character": first},
            "end": {"line": line, "character": last}}


def apply(text, edits):
    """Text after TextEdits, with positions in UTF-16."""
    def offset(position):
        lines = text.split("\n")
        before = sum(len(l) + 1 for l in lines[:position["line"]])
        units, column = 0, 0
        for c in lines[position["line"]]:
            if units >= position["character"]:
                break
            units += 2 if ord(c) > 0xFFFF else 1
            column += 1
        return before + column
    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        text = (text[:offset(edit["range"]["start"])] + edit["newText"]
                + text[offset(edit["range"]["end"]):])
    return text
