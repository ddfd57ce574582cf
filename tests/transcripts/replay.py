#!/usr/bin/python3
"""replay.py DOSSIER: replays every kept transcript strictly, in a database of its own without a program in it.

A session is imported, and its export has to be the same file, and its replay identical, with nothing run: it is
replayed in an empty folder, with a model that would leave a file. One with a NAME.divergence beside it has to diverge
just there; one with a NAME.refusal, of another program's making, holds no replies to replay and says so."""

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
    if run("sessions", "export", session).stdout != file.read_text("utf-8"):
        return 1, {"error": "its export differs"}
    if run("sessions", "verify").returncode != 0:
        return 1, {"error": "its hashes do not fit"}
    result = run("replay", session, "--json")
    left = sorted(set(os.listdir(folder)) - {"t.db", "t.db-wal", "t.db-shm", "t.db-dossier-import", ".local"})
    if left:
        return 1, {"error": f"the replay left {left}"}
    return result.returncode, json.loads(result.stdout) if result.stdout else {"error": result.stderr}


def fault(file, status, said):
    """What is wrong; None where nothing is."""
    divergence, refusal = file.with_suffix(".divergence"), file.with_suffix(".refusal")
    if divergence.exists():
        wanted = json.loads(divergence.read_text("utf-8"))
        agrees = (status == 1 and said.get("identical") is False and said["step"] == wanted["step"]
                  and wanted["expected"] in said["expected"] and wanted["got"] in said["got"])
    elif refusal.exists():
        agrees = status == 1 and json.loads(refusal.read_text("utf-8")) in str(said.get("error"))
    else:
        agrees = status == 0 and said.get("identical")
    return None if agrees else said


def main():
    dossier, failed = str(pathlib.Path(sys.argv[1]).resolve()), 0
    files = sorted(HERE.glob("*.jsonl"))
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            wrong = fault(file, *replayed(dossier, file, folder))
        print(f"{file.stem}: {'as recorded' if wrong is None else wrong}")
        failed += wrong is not None
    assert len(files) >= 15, "kept transcripts are missing"
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
