"""The cases on files and projects: cold, warm, large, in an editor.

Each function yields (name, case); a name is group/subject/headers.
"""
import pathlib
import re
import shutil
import tempfile

import generate
import lsp
from timing import case, paired, run, run_each
from tools import BUILT_IN, MANY, TOOL, TOOLKIT

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
COLD, EDITED, UNCHANGED = "warp-tidy, cold", "warp-tidy, edited", "warp-tidy, unchanged"
NOT_AVAILABLE = "this warp-tidy keeps nothing from run to run (no --cache)"


class Context:
    """What the cases share: the programs, sizes, and a folder for what they make."""

    def __init__(self, tools, sizes, runs, timeout, folder, files, project):
        self.tools, self.sizes, self.runs, self.timeout = tools, sizes, runs, timeout
        self.folder, self.files, self.project = pathlib.Path(folder), files, project

    def make(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def action(self, command):
        return lambda: run(command, self.timeout)

    def single_files(self):
        """The files of the command line, or one of kernels/ and one of a project."""
        if self.files:
            return [pathlib.Path(file).resolve() for file in self.files]
        made = generate.project(self.folder / "single", 1)
        return [REPOSITORY / "kernels/aos-12-bytes/kernel.cu", *made]


def subject(path):
    return path.parent.name if path.name in ("kernel.cu", "main.cu") else path.stem


def cold(context):
    """A file on its own; nothing is kept from run to run."""
    for path in context.single_files():
        for headers in context.tools.headers():
            def ours(*options):
                return context.action(context.tools.ours(headers, [path], *options,
                                                         include=[path.parent]))
            actions = {TOOL: ours(), "warp-tidy, no fixes": ours("--search-fixes=0"),
                       "warp-tidy, fixes compiled": ours("--export-fixes=/dev/null")}
            for name, command in context.tools.peers(headers, path, [path.parent]).items():
                actions[name] = context.action(command)
            yield (f"cold/{subject(path)}/{headers}",
                   case(f"{subject(path)}, alone, {headers} headers",
                        paired(actions, context.runs), TOOL, cache="off"))


def edited_text(text, number):
    """The text with another statement in its first kernel, below every #include."""
    kernel = re.search(r"__global__[^;{]*\{", text)
    if not kernel:
        return None
    return f"{text[:kernel.end()]} (void){number};{text[kernel.end():]}"


def warm(context):
    """A file after an edit below its #include lines, and unchanged, next to the same
    with nothing kept."""
    for path in context.single_files():
        for headers in context.tools.headers():
            name = f"warm/{subject(path)}/{headers}"
            title = f"{subject(path)}, run before, {headers} headers"
            if not context.tools.has_cache:
                yield name, {"title": title, "not available": NOT_AVAILABLE}
                continue
            folder = pathlib.Path(tempfile.mkdtemp(dir=context.folder))
            copy = folder / path.name
            text = path.read_text(errors="replace")
            if not edited_text(text, 0):
                continue
            copy.write_text(text)
            include = [path.parent]
            kept = context.tools.ours(headers, [copy], include=include, cache=folder / "kept")
            run(kept, context.timeout)
            number = iter(range(1, 10 ** 6))

            def edit_and_run():
                copy.write_text(edited_text(text, next(number)))
                return run(kept, context.timeout)

            actions = {EDITED: edit_and_run, UNCHANGED: context.action(kept),
                       COLD: context.action(context.tools.ours(headers, [copy],
                                                               include=include))}
            for peer, command in context.tools.peers(headers, copy, include).items():
                actions[peer] = context.action(command)
            yield name, case(title, paired(actions, context.runs), EDITED,
                             cache="a folder of its own, filled by one run before")


def editor(context):
    """From a change in a kernel's body to its diagnostics in the language server."""
    files = [(path, headers) for path in context.single_files()
             for headers in context.tools.headers()]
    if not context.files:
        count = context.sizes["editor"]
        large = context.make(f"editor/straight{count}.cu", generate.straight(count))
        files.append((large, BUILT_IN))
    for path, headers in files:
        text = path.read_text(errors="replace")
        if not edited_text(text, 0):
            continue
        opened, samples = lsp.edits(context, path, headers, lambda n: edited_text(text, n))
        yield (f"editor/{subject(path)}/{headers}",
               case(f"{subject(path)}, edited in the language server, {headers} headers",
                    samples, lsp.EDIT, opened=opened, debounce_ms=0))


def large(context):
    """Kernels of a size that generators and template libraries make."""
    sizes = context.sizes
    files = [context.make(name, text) for name, text in (
        (f"large/accesses-{sizes['accesses']}.cu", generate.straight(sizes["accesses"])),
        (f"large/loops-{sizes['loops']}.cu", generate.loops(sizes["loops"])),
        (f"large/generated-{sizes['lines']}-lines.cu", generate.generated(sizes["lines"])),
        (f"large/templates-{sizes['templates']}.cu", generate.templates(sizes["templates"])))]
    for path in files:
        for headers in context.tools.headers()[-1:]:
            actions = {TOOL: context.action(context.tools.ours(headers, [path]))}
            for name, command in context.tools.peers(headers, path).items():
                actions[name] = context.action(command)
            yield (f"large/{path.stem}/{headers}",
                   case(f"{path.stem}, {headers} headers", paired(actions, context.runs),
                        TOOL, cache="off"))


def project_files(context, count=None):
    """The folder's CUDA files (a project given), or those of a project made up."""
    if context.project:
        folder = pathlib.Path(context.project).resolve()
        return folder, sorted(folder.rglob("*.cu"))
    count = count or context.sizes["files"]
    folder = context.folder / f"project{count}"
    return folder, generate.project(folder, count)


def project_command(context, folder, files, jobs, cache=None):
    """With the project's compile commands where it has them."""
    headers = TOOLKIT if context.project and context.tools.toolkit else BUILT_IN
    if not (folder / "compile_commands.json").exists():
        return context.tools.ours(headers, files, f"-j{jobs}", include=[folder], cache=cache)
    command = context.tools.ours(headers, [], f"-j{jobs}", "-p", str(folder), cache=cache)
    return command[:command.index("--")]


def project(context):
    """A project on one core and on two, and what is left when nothing has changed."""
    folder, files = project_files(context)
    headers = TOOLKIT if context.project and context.tools.toolkit else BUILT_IN
    cores = min(2, context.sizes["cores"])
    timeout = 10 * context.timeout

    def ours(jobs, cache=None):
        command = project_command(context, folder, files, jobs, cache)
        return lambda: run(command, timeout)

    base = f"warp-tidy -j{cores}"
    actions = {f"warp-tidy -j{jobs}": ours(jobs) for jobs in sorted({1, cores})}
    for name in context.tools.peers(headers, files[0]):
        # One set of checks, for the time of the suite.
        if name == MANY:
            continue
        commands = [context.tools.peers(headers, path, [folder, path.parent])[name]
                    for path in files]
        actions[f"{name}, {cores} at once"] = (
            lambda commands=commands: run_each(commands, cores, context.timeout))
    more = {"files": len(files), "cache": "off"}
    if context.tools.has_cache:
        kept = context.folder / "project-kept"
        shutil.rmtree(kept, ignore_errors=True)
        ours(cores, kept)()
        actions[f"warp-tidy -j{cores}, unchanged"] = ours(cores, kept)
        more["cache"] = "off, but for unchanged: a folder filled by one run before"
    else:
        more["unchanged"] = NOT_AVAILABLE
    name = folder.name if context.project else f"{len(files)}-files"
    yield (f"project/{name}/{headers}",
           case(f"project of {len(files)} files, {headers} headers",
                paired(actions, context.runs), base, **more))
