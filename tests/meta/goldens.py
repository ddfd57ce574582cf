#!/usr/bin/python3
"""goldens.py TEST_PROGRAM…: ACCEPT=1 rewrites what is expected for a person to read, and nowhere else.

Every unit test that compares with a file has the tag [golden]. With CI set each of them must fail and leave its file
as it is, whatever it found; and no other code of the tests asks for ACCEPT by itself."""

import os
import re
import subprocess
import sys

import sources

# What may read the variable, or hand its meaning on; the first two refuse it in CI.
ASKING = {"tests/unit/golden.h", "tests/sandbox.py", "tests/cases/run.py", "tests/meta/documents.py",
          "tests/meta/examples.py", "tests/meta/self.py", "tests/meta/goldens.py"}


def asks(text):
    return re.search(r"""getenv\("ACCEPT|environ[^\n]*ACCEPT|sandbox\.ACCEPT|\$\{?ACCEPT""", text)


complaints = []
for file in sources.code(".h", ".cc", ".py", ".sh", ""):
    text = sources.text(file)
    if asks(text) and str(file) not in ASKING:
        complaints.append(f"{file}: asks for ACCEPT by itself")
    if "sandbox.ACCEPT" in text and str(file) not in ("tests/meta/self.py", "tests/meta/goldens.py") \
            and "refuse_accept_in_ci()" not in text:
        complaints.append(f"{file}: rewrites what is expected in CI too")

golden = {path: sources.text(path) for path in sources.files() if path.parts[0] in ("fixtures", "docs")}
programs = []
for program in sys.argv[1:]:
    listed = subprocess.run([program, "--list-test-names-only", "[golden]"], capture_output=True, text=True).stdout
    names = [name for name in listed.splitlines() if name]
    programs += names
    for name in names:
        done = subprocess.run([program, name.replace(",", "\\,").replace("[", "\\[")], capture_output=True, text=True,
                              env=os.environ | {"ACCEPT": "1", "CI": "true"})
        if done.returncode == 0 or "refused where CI is set" not in done.stdout:
            complaints.append(f"{program}: '{name}' takes ACCEPT=1 in CI")
if not programs:
    complaints.append("no unit test has the tag [golden]")
complaints += [f"{path}: rewritten in CI" for path, text in golden.items() if sources.text(path) != text]
sources.finish(complaints)
