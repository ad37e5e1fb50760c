"""Checks the pages of a report in HTML.

usage: check_html.py FOLDER

Checked: tags nest and close, ids are there once, links lead to pages and ids
of the report, nothing is loaded from elsewhere and nothing runs, headings skip
no level, pictures have names, symbols are XML and every symbol that is used is
there. Prints the number of pages, then the names of the sources.
"""

import html.parser
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

VOID = {"meta", "br", "link", "img", "hr", "input"}


def need(condition, text):
    if not condition:
        sys.exit(f"not as it should be: {text}")


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.ids, self.links = path, [], set(), []
        self.level, self.text = 0, []
        text = path.read_text("utf-8")
        self.feed(text)
        need(not self.open, f"{path.name}: open at the end: {self.open}")
        for symbol in re.findall(r"<symbol .*?</symbol>", text, re.S):
            xml.etree.ElementTree.fromstring(symbol)
        need("default-src 'none'" in text, f"{path.name}: policy")

    def handle_starttag(self, tag, attrs):
        where = f"{self.path.name}:{self.getpos()[0]}: <{tag}>"
        names = [name for name, _ in attrs]
        need(len(names) == len(set(names)), f"{where} attributes are there once")
        attrs = dict(attrs)
        need(tag not in ("script", "iframe", "object", "embed", "link", "img", "form", "base"), where)
        need(not any(name.startswith("on") for name in names), f"{where} handler")
        need("src" not in attrs, f"{where} src")
        if "id" in attrs:
            need(attrs["id"] not in self.ids, f"{where} id {attrs['id']} twice")
            self.ids.add(attrs["id"])
        if "href" in attrs:
            self.links.append((where, attrs["href"]))
        if re.fullmatch(r"h[1-6]", tag):
            need(int(tag[1]) <= self.level + 1, f"{where} skips a level")
            self.level = int(tag[1])
        if tag == "svg":
            need(attrs.get("aria-hidden") == "true" or attrs.get("aria-label"), f"{where} name")
        if tag == "a":
            need("a" not in self.open, f"{where} in a link")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        need(self.open and self.open[-1] == tag, f"{self.path.name}:{self.getpos()[0]}: </{tag}> closes {self.open[-1:]}")
        self.open.pop()

    def handle_data(self, data):
        if "h1" in self.open:
            self.text.append(data)


def main():
    folder = Path(sys.argv[1])
    pages = {path.name: Page(path) for path in sorted(folder.glob("*.html"))}
    need("index.html" in pages, "there is an index")
    need(len(pages) == len(list(folder.iterdir())), "nothing but pages")
    for page in pages.values():
        for where, link in page.links:
            name, _, anchor = link.partition("#")
            target = pages.get(name) if name else page
            need(target, f"{where} leads to {link}")
            need(not anchor or anchor in target.ids, f"{where} leads to {link}")
    print(len(pages), "pages")
    for name, page in pages.items():
        if name != "index.html":
            print("source:", "".join(page.text))


main()
