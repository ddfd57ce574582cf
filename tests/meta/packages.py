#!/usr/bin/python3
"""The lists of packages in tools/setup end where they should: an apostrophe in a comment of one would end it there,
and a machine that has everything would not notice."""

import re
import sys

import sources

text = sources.text("tools/setup")
bad = []
for found in re.finditer(r"^(\w+)='\n(.*?)'", text, re.MULTILINE | re.DOTALL):
    end = found.end() - 1
    if text[end - 1] != "\n" or text[end + 1:end + 2] != "\n":
        bad.append(f"tools/setup:{text.count(chr(10), 0, end) + 1}: an apostrophe ends the list '{found[1]}'")
    for line in found[2].splitlines():
        if not re.fullmatch(r"  [a-z0-9.+-]+\*?( {2,}\S.*)?", line):
            bad.append(f"tools/setup: the list '{found[1]}' has the line {line!r}")
bad += [f"tools/setup: the list '{name}' is not there" for name in ("build", "tests", "everything")
        if not re.search(rf"^{name}='\n", text, re.MULTILINE)]
print("\n".join(bad))
sys.exit(bool(bad))
