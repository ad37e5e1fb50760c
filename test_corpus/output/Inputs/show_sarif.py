"""Checks the structure of a SARIF log and prints its results in short.

usage: show_sarif.py LOG

Checked: what GitHub's code scanning needs of rules and results, indices,
relative paths that exist, and regions within the text of their files. Printed,
a line for each: results with the text of their region as UTF-16 columns give
it, notes, fixes, suppressions; then what the invocation says.
"""

import json
import sys
import urllib.parse
from pathlib import Path


def need(condition, text):
    if not condition:
        sys.exit(f"not as it should be: {text}")


def path_of(location, run):
    artifact = location["artifactLocation"]
    if "uriBaseId" not in artifact:
        need(artifact["uri"].startswith("file:///"), f"absolute {artifact['uri']}")
        return Path(urllib.parse.unquote(artifact["uri"][len("file://") :]))
    base = run["originalUriBaseIds"][artifact["uriBaseId"]]["uri"]
    need(base.startswith("file:///") and base.endswith("/"), f"base {base}")
    need(not artifact["uri"].startswith(("/", ".")), f"relative {artifact['uri']}")
    path = urllib.parse.unquote(base[len("file://") :] + artifact["uri"])
    return Path(path)


def text_of(location, run):
    """The text of a region; its first 20 characters where it has no end."""
    path = path_of(location, run)
    region = location.get("region")
    if not region:
        return ""
    need(path.is_file(), f"{path} exists")
    lines = path.read_text("utf-8").split("\n")
    need(0 < region["startLine"] <= len(lines), f"line {region['startLine']}")
    units = lines[region["startLine"] - 1].encode("utf-16-le")
    start = 2 * (region["startColumn"] - 1)
    need(0 <= start <= len(units), f"column {region['startColumn']}")
    end = start + 40
    if "endColumn" in region:
        if region["endLine"] != region["startLine"]:
            return units[start:].decode("utf-16-le") + "..."
        end = 2 * (region["endColumn"] - 1)
        need(start < end <= len(units), f"end column {region['endColumn']}")
    return units[start:end].decode("utf-16-le")


def place(location, run):
    physical = location["physicalLocation"]
    line = physical.get("region", {}).get("startLine", 0)
    return f"{physical['artifactLocation']['uri']}:{line} '{text_of(physical, run)}'"


def check_rules(rules):
    names = [rule["id"] for rule in rules]
    need(len(names) == len(set(names)), "rule ids are unique")
    for rule in rules:
        need(rule["defaultConfiguration"]["level"] in ("error", "warning", "note"), "level")
        for key in ("shortDescription", "fullDescription", "help"):
            need(rule[key]["text"].strip(), f"{key} of {rule['id']}")
        need(rule["help"]["markdown"].strip(), f"markdown of {rule['id']}")
        need("](" not in rule["help"]["markdown"].replace("](http", ""), "local link")
        need("<!--" not in rule["help"]["markdown"], "comment")
        need(len(rule["fullDescription"]["text"]) <= 1024, "GitHub's limit")


def show_result(result, rules, run):
    need(rules[result["ruleIndex"]]["id"] == result["ruleId"], "rule index")
    need(result["partialFingerprints"], "fingerprint")
    need(len(result["locations"]) == 1, "one location")
    print(result["level"], result["ruleId"], place(result["locations"][0], run))
    print("  message:", result["message"]["text"])
    for function in result["locations"][0].get("logicalLocations", []):
        print("  in:", function["fullyQualifiedName"])
    related = result.get("relatedLocations", [])
    need([r["id"] for r in related] == list(range(len(related))), "ids of notes")
    for note in related:
        print("  note:", place(note, run), note["message"]["text"])
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for edit in change["replacements"]:
                old = {"artifactLocation": change["artifactLocation"], "region": edit["deletedRegion"]}
                new = edit.get("insertedContent", {}).get("text", "")
                print(f"  fix: '{text_of(old, run)}' -> '{new}'")
    for suppression in result["suppressions"]:
        print("  suppressed:", suppression["kind"])
    print("  fingerprint:", *result["partialFingerprints"].values())


def main():
    log = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    need(log["version"] == "2.1.0" and len(log["runs"]) == 1, "version and one run")
    run = log["runs"][0]
    need(run["columnKind"] == "utf16CodeUnits", "kind of columns")
    rules = run["tool"]["driver"]["rules"]
    check_rules(rules)
    for result in run["results"]:
        show_result(result, rules, run)
    (invocation,) = run["invocations"]
    print("exit code", invocation["exitCode"], "successful", invocation["executionSuccessful"])
    for notice in invocation.get("toolExecutionNotifications", []):
        where = [place(l, run) for l in notice.get("locations", [])]
        print("notification:", notice["level"], *where, notice["message"]["text"])


main()
