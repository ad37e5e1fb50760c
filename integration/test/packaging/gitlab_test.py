#!/usr/bin/env python3
"""Runs the scripts of the GitLab template as a runner would, offline.

Usage: gitlab_test.py WARP_TIDY. Programs that would install are stand-ins that
say what they were asked. Exit status 77: skipped.
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from packaging import KNOWN, NEW, ROOT, copy_example, expect, fail, git, run, skip, spoil

TEMPLATE = ROOT / "integration" / "ci" / "gitlab" / "warp-tidy.gitlab-ci.yml"
FILES = {"WARP_TIDY_BUILD_DIR": "", "WARP_TIDY_FILES": "src/*.cu",
         "WARP_TIDY_OPTIONS": "--cuda-path=none --checks=gpu-*"}
BASELINE = {"WARP_TIDY_BASELINE": "warp-tidy-baseline.json"}
SHELLS = [["bash", "-eo", "pipefail"], ["sh", "-e"]]


class Job:
    def __init__(self, job, folder):
        self.job, self.folder = job, folder

    def run(self, part, project, variables, path, status=0, shell=SHELLS[0]):
        unknown = set(variables) - set(self.job["variables"])
        if unknown:
            fail(f"the template has no variables {unknown}")
        script = self.folder / "script.sh"
        script.write_text("\n".join(self.job[part]))
        environment = {**self.job["variables"], **variables, "PATH": path}
        return run([*shell, script], status, environment, cwd=project)


def check_report(project, expected):
    """The report as GitLab documents it: its five fields, and paths of files."""
    entries = json.loads((project / "gl-code-quality-report.json").read_text())
    places = []
    for entry in entries:
        if set(entry) != {"description", "check_name", "fingerprint", "severity", "location"}:
            fail(f"{entry} has other fields than a report's")
        if entry["severity"] not in ("info", "minor", "major", "critical", "blocker"):
            fail(f"GitLab has no severity {entry['severity']}")
        path = entry["location"]["path"]
        if path.startswith(("/", "./")) or not (project / path).is_file():
            fail(f"{path} is no file of the repository")
        places.append((path, entry["location"]["lines"]["begin"], entry["severity"]))
    if sorted(places) != expected or len({e["fingerprint"] for e in entries}) != len(entries):
        fail(f"{expected} was expected", entries)
    return {place[0]: entry["fingerprint"] for place, entry in zip(places, entries)}


def check_lint(job, project, path):
    for shell in SHELLS:
        text = job.run("script", project, FILES, path, 1, shell)
        expect(text, KNOWN.replace("warning", "error"))
        check_report(project, [("src/transpose.cu", 9, "critical")])
        job.run("script", project, {**FILES, **BASELINE}, path, 0, shell)
        check_report(project, [])
    before = dict(FILES, WARP_TIDY_WARNINGS_AS_ERRORS="")
    expect(job.run("script", project, before, path), KNOWN)
    base = check_report(project, [("src/transpose.cu", 9, "major")])
    # A merge request: the old finding is the same one, and the new one is new.
    spoil(project)
    source = project / "src" / "transpose.cu"
    source.write_text("// One line more.\n" + source.read_text())
    expect(job.run("script", project, before, path), "src/" + NEW.format("warning"))
    head = check_report(project, [("src/scale.cu", 7, "major"), ("src/transpose.cu", 10, "major")])
    if head["src/transpose.cu"] != base["src/transpose.cu"] or len(set(head.values())) != 2:
        fail(f"{base} and {head} do not tell the new finding")
    git(project, "checkout", "-q", ".")


def check_build_folder(job, project, path):
    command = ("mkdir -p out && printf '%s' '[{\"directory\": \"'\"$PWD\"'\", \"file\": "
               "\"src/scale.cu\", \"command\": \"nvcc -c src/scale.cu\"}]' "
               ">out/compile_commands.json")
    expect(job.run("script", project, {
        "WARP_TIDY_CONFIGURE": command, "WARP_TIDY_BUILD_DIR": "out",
        "WARP_TIDY_OPTIONS": "--cuda-path=none --statistics"}, path), "files: 1 (0 failed)")
    check_report(project, [])
    job.run("script", project, {"WARP_TIDY_CONFIGURE": "false"}, path, 1)
    # A file that does not compile is in the report, as its findings are not.
    job.run("script", project, {**FILES, **BASELINE, "WARP_TIDY_FLAGS": "-Dvalues=+ -DX=*"},
            path, None)
    report = json.loads((project / "gl-code-quality-report.json").read_text())
    if {e["check_name"] for e in report} != {"warp-tidy"}:
        fail("the file that does not compile was expected", report)


def check_install(job, project, path):
    expect(job.run("before_script", project, {}, path), "warp-tidy is here: ")
    bare = job.folder / "bare"
    bare.mkdir()
    for tool in ("bash", "sh"):
        (bare / tool).symlink_to(shutil.which(tool))
    for name in ("apt-get", "curl"):
        (bare / name).write_text(f'#!/bin/sh\necho "{name} $*"\n')
        (bare / name).chmod(0o755)
    expect(job.run("before_script", project, {}, str(bare), 2),
           "warp-tidy is not in PATH; set WARP_TIDY_DEB to its package")
    address = "https://example.com/it.deb"
    for deb, *calls in (("it.deb", "apt-get -qq install -y ./it.deb\n"),
                        ("/deb/it.deb", "apt-get -qq install -y /deb/it.deb\n"),
                        (address, f"curl -fsSL --retry 3 -o /tmp/warp-tidy.deb {address}\n",
                         "apt-get -qq install -y /tmp/warp-tidy.deb\n")):
        for shell in SHELLS:
            expect(job.run("before_script", project, {"WARP_TIDY_DEB": deb}, str(bare), 0, shell),
                   "apt-get -qq update\n", *calls)


def main():
    try:
        import yaml
    except ImportError:
        skip("python3-yaml is not here")
    jobs = yaml.safe_load(TEMPLATE.read_text())
    template = jobs["warp-tidy"]
    used = set(re.findall(r"\$\{?(WARP_TIDY_\w+)", "\n".join(
        template["before_script"] + template["script"])))
    if used != set(template["variables"]):
        fail(f"variables and their uses differ: {used ^ set(template['variables'])}")
    if template["artifacts"]["reports"] != {"codequality": "gl-code-quality-report.json"} or \
            template["artifacts"]["when"] != "always":
        fail("the report would not be kept", template["artifacts"])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        (folder / "bin").mkdir()
        (folder / "bin" / "warp-tidy").symlink_to(pathlib.Path(sys.argv[1]).resolve())
        path = f"{folder / 'bin'}:{os.environ['PATH']}"
        project, job = copy_example(folder), Job(template, folder)
        check_lint(job, project, path)
        check_build_folder(job, project, path)
        check_install(job, project, path)
    print("the scripts of the template were run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
