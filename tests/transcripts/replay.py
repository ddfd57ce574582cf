#!/usr/bin/python3
"""replay.py DOSSIER: replays every kept transcript strictly, in a database of its own without a program in it.

A session is imported and has to be identical, with nothing run: it is replayed in an empty folder, with a model
that would leave a file. One with a NAME.divergence beside it has to diverge just there."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def replayed(dossier, file, folder):
    """(exit status, what `replay --json` says) of the file's one session."""
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "DOSSIER_DB": folder + "/t.db",
                   "DOSSIER_MODEL": "process:touch asked"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    run = lambda *words: subprocess.run([dossier, *words], cwd=folder, env=environment, capture_output=True, text=True)
    imported = run("sessions", "import", str(file))
    if imported.returncode != 0:
        return imported.returncode, {"error": imported.stderr}
    with open(file, encoding="utf-8") as lines:
        session = json.loads(next(lines))["id"]
    result = run("replay", session, "--json")
    left = sorted(set(os.listdir(folder)) - {"t.db", "t.db-wal", "t.db-shm", "t.db-import"})
    if left:
        return 1, {"error": f"the replay left {left}"}
    return result.returncode, json.loads(result.stdout) if result.stdout else {"error": result.stderr}


def fault(file, status, said):
    """What is wrong; None where nothing is."""
    wanted = file.with_suffix(".divergence")
    if not wanted.exists():
        return None if status == 0 and said.get("identical") else said
    expected = json.loads(wanted.read_text(encoding="utf-8"))
    agrees = (said.get("identical") is False and said["step"] == expected["step"]
              and expected["expected"] in said["expected"] and expected["got"] in said["got"])
    return None if agrees and status == 1 else said


def main():
    dossier, failed = str(pathlib.Path(sys.argv[1]).resolve()), 0
    files = sorted(HERE.glob("*.jsonl"))
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            wrong = fault(file, *replayed(dossier, file, folder))
        print(f"{file.stem}: {'as recorded' if wrong is None else wrong}")
        failed += wrong is not None
    assert len(files) >= 10, "kept transcripts are missing"
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
