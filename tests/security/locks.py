#!/usr/bin/python3
"""A tool that reads the open database's files must not take its locks away: locks.py DOSSIER.

POSIX drops a process's locks on a file when the process closes any descriptor of it. A chat's model reads the
database, its log, or a link to one of them; then another process imports and, as it leaves, believes itself
alone: it would unlink the log that the chat goes on writing. Afterwards the file must be sound, and hold what
both wrote.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

GAME = sandbox.FIXTURES / "exports" / "unity.project.json"
READS = [
    ("search_files", {"pattern": "SQLite"}),
    ("read_file", {"path": "dossier.db"}),
    ("read_file", {"path": "dossier.db-wal"}),
    ("read_file", {"path": "dossier.db-shm"}),
    ("read_file", {"path": "hard"}),
    ("read_file", {"path": "hard-shm"}),
    ("read_file", {"path": "soft"}),
]
EDITS = [
    ("edit_file", {"path": "dossier.db", "content": "gone"}),
    ("edit_file", {"path": "dossier.db-journal", "content": "gone"}),
    ("edit_file", {"path": "dossier.db-wal", "content": "gone"}),
    ("edit_file", {"path": "DOSSIER.db-Journal", "content": "gone"}),
    ("edit_file", {"path": "dossier.db-dossier-first", "content": "gone"}),
    *(("edit_file", {"path": f"dossier.db{end}/x", "content": "in the way"})
      for end in ("-journal", "-wal", "-shm", "-dossier-import", "-dossier-first")),
    ("apply_diff", {"diff": "--- /dev/null\n+++ b/dossier.db-journal/y/z\n@@ -0,0 +1 @@\n+in the way\n"}),
    ("apply_diff", {"diff": "--- a/a.txt\n+++ b/dossier.db-journal\n@@ -1 +1 @@\n-text\n+gone\n"}),
    ("apply_diff", {"diff": "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-text\n+gone\n"
                            "--- /dev/null\n+++ b/dossier.db-journal\n@@ -0,0 +1 @@\n+gone\n"}),
]
# What the model calls between two turns of the same chat: each look alone, since one could undo another's harm.
ATTACKS = [*([read] for read in READS), EDITS]


def attack(dossier, calls):
    """What went wrong, or None."""
    with sandbox.Folder() as folder:
        environment = sandbox.environment(dossier, folder.path)
        here = {"env": environment, "cwd": folder.path, "text": True, "timeout": 120}

        def run(*arguments):
            return subprocess.run([dossier, *arguments], capture_output=True, stdin=subprocess.DEVNULL, **here)

        if run("import", GAME, "--project", "Game").returncode != 0:
            raise SystemExit("the import fails")
        (folder.path / "a.txt").write_text("text\n")
        os.link(folder.path / "dossier.db", folder.path / "hard")
        (folder.path / "soft").symlink_to("dossier.db")
        replies = ["hello", {"text": "", "calls": [{"tool": tool, "input": given} for tool, given in calls]},
                   "done"] + ["bye"] * 20
        (folder.path / "script.jsonl").write_text("".join(json.dumps(reply) + "\n" for reply in replies))
        chat = subprocess.Popen([dossier, "chat", "--mode", "agent", "--json", "--model", "scripted:script.jsonl"],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **{
                                    name: here[name] for name in ("env", "cwd", "text")})

        def say(line):
            chat.stdin.write(line + "\n")
            chat.stdin.flush()
            return chat.stdout.readline()

        say("hi")
        if (folder.path / "dossier.db-shm").exists():
            os.link(folder.path / "dossier.db-shm", folder.path / "hard-shm")
        said = say("look")
        for other in ("c", "ruby", "swift"):
            imported = run("import", sandbox.FIXTURES / "repositories" / "languages" / other, "--project", other)
            if imported.returncode != 0:
                return f"another process cannot import: {imported.stderr.strip()}"
            said = say(f"and {other}")
        chat.stdin.close()
        errors = chat.stderr.read()
        if chat.wait(60) != 0 or not said:
            return f"the chat ends with status {chat.returncode}: {errors.strip()}"
        # What is refused leaves all else as it was.
        if (folder.path / "a.txt").read_text() != "text\n":
            return "a part of a refused diff was written"
        checked = run("sql", "PRAGMA integrity_check")
        if checked.returncode != 0 or checked.stdout.strip() != "ok":
            return f"the database is damaged: {checked.stdout[:200].strip()}{checked.stderr.strip()}"
        counted = run("sql", "SELECT count(*) FROM events WHERE kind = 'message'")
        if counted.stdout.strip() != "5":
            return f"{counted.stdout.strip()} messages of the chat are left of 5"
        projects = run("sql", "SELECT count(*) FROM projects").stdout.strip()
        return None if projects == "4" else f"{projects} projects are left of 4"


def main(dossier):
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        verdicts = list(pool.map(lambda calls: attack(dossier, calls), ATTACKS))
    for calls, wrong in zip(ATTACKS, verdicts):
        if wrong:
            failed += 1
            print(f"{calls[0][0]} {json.dumps(calls[0][1])}{' and more' if len(calls) > 1 else ''}: {wrong}")
    print(f"{len(ATTACKS)} attacks, {failed} of them do harm")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
