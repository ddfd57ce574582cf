#!/usr/bin/python3
"""Runs one case: run.py DOSSIER CASE_FOLDER. See tests/cases/README.md for what a case holds."""

import difflib
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

VERBS = pathlib.Path(__file__).resolve().parent / "verbs"
ABSENT = {"out": "", "err": "", "status": "0\n"}  # what a case without the file expects


def expected(case, name):
    path = case / name
    return path.read_text("utf-8") if path.exists() else ABSENT[name]


def show_difference(name, wanted, got):
    print(f"--- {name}: expected (-), printed (+)")
    lines = difflib.unified_diff(wanted.splitlines(), got.splitlines(), "expected", "printed", lineterm="")
    print("\n".join(list(lines)[2:400]) or "(they differ in the final newline)")


def accept(case, got):
    """Rewrites what the case expects; what is expected without a file has none."""
    for name, text in got.items():
        if text == ABSENT[name]:
            (case / name).unlink(missing_ok=True)
        else:
            (case / name).write_text(text, "utf-8")


def main(dossier, case):
    sandbox.refuse_accept_in_ci()
    needs = case / "needs"
    need = sandbox.missing(needs.read_text("utf-8").split() if needs.exists() else [])
    if need:
        print(f"skipped: needs {need}")
        return sandbox.SKIPPED
    with sandbox.Folder() as folder:
        if (case / "in").is_dir():
            shutil.copytree(case / "in", folder.path, dirs_exist_ok=True, symlinks=True)
        status, out, err = folder.run((case / "cmd").read_text("utf-8"), dossier, verbs=VERBS)
        got = {"out": sandbox.normalise(out, folder.path), "err": sandbox.normalise(err, folder.path),
               "status": f"{status}\n"}
        if sandbox.ACCEPT:
            accept(case, got)
            print("skipped: accepted")
            return sandbox.SKIPPED
        wanted = {name: sandbox.normalise(expected(case, name), folder.path) for name in ABSENT}
    differing = [name for name in ABSENT if wanted[name] != got[name]]
    for name in differing:
        show_difference(name, wanted[name], got[name])
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
