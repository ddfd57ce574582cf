#!/usr/bin/python3
"""Names that others have to find: of unit tests, and of the documents that sources name.

Catch's list of tests is read as a list of CMake, which ends an element at a ';': such a test would never run. A document
that was renamed is looked for in vain."""

import re

import sources

TEST = re.compile(r'\b(?:TEST_CASE|TEST_CASE_METHOD|SCENARIO)\s*\((?:\s*\w+\s*,)?\s*(?P<name>"(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)')
DOCUMENT = re.compile(r"(?<![\w/.-])docs/[\w/.-]+\.(?:md|svg)\b")
ELSEWHERE = {"docs/design/mono/webcil.md"}  # of dotnet/runtime
TEXT = (".cc", ".h", ".c", ".py", ".sh", ".sql", ".scm", ".cmake", ".txt", ".js", ".mjs", ".md", "")

complaints = []
for file in sources.code(".cc", ".h", folders=("tests",)):
    complaints += [f"{file}: a ';' in the name of the test {found['name']}" for found in TEST.finditer(sources.text(file))
                   if ";" in found["name"]]
known = ELSEWHERE | {str(file) for file in sources.files()}
for file in sources.files():
    if file.suffix in TEXT and not {"cases", "corpus", "fixtures", "in", "vendor"} & set(file.parts):
        complaints += [f"{file}: {path} does not exist" for path in sorted(set(DOCUMENT.findall(sources.text(file))) - known)]
sources.finish(complaints)
