#!/usr/bin/python3
"""Runs cases: run.py [-j N] DOSSIER CASE…

A CASE is a name below tests/cases, `find/saved`, or of an area, `find`, or a folder elsewhere. N cases run at once: as
many as the machine has processors, unless it is said. See tests/cases/README.md for what a case holds.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

CASES = pathlib.Path(__file__).resolve().parent
VERBS = CASES / "verbs"
ABSENT = {"out": "", "err": "", "status": "0\n"}  # what a case without the file expects


def expected(case, name):
    path = case / name
    return path.read_text("utf-8") if path.exists() else ABSENT[name]


def difference(name, wanted, got):
    yield f"--- {name}: expected (-), printed (+)"
    lines = list(difflib.unified_diff(wanted.splitlines(), got.splitlines(), "expected", "printed", lineterm=""))
    yield from lines[2:400] or ["(they differ in the final newline)"]


def accept(case, got):
    """Rewrites what the case expects; what is expected without a file has none."""
    for name, text in got.items():
        if text == ABSENT[name]:
            (case / name).unlink(missing_ok=True)
        else:
            (case / name).write_text(text, "utf-8")


def run(dossier, case):
    """The case's exit status and what there is to say of it."""
    needs = case / "needs"
    need = sandbox.missing(needs.read_text("utf-8").split() if needs.exists() else [])
    if need:
        return sandbox.SKIPPED, [f"skipped: needs {need}"]
    with sandbox.Folder() as folder:
        if (case / "in").is_dir():
            shutil.copytree(case / "in", folder.path, dirs_exist_ok=True, symlinks=True)
        status, out, err = folder.run((case / "cmd").read_text("utf-8"), dossier, verbs=VERBS)
        got = {"out": sandbox.normalise(out, folder.path), "err": sandbox.normalise(err, folder.path),
               "status": f"{status}\n"}
        if sandbox.ACCEPT:
            accept(case, got)
            return sandbox.SKIPPED, ["skipped: accepted"]
        wanted = {name: sandbox.normalise(expected(case, name), folder.path) for name in ABSENT}
    differing = [name for name in ABSENT if wanted[name] != got[name]]
    return int(bool(differing)), [line for name in differing for line in difference(name, wanted[name], got[name])]


def folders(names):
    """The folders of the cases that are named, as they are or by their area."""
    for name in names:
        found = sorted(file.parent for pattern in ("cmd", "*/cmd") for file in (CASES / name).glob(pattern))
        if not found:
            raise SystemExit(f"no case {name}")
        yield from found


def named(case):
    return str(case.relative_to(CASES) if case.is_relative_to(CASES) else case)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("dossier")
    parser.add_argument("case", nargs="+")
    asked = parser.parse_args()
    sandbox.refuse_accept_in_ci()
    cases = list(folders(asked.case))
    statuses = []
    with concurrent.futures.ThreadPoolExecutor(asked.j) as pool:
        for case, (status, lines) in zip(cases, pool.map(lambda case: run(asked.dossier, case), cases)):
            statuses.append(status)
            if lines:
                print(f"{'FAILED ' if status == 1 else ''}{named(case)}", *lines, sep="\n", flush=True)
    failed = statuses.count(1)
    print(f"{len(cases)} cases, {failed} failed, {statuses.count(sandbox.SKIPPED)} skipped")
    return 1 if failed else max(set(statuses)) if len(set(statuses)) == 1 else 0


if __name__ == "__main__":
    sys.exit(main())
