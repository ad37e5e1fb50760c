#!/usr/bin/env python3
"""Opens a report of --html in a headless Chromium, by its debugging pipe.

usage: check_browser.py WARP_TIDY SOURCE.cu

Checked in a light and in a dark window, wide and narrow: nothing is loaded but
the page, nothing is logged, text has a contrast of 4.5 at least, the page does
not scroll sideways, and with the keyboard alone one gets by the skip link to an
access and into its panel, which is in view beside its line, with its picture.
Exit status 77 when there is no Chromium.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HELPERS = """
(() => {
  const color = text => text.match(/[\\d.]+/g).map(Number);
  const over = e => {
    for (; e; e = e.parentElement) {
      const c = color(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const light = c => {
    const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(
      v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  window.contrast = e => {
    const a = light(color(getComputedStyle(e).color)), b = light(over(e));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
})()
"""


class Browser:
    """One page, spoken to in the DevTools protocol."""

    def __init__(self, program, profile):
        to_browser, from_browser = os.pipe(), os.pipe()

        def descriptors():
            os.dup2(to_browser[0], 60)
            os.dup2(from_browser[1], 61)
            os.dup2(60, 3)
            os.dup2(61, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        os.close(to_browser[0])
        os.close(from_browser[1])
        self.writer = os.fdopen(to_browser[1], "wb", buffering=0)
        self.reader = os.fdopen(from_browser[0], "rb")
        self.number, self.session, self.events = 0, None, []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.send(f"{domain}.enable")

    def receive(self):
        text = bytearray()
        while (byte := self.reader.read(1)) != b"\0":
            if not byte:
                sys.exit("the browser ended")
            text += byte
        return json.loads(text)

    def send(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.writer.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                need("error" not in answer, f"{method}: {answer.get('error')}")
                return answer["result"]
            self.events.append(answer)

    def open(self, address):
        self.events.clear()
        self.send("Page.navigate", url=address)
        while not any(e["method"] == "Page.loadEventFired" for e in self.events):
            self.events.append(self.receive())

    def value(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        need("exceptionDetails" not in result, f"{expression}: {result}")
        return result["result"].get("value")

    def key(self, name, code, text=""):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                      windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "")

    def close(self):
        self.send("Browser.close")
        self.process.wait(timeout=30)


def need(condition, text):
    if not condition:
        sys.exit(f"not as it should be: {text}")


def tab_to(browser, selector, most=60):
    for _ in range(most):
        browser.key("Tab", 9)
        if browser.value(f"document.activeElement.matches({json.dumps(selector)})"):
            return
    sys.exit(f"the Tab key does not lead to {selector}")


def check_keyboard(browser, width):
    browser.key("Tab", 9)
    need(browser.value("document.activeElement.className") == "skip", "the first stop is a skip link")
    need(browser.value("document.activeElement.getBoundingClientRect().left") >= 0, "it is in view")
    browser.key("Enter", 13, "\r")
    tab_to(browser, "a.b")
    need(browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid", "focus is seen")
    browser.key("Enter", 13, "\r")
    need(browser.value("document.querySelectorAll('.p:target').length") == 1, "a panel is chosen")
    box = browser.value(
        "JSON.stringify(document.querySelector('.p:target > section').getBoundingClientRect())")
    box = json.loads(box)
    need(box["height"] > 100 and box["top"] < 900 and box["right"] <= width + 1, f"the panel is in view: {box}")
    line = browser.value(
        "document.querySelector('.p:target').parentElement.previousElementSibling.getBoundingClientRect().top")
    need(0 <= line < 900, f"its line is in view: {line}")
    browser.key("Tab", 9)
    need(browser.value("document.activeElement.closest('.p:target') !== null"), "Tab goes on in the panel")
    drawn = browser.value(
        "[...document.querySelectorAll('symbol rect')].every(r => getComputedStyle(r).fill !== 'rgb(0, 0, 0)')")
    need(drawn, "the pictures have their colours")
    need(browser.value("document.querySelector('.p:target svg.lanes').getBoundingClientRect().height") > 10,
         "the picture is there")


def check_page(browser, page, scheme, width):
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.open(page.as_uri())
    where = f"{page.name}, {scheme}, {width}"
    need(browser.value("document.documentElement.scrollWidth") <= width, f"{where}: no sideways scrolling")
    browser.value(HELPERS)
    least = browser.value(
        "Math.min(...[...document.querySelectorAll('p,li,td,th,caption,a,code,.l>i')]"
        ".filter(e => e.getClientRects().length && e.textContent.trim()).map(contrast))")
    need(least >= 4.5, f"{where}: contrast {least}")
    if page.name != "index.html":
        check_keyboard(browser, width)
    for event in browser.events:
        need(event["method"] not in ("Log.entryAdded", "Runtime.consoleAPICalled"), f"{where}: {event}")
        if event["method"] == "Network.requestWillBeSent":
            address = event["params"]["request"]["url"].split("#")[0]
            need(address == page.as_uri(), f"{where}: loads {address}")
    return browser.value("getComputedStyle(document.body).backgroundColor")


def main():
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        print("no chromium: skipped")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        out = pathlib.Path(folder) / "report"
        subprocess.run([sys.argv[1], "--cuda-path=none", "--quiet", f"--html={out}", sys.argv[2]],
                       check=True, stdout=subprocess.DEVNULL)
        browser = Browser(program, str(pathlib.Path(folder) / "profile"))
        pages = sorted(out.glob("*.html"))
        need(len(pages) > 1, "there are pages")
        for page in pages:
            for width in (1400, 400):
                light = check_page(browser, page, "light", width)
                dark = check_page(browser, page, "dark", width)
                need(light != dark, f"{page.name}: dark and light differ")
        browser.close()
    print(len(pages), "pages, light and dark, wide and narrow")
    return 0


sys.exit(main())
