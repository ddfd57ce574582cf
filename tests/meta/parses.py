#!/usr/bin/python3
"""Answers are passed on as rows, never parsed back from JSON: only the files in tests/meta/parses.txt parse JSON."""

import re

import sources

PARSE = re.compile(r"\b(?:(?:parse_json|read_json|sax_parse)\s*\(|(?:json|Json)::(?:parse|accept)\s*\()")
FOLDERS = ("engine", "store", "queries", "extension", "server", "agent", "cli")


def parses(source):
    """Where C++ parses JSON, as offsets."""
    return [found.start() for found in PARSE.finditer(sources.without_comments(source))]


def complaints(files, allowed):
    """`files` gives (path, source) for each file."""
    parsing = set()
    for path, source in files:
        for at in parses(source):
            parsing.add(path)
            if path not in allowed:
                yield f"{path}:{source.count(chr(10), 0, at) + 1}: parses JSON, and is not in tests/meta/parses.txt"
    for path in sorted(set(allowed) - parsing):
        yield f"tests/meta/parses.txt: {path} does not parse JSON: remove it from the list"


if __name__ == "__main__":
    code = [path for path in sources.code(".h", ".cc", folders=FOLDERS) if path.parts[:2] != ("engine", "readers")]
    sources.finish(list(complaints(((str(path), sources.text(path)) for path in code), sources.listed("parses.txt"))))
