"""Wants two outputs to hold the same findings, whatever their order.

usage: same_findings.py A B

A finding is a warning or remark with all lines up to the next.
"""

import re
import sys


def findings(path):
    with open(path, encoding="utf-8") as lines:
        text = lines.read()
    return sorted(re.split(r"(?m)^(?=\S+: (?:warning|remark): )", text))


sys.exit(findings(sys.argv[1]) != findings(sys.argv[2]))
