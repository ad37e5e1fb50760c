"""What the tests of packaging and of CI share: the example project, a compiler
for it, and running commands with an answer that says what went wrong."""
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
EXAMPLE = ROOT / "integration" / "examples" / "cmake-project"
SKIPPED = 77
# What the example's two kernels give, and what scale.cu gives after spoil().
KNOWN = "transpose.cu:9:5: warning: warp store touches 4 to 32 sectors"
NEW = "scale.cu:7:5: {}: warp load touches 32 sectors where 4 suffice"


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def fail(what, text=""):
    sys.exit(f"{what}\n{text}")


def run(command, status=0, env=None, **more):
    """Runs the command, which must end with the status (None: any); its output."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, **(env or {})}, **more)
    if status is not None and done.returncode != status:
        fail(f"{' '.join(map(str, command))}: exit status {done.returncode}, not {status}",
             done.stdout)
    return done.stdout


def expect(text, *parts, absent=()):
    for part in parts:
        if part not in text:
            fail(f"'{part}' was expected in:", text)
    for part in absent:
        if part in text:
            fail(f"'{part}' was not expected in:", text)


def git(folder, *words):
    return run(["git", "-C", folder, "-c", "user.name=Test", "-c", "user.email=test@localhost",
                "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false", *words])


def copy_example(folder, repository=True):
    """The example in a folder of its own, the root of a git repository."""
    project = pathlib.Path(folder).resolve() / "project"
    shutil.copytree(EXAMPLE, project)
    if repository:
        if not shutil.which("git"):
            skip("git is not here")
        git(project, "init", "-q")
        git(project, "add", ".")
        git(project, "commit", "-q", "-m", "The example")
    return project


def spoil(project):
    """Gives the sound kernel neighbouring lanes that are 128 bytes apart."""
    source = project / "src" / "scale.cu"
    source.write_text(source.read_text().replace("values[i] *=", "values[i * 32] *="))


def compilers(folder):
    """The CUDA compilers to configure with: a stand-in, and nvcc where it is."""
    stand_in = pathlib.Path(folder).resolve() / "toolkit" / "bin" / "nvcc"
    stand_in.parent.mkdir(parents=True)
    shutil.copy(HERE / "stand_in_nvcc", stand_in)
    home = os.environ.get("CUDA_HOME") or "/usr/local/cuda"
    real = shutil.which("nvcc") or shutil.which("nvcc", path=f"{home}/bin")
    return [stand_in] + ([pathlib.Path(real)] if real else [])
