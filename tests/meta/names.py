#!/usr/bin/python3
"""Names that others have to find: of the sources of unit tests, and of the documents that sources name.

ctest runs the tests of each NAME_test.cc: one that stands elsewhere would never run. A document that was renamed is looked
for in vain."""

import re

import sources

TEST = re.compile(r"^(?:TEST_CASE|TEST_CASE_METHOD|SCENARIO)\s*\(", re.MULTILINE)
DOCUMENT = re.compile(r"(?<![\w/.-])docs/[\w/.-]+\.(?:md|svg)\b")
ELSEWHERE = {"docs/design/mono/webcil.md"}  # of dotnet/runtime
TEXT = (".cc", ".h", ".c", ".py", ".sh", ".sql", ".scm", ".cmake", ".txt", ".js", ".mjs", ".md", "")

complaints = []
for file in sources.code(".cc", ".h", folders=("tests",)):
    if TEST.search(sources.text(file)) and not file.name.endswith("_test.cc") and str(file) != "tests/unit/watch.cc":
        complaints.append(f"{file}: tests stand in a file whose name ends in _test.cc")
known = ELSEWHERE | {str(file) for file in sources.files()}
for file in sources.files():
    if file.suffix in TEXT and not {"cases", "corpus", "fixtures", "in", "vendor"} & set(file.parts):
        complaints += [f"{file}: {path} does not exist" for path in sorted(set(DOCUMENT.findall(sources.text(file))) - known)]
sources.finish(complaints)
