#!/usr/bin/python3
"""Runs one case: run.py DOSSIER CASE_FOLDER. See tests/cases/README.md for what a case holds."""

import difflib
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402


def expected(case, name):
    path = case / name
    return path.read_text("utf-8") if path.exists() else None


def show_difference(name, wanted, got):
    print(f"--- {name}: expected (-), printed (+)")
    lines = difflib.unified_diff(wanted.splitlines(), got.splitlines(), "expected", "printed", lineterm="")
    print("\n".join(list(lines)[2:400]) or "(they differ in the final newline)")


def accept(case, got):
    """Rewrites out, status, and err where the case compares it; a status of 0 has no file."""
    for name, text in got.items():
        path = case / name
        if name == "err" and not path.exists():
            continue
        if name == "status" and text == "0\n":
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, "utf-8")


def main(dossier, case):
    sandbox.refuse_accept_in_ci()
    need = sandbox.missing((expected(case, "needs") or "").split())
    if need:
        print(f"skipped: needs {need}")
        return sandbox.SKIPPED
    with sandbox.Folder() as folder:
        if (case / "in").is_dir():
            shutil.copytree(case / "in", folder.path, dirs_exist_ok=True, symlinks=True)
        status, out, err = folder.run((case / "cmd").read_text("utf-8"), dossier)
        got = {"out": sandbox.normalise(out, folder.path), "err": sandbox.normalise(err, folder.path),
               "status": f"{status}\n"}
        if sandbox.ACCEPT:
            accept(case, got)
            print("skipped: accepted")
            return sandbox.SKIPPED
        wanted = {"out": expected(case, "out") or "", "err": expected(case, "err"),
                  "status": expected(case, "status") or "0\n"}
        differing = [name for name, text in wanted.items()
                     if text is not None and sandbox.normalise(text, folder.path) != got[name]]
    for name in differing:
        show_difference(name, wanted[name], got[name])
    if differing and "err" not in differing:
        print(f"--- err\n{err}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
