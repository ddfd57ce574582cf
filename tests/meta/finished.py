#!/usr/bin/python3
"""The sources contain no unfinished work and no path of a particular machine."""

import re

import sources

# Spelled in pieces, so that this file does not find itself.
MARKS = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
MACHINE = re.compile(r"(?<![\w./-])/(work|home/\w+|root)/[\w.-]")
BINARY = {".gz", ".dll", ".exe", ".png", ".zip", ".db", ".woff2", ".ico", ".wasm", ".br"}

complaints = []
for file in sources.files():
    if file.suffix in BINARY or file.parts[0] == "fixtures" or {"in", "corpus", "vendor"} & set(file.parts):
        continue
    if file.name in ("package-lock.json",) or file.parts[:2] == ("tests", "transcripts"):
        continue
    for number, line in enumerate(sources.text(file).splitlines(), 1):
        if MARKS.search(line):
            complaints.append(f"{file}:{number}: {line.strip()[:120]}")
        if file.suffix != ".md" and "cases" not in file.parts and MACHINE.search(line):
            complaints.append(f"{file}:{number}: a path of one machine: {line.strip()[:120]}")
sources.finish(complaints)
