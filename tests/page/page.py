#!/usr/bin/python3
"""page.py NAME DOSSIER PICTURES: one test of the page, NAME.mjs, in a browser; `types` checks the types of its sources.

Exits 77 where npm has not installed what drives the browser, or there is no Chromium (tools/setup --tests installs both)."""

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODULES = HERE / "node_modules"


def main(name, dossier, pictures):
    node = shutil.which("node")
    chromium = shutil.which("chromium")
    if node is None or not MODULES.exists():
        print("SKIPPED: needs the packages of tests/page (tools/setup --tests)")
        return 77
    if name == "types":
        checked = subprocess.run([node, MODULES / "typescript" / "bin" / "tsc", "-p", HERE.parent.parent / "web"])
        return checked.returncode
    if chromium is None:
        print("SKIPPED: needs chromium (tools/setup --tests)")
        return 77
    ran = subprocess.run([node, HERE / f"{name}.mjs", dossier, chromium, pictures], stdin=subprocess.DEVNULL)
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
