#!/usr/bin/env python3
"""Runs the hook of .pre-commit-hooks.yaml, as pre-commit would and by pre-commit.

Usage: pre_commit_test.py WARP_TIDY. The second part is left out where pre-commit is
not installed. Exit status 77: skipped.
"""
import os
import pathlib
import shlex
import shutil
import sys
import tempfile

from packaging import KNOWN, NEW, ROOT, copy_example, expect, fail, git, run, skip, spoil

HOOKS = ROOT / ".pre-commit-hooks.yaml"
BASELINE = "--baseline=warp-tidy-baseline.json"
CONFIG = """repos:
- repo: {hooks}
  rev: {revision}
  hooks:
  - id: warp-tidy
    args: [--baseline=warp-tidy-baseline.json, --cuda-path=none]
"""


def path_with(folder, tool):
    """PATH with the program under its own name."""
    (folder / "bin").mkdir()
    (folder / "bin" / "warp-tidy").symlink_to(tool)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


def check_entry(hook, project, environment):
    """The entry, the args, then the files, from the root of the repository."""
    command = [*shlex.split(hook["entry"]), "--cuda-path=none"]
    files = ["src/scale.cu", "src/transpose.cu"]

    def lint(status, *more):
        return run([*command, *more, *files], status, environment, cwd=project)

    expect(lint(1), KNOWN.replace("warning", "error"))
    if lint(0, BASELINE):
        fail("--quiet with known findings alone was expected to print nothing")
    spoil(project)
    expect(lint(1, BASELINE), "src/" + NEW.format("error"))
    git(project, "checkout", "-q", ".")


def check_pre_commit(program, folder, project, environment):
    hooks = folder / "hooks"
    hooks.mkdir()
    shutil.copy(HOOKS, hooks)
    git(hooks, "init", "-q")
    git(hooks, "add", ".")
    git(hooks, "commit", "-q", "-m", "The hooks")
    revision = git(hooks, "rev-parse", "HEAD").strip()
    config = project / ".pre-commit-config.yaml"
    config.write_text(CONFIG.format(hooks=hooks, revision=revision))
    git(project, "add", ".")
    environment = {**environment, "PRE_COMMIT_HOME": str(folder / "cache"), "HOME": str(folder)}

    def hook(status, *words):
        return run([program, "run", "--color=never", *words], status, environment, cwd=project)

    expect(hook(0, "--all-files"), "Passed")
    expect(hook(0), "no files to check")  # No CUDA file is staged.
    spoil(project)
    git(project, "add", ".")
    expect(hook(1), "Failed", "src/" + NEW.format("error"), absent=[KNOWN])


def main():
    try:
        import yaml
    except ImportError:
        skip("python3-yaml is not here")
    hooks = yaml.safe_load(HOOKS.read_text())
    if [hook["id"] for hook in hooks] != ["warp-tidy"]:
        fail(f"one hook was expected in {hooks}")
    tool = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        project, environment = copy_example(folder), path_with(folder, tool)
        check_entry(hooks[0], project, environment)
        program = shutil.which("pre-commit")
        if program:
            check_pre_commit(program, folder, project, environment)
        print("the entry was run" + (", and by pre-commit" if program else
                                     "; pre-commit is not here"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
