#!/usr/bin/python3
"""Statements that SQLite cannot interrupt end at their time limit: sql_time.py DOSSIER.

Each would take minutes, in one operation or a few. What counts is the processor's time, so that a busy machine decides
nothing; the bound on the clock only catches hangs.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

DOSSIER = pathlib.Path(sys.argv[1]).resolve()
LIMIT, ALLOWED, HANG = 1.0, 1.0, 60
LONG = "replace(hex(zeroblob(8000000)), '0', 'a')"
PART = "replace(hex(zeroblob(2000000)), '0', 'a') || 'b'"
STATEMENTS = {
    "instr": f"SELECT instr({LONG}, {PART})",
    "replace": f"SELECT length(replace({LONG}, {PART}, 'x'))",
    "many of hex": "SELECT " + ", ".join(["length(hex(randomblob(8000000)))"] * 900),
    "many of printf": "SELECT " + ", ".join(["length(printf('%16000000d', 1))"] * 900),
}


def run(folder, arguments, text):
    """The processor's time of it in seconds, and what it said."""
    (folder / "in").write_text(text)
    with open(folder / "in") as given:
        child = subprocess.Popen([str(DOSSIER), "--db", "d.db", "sql", *arguments], stdin=given, cwd=folder,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 env=sandbox.environment(DOSSIER, folder))
        hang = threading.Timer(HANG, child.kill)
        hang.start()
        said = child.stdout.read().decode("utf-8", "replace")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        hang.cancel()
        return usage.ru_utime + usage.ru_stime, said


late = 0
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "a.c").write_text("int main(void) { return 0; }\n")
    subprocess.run([str(DOSSIER), "--db", "d.db", "import", "."], cwd=folder, check=True, capture_output=True,
                   env=sandbox.environment(DOSSIER, folder))
    for what, sql in STATEMENTS.items():
        request = json.dumps({"sql": sql, "timeout_ms": int(LIMIT * 1000)})
        for way, arguments, text in (("sql", ["--timeout", str(LIMIT)], sql), ("request", ["--request"], request)):
            seconds, said = run(folder, arguments, text)
            is_late = said == "" or seconds > LIMIT + ALLOWED
            late += is_late
            print(f"{seconds:6.2f} s  {way:8} {what}: {said.strip()[-100:]}", "TOO LATE" if is_late else "", flush=True)
sys.exit(1 if late else 0)
