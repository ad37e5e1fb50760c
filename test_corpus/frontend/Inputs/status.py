"""Runs a command and wants its exit status and its number of error lines.

usage: status.py STATUS LINES COMMAND...

LINES counts the lines of standard error; '-' for any number. Both streams are
printed, standard error last.
"""

import subprocess
import sys

status, lines, command = sys.argv[1], sys.argv[2], sys.argv[3:]
result = subprocess.run(
    command,
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    encoding="utf-8",
    errors="replace",
    check=False,
)
print(result.stdout + result.stderr, end="")
if str(result.returncode) != status:
    sys.exit("exit status %d, expected %s" % (result.returncode, status))
count = len(result.stderr.splitlines())
if lines != "-" and str(count) != lines:
    sys.exit("%d lines on standard error, expected %s" % (count, lines))
