"""Prints the fixes of a SARIF log on standard input, one edit a line."""

import json
import sys

for result in json.load(sys.stdin)["runs"][0]["results"]:
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for edit in change["replacements"]:
                where = edit["deletedRegion"]
                print(f"{where['startLine']}:{where['startColumn']} "
                      f"'{edit['insertedContent']['text']}': {fix['description']['text']}")
