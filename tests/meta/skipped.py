#!/usr/bin/python3
"""skipped.py BUILD [WHAT…]: whether the last run of ctest in BUILD left out only what needs ../shared, or WHAT.

A test, or a part of one, that cannot run here says `skipped: needs WHAT`. tools/setup --all installs what tests need,
so after it the one thing that may be missing is the folder beside the clone. ctest counts skipped tests as passed;
./check asks this script, which names those that it may not leave out, and exits 1."""

import pathlib
import re
import sys

REASON = re.compile(r"^\s*skipped: (.*)$", re.MULTILINE | re.IGNORECASE)


def entries(log):
    """(name, output, result) of each test in ctest's LastTest.log: Passed, Failed or Skipped."""
    for part in re.split(r"^\d+/\d+ Testing: ", log, flags=re.MULTILINE)[1:]:
        name = part.partition("\n")[0]
        output = part.partition("Output:\n")[2].partition("\n<end of output>")[0]
        result = re.search(r"^Test (Passed|Skipped)\.$", part, re.MULTILINE)
        reason = re.search(r"^Test Pass Reason:$", part, re.MULTILINE)  # said where a PASS_REGULAR_EXPRESSION is found
        yield name, output, result[1] if result else "Passed" if reason else "Failed"


def complaints(log, without=()):
    allowed = "|".join(map(re.escape, ["shared", *without]))
    for name, output, result in entries(log):
        reasons = REASON.findall(output)
        if result == "Skipped" and not reasons:
            yield f"{name}: skipped, and does not say why"
        for reason in reasons:
            if not re.match(rf"needs ({allowed})\b", reason):
                yield f"{name}: skipped: {reason}"


def main():
    path = pathlib.Path(sys.argv[1]) / "Testing" / "Temporary" / "LastTest.log"
    found = list(complaints(path.read_text("utf-8", "replace"), sys.argv[2:]))
    for complaint in found:
        print(complaint)
    if found:
        print("tools/setup --all installs what tests need; only what needs ../shared may be skipped")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
