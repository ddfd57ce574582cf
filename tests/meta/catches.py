#!/usr/bin/python3
"""Only the files in tests/meta/catch.txt catch exceptions."""

import re

import sources

CATCH = re.compile(r"\bcatch\s*\(")

complaints = []
allowed = sources.listed("catch.txt")
catching = set()
for file in sources.code(".h", ".cc", folders=("engine", "store", "queries", "extension", "server", "agent", "cli")):
    source = sources.without_comments(sources.text(file))
    for found in CATCH.finditer(source):
        catching.add(str(file))
        if str(file) not in allowed:
            complaints.append(f"{file}:{source.count(chr(10), 0, found.start()) + 1}: catches, and is not in "
                              "tests/meta/catch.txt")
complaints += [f"tests/meta/catch.txt: {file} does not catch: remove it from the list" for file in sorted(set(allowed) - catching)]
sources.finish(complaints)
