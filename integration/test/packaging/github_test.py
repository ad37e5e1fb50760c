#!/usr/bin/env python3
"""Runs the steps of the GitHub action as a runner would, offline.

Usage: github_test.py WARP_TIDY. Programs that would install are stand-ins that
say what they were asked. Exit status 77: skipped.
"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from packaging import (KNOWN, NEW, ROOT, copy_example, expect, fail, git, run, skip, spoil)

ACTION = ROOT / "integration" / "ci" / "github" / "action.yml"
WORKFLOW = ROOT / "integration" / "ci" / "github" / "workflow.yml"
FILES = {"build-dir": "", "files": "src/*.cu", "options": "--cuda-path=none --checks=gpu-*"}
BASELINE = {"baseline": "warp-tidy-baseline.json"}


class Runner:
    """Runs a step of the action with inputs and a context, as GitHub's does."""

    def __init__(self, action, folder, tool):
        self.action, self.folder, self.tool = action, folder, tool
        self.temp, self.bin = folder / "temp", folder / "bin"
        self.temp.mkdir()
        self.bin.mkdir()
        (self.bin / "warp-tidy").symlink_to(tool)
        self.github = {"github.action_path": str(ACTION.parent),
                       "github.event.pull_request.base.sha": ""}

    def value(self, text, inputs):
        def known(match):
            name = match[1]
            if name.startswith("inputs."):
                return inputs[name.removeprefix("inputs.")]
            return self.github[name]
        return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", known, str(text))

    def step(self, name, project, inputs, status=0, path=None):
        found = [s for s in self.action["runs"]["steps"] if s["name"] == name]
        given = {key: self.value(entry["default"], {})
                 for key, entry in self.action["inputs"].items()}
        given.update(inputs)
        environment = {key: self.value(text, given) for key, text in found[0]["env"].items()}
        environment.update(PATH=path or f"{self.bin}:{os.environ['PATH']}",
                           RUNNER_TEMP=str(self.temp), GITHUB_PATH=str(self.temp / "path"))
        script = self.temp / "script.sh"
        script.write_text(found[0]["run"])
        return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], status,
                   environment, cwd=project)


def findings(project, name="warp-tidy.sarif"):
    results = json.loads((project / name).read_text())["runs"][0]["results"]
    return sorted((r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
                   bool(r.get("suppressions"))) for r in results)


def check_install(runner, project):
    expect(runner.step("Install warp-tidy", project, {}), "warp-tidy is here: ")
    # Where it is not: only what the step needs, and stand-ins.
    bare = runner.folder / "bare"
    bare.mkdir()
    for tool in ("bash", "cp", "mkdir"):
        (bare / tool).symlink_to(shutil.which(tool))
    for name, code in {"apt-get": "", "curl": 'cp /dev/null "$5"', "sudo": '"$@"'}.items():
        (bare / name).write_text(f'#!/bin/bash\necho "{name} $*"\n{code}\n')
        (bare / name).chmod(0o755)
    (project / "it.deb").write_text("")
    package = runner.temp / "warp-tidy.deb"
    for deb, first in (("it.deb", ""), ("https://example.com/it.deb",
                       f"curl -fsSL --retry 3 -o {package} https://example.com/it.deb\n")):
        text = runner.step("Install warp-tidy", project, {"deb": deb}, path=str(bare))
        expect(text, first, "apt-get -qq update\n", f"apt-get -qq install -y {package}\n")
    # From source: the action lies three folders below its root.
    source = runner.folder / "source"
    (source / "integration" / "ci" / "github").mkdir(parents=True)
    (source / "bootstrap.sh").write_text(
        f'#!{bare}/bash\necho "bootstrap $*"; mkdir -p {source}/build/bin\n')
    (source / "bootstrap.sh").chmod(0o755)
    runner.github["github.action_path"] = str(source / "integration" / "ci" / "github")
    expect(runner.step("Install warp-tidy", project, {}, path=str(bare)), "bootstrap build\n")
    if (runner.temp / "path").read_text() != f"{source}/build/bin\n":
        fail("the program's folder was not put into PATH")


def check_lint(runner, project):
    expect(runner.step("Lint", project, FILES, 1), KNOWN.replace("warning", "error"))
    expect(runner.step("Lint", project, {**FILES, "warnings-as-errors": ""}), KNOWN)
    runner.step("Lint", project, {**FILES, **BASELINE, "sarif-file": "known.sarif"})
    if findings(project, "known.sarif") != [("src/transpose.cu", True)]:
        fail("the known finding was expected alone", findings(project, "known.sarif"))
    # By a build folder, and with flags.
    (project / "build").mkdir()
    (project / "build" / "compile_commands.json").write_text(json.dumps([
        {"directory": str(project), "file": "src/scale.cu",
         "command": "nvcc -c src/scale.cu -Dcount=values"}]))
    text = runner.step("Lint", project, {"options": "--cuda-path=none"}, None)
    expect(text, "scale.cu", absent=["transpose.cu"])
    flags = {**FILES, **BASELINE, "flags": "-Dx=\"*\" -Dfactor=3"}
    expect(runner.step("Lint", project, flags, None), "compile")


def check_pull_request(runner, project):
    """Only what the request changes, in a full clone and in a shallow one."""
    base = git(project, "rev-parse", "HEAD").strip()
    git(project, "checkout", "-q", "-b", "request")
    spoil(project)
    git(project, "commit", "-q", "-a", "-m", "Spoilt")
    request = {**FILES, "diff-base": base}
    new = "src/" + NEW.format("error")
    expect(runner.step("Lint", project, request, 1), new, absent=["transpose.cu:9"])
    expect(runner.step("Lint", project, {**FILES, "diff-base": "none"}, 1), new, "transpose.cu:9")
    # As a pull request's own event says.
    runner.github["github.event.pull_request.base.sha"] = base
    expect(runner.step("Lint", project, FILES, 1), new, absent=["transpose.cu:9"])
    shallow = runner.folder / "shallow"
    run(["git", "clone", "-q", "--depth=1", f"file://{project}", shallow])
    expect(runner.step("Lint", shallow, FILES, 1), new, absent=["transpose.cu:9"])
    if findings(shallow) != [("src/scale.cu", False)]:
        fail("the new finding was expected alone", findings(shallow))


def check_workflow(workflow, action):
    steps = workflow["jobs"]["lint"]["steps"]
    ours = [s for s in steps if "warp-tidy" in s.get("uses", "")]
    path = ours[0]["uses"].split("/", 2)[2].split("@")[0]
    if not (ROOT / path / "action.yml").exists():
        fail(f"{path} holds no action")
    unknown = set(ours[0]["with"]) - set(action["inputs"])
    if unknown:
        fail(f"the action has no inputs {unknown}")
    if workflow["permissions"].get("security-events") != "write":
        fail("findings could not be uploaded")


def main():
    try:
        import yaml
    except ImportError:
        skip("python3-yaml is not here")
    action = yaml.safe_load(ACTION.read_text())
    check_workflow(yaml.safe_load(WORKFLOW.read_text()), action)
    used = set(re.findall(r"inputs\.([\w-]+)", ACTION.read_text()))
    if used != set(action["inputs"]):
        fail(f"inputs and their uses differ: {used ^ set(action['inputs'])}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        project = copy_example(folder)
        runner = Runner(action, folder, pathlib.Path(sys.argv[1]).resolve())
        check_lint(runner, project)
        git(project, "clean", "-qfdx")
        check_install(runner, project)
        git(project, "clean", "-qfdx")
        check_pull_request(runner, project)
    print("the steps of the action were run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
