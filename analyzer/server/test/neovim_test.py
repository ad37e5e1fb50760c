#!/usr/bin/env python3
"""Neovim as the client: open a file, read the diagnostic, apply the action."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = """\
__global__ void scale(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  /* \U0001F600 */ out[i] = in[2 * i];
}
void run(float *out, const float *in) { scale<<<64, 256>>>(out, in); }
"""


def main():
    nvim = shutil.which("nvim")
    if not nvim:
        print("skipped: there is no nvim (Debian's package neovim)")
        return 77
    script = pathlib.Path(__file__).with_name("neovim_test.lua")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "scale.cu"
        source.write_text(SOURCE)
        run = subprocess.run(
            [nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd",
             f"let g:server = '{sys.argv[1]}'", str(source), "-S", str(script)],
            capture_output=True, text=True, timeout=120)
        print(run.stdout + run.stderr)
        return run.returncode


sys.exit(main())
