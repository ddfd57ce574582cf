#!/usr/bin/python3
"""Nothing but SQLite opens an open database, its log and the log's index: own_files.py DOSSIER.

Every command that reads what a folder, a person or a model names is run in a folder where those names lead to
the database, straight, by hard link and by symbolic link, beneath strace: it must open none of its files but
from within SQLite. (Imports keep their lease in one of their own, and make a new database themselves.)
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402
from security import _trace  # noqa: E402

GAME = sandbox.FIXTURES / "exports" / "unity.project.json"
SQLITE = re.compile(r"\((robust_open|unixOpen\w*|openDirectory|posixOpen|findCreateFileMode)\+|libsqlite3")


def chat(folder, *calls):
    replies = [{"text": "", "calls": [{"tool": tool, "input": given} for tool, given in calls]}, "done"]
    (folder / "script.jsonl").write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    return ["chat", "--mode", "agent", "--model", "scripted:script.jsonl"], "look\n"


def commands(folder):
    """(arguments, standard input) of each."""
    names = ["dossier.db", "dossier.db-wal", "dossier.db-shm", "hard", "hard-wal", "hard-shm", "soft", "soft-shm"]
    yield chat(folder, ("search_files", {"pattern": "SQLite"}), ("list_dir", {"path": "."}),
               *(("read_file", {"path": name}) for name in names),
               *(("edit_file", {"path": name, "content": "x"}) for name in [*names, "dossier.db-journal"]),
               *(("edit_file", {"path": ".dossier-edit-0123456789abcdef", "content": "x"}),) * 2)
    yield ["import", ".", "--project", "Here"], ""
    yield ["import", ".", "--all", "--project", "All"], ""
    yield ["import", ".", "--assemblies", "--project", "Assemblies"], ""
    yield ["import", ".", "--rev", "HEAD", "--project", "Revision"], ""
    for name in names:
        yield ["import", name, "--project", "File"], ""
        yield ["sessions", "import", name], ""
        yield ["sql", "-f", name], ""
        yield ["export", "--project", "Game", "--output", name], ""
        yield ["backup", name], ""
    yield ["backup", "dossier.db-journal"], ""
    yield ["sessions", "import", "."], ""
    yield ["import", "a.dll", "--project", "Linked"], ""
    yield ["show", "Game.PlayerStats.Update"], ""
    yield ["grep", "-e", "text"], ""
    yield ["cat", "a.txt"], ""
    yield ["status"], ""
    yield ["ls"], ""
    yield ["chat", "--model", "scripted:hard", "--prompts", "prompts"], "hi\n"
    yield ["chat", "--model", "process:true", "--prompts", "prompts"], "hi\n"


def main(dossier):
    missing = sandbox.missing(["strace", "git"])
    if missing:
        print(f"skipped: there is no {missing}")
        return sandbox.SKIPPED
    wrong = set()
    with sandbox.Folder() as folder:
        environment = sandbox.environment(dossier, folder.path)
        here = folder.path

        def run(*arguments, **how):
            return subprocess.run(arguments, cwd=here, env=environment, text=True, capture_output=True, **how)

        (here / "a.txt").write_text("text\n")
        if run("git", "init", "-q").returncode or run("git", "add", "a.txt").returncode or \
                run("git", "commit", "-qm", "x").returncode or run(dossier, "import", GAME, "--project", "Game").returncode:
            raise SystemExit("the folder cannot be made")
        # Somebody has it open all the time, so that the log and its index stay.
        holder = subprocess.Popen([dossier, "serve", "--port", "0"], cwd=here, env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            holder.stdout.readline()
            for end in ("", "-wal", "-shm"):
                os.link(here / f"dossier.db{end}", here / f"hard{end}")
                (here / f"soft{end}").symlink_to(f"dossier.db{end}")
            os.link(here / "dossier.db-shm", here / ".gitignore")
            os.link(here / "dossier.db-shm", here / ".dossier-edit-0123456789abcdef")
            (here / ".ignore").symlink_to("dossier.db")
            shutil.rmtree(here / ".git" / "info", ignore_errors=True)
            (here / ".git" / "info").mkdir()
            os.link(here / "dossier.db", here / ".git" / "info" / "exclude")
            os.link(here / "dossier.db", here / "a.dll")
            os.link(here / "dossier.db", here / "x.db")
            os.link(here / "dossier.db", here / "x.jsonl")
            (here / "prompts").mkdir()
            for prompt in (sandbox.SOURCE / "agent" / "prompts").iterdir():
                os.link(here / "dossier.db", here / "prompts" / prompt.name)
            (here / "sub").mkdir()
            os.link(here / "dossier.db", here / "sub" / "b.cs")
            own = {(os.stat(here / f"dossier.db{end}").st_dev, os.stat(here / f"dossier.db{end}").st_ino)
                   for end in ("", "-wal", "-shm")}
            before = [os.stat(here / name).st_nlink for name in ("dossier.db", "dossier.db-shm")]
            seen = 0
            for arguments, text in commands(here):
                done, opens = _trace.opened([dossier, *arguments], cwd=here, env=environment, input=text, text=True,
                                            timeout=120)
                for path, stack in opens:
                    try:
                        found = os.stat(path)
                    except OSError:
                        continue
                    if (found.st_dev, found.st_ino) not in own:
                        continue
                    if any(SQLITE.search(frame) for frame in stack):
                        seen += 1
                    else:
                        where = [frame for frame in stack if "libc.so" not in frame][:3]
                        wrong.add(f"dossier {' '.join(arguments)}: opens {pathlib.Path(path).name} from{''.join(where)}")
            if seen == 0:
                wrong.add("strace shows no open by SQLite: the stack's functions have other names here")
            if before != [os.stat(here / name).st_nlink for name in ("dossier.db", "dossier.db-shm")]:
                wrong.add("a link of the database was removed or replaced")
            checked = run(dossier, "sql", "PRAGMA integrity_check")
            if checked.stdout.strip() != "ok":
                wrong.add(f"the database is damaged: {checked.stdout[:200]}{checked.stderr}")
        finally:
            holder.terminate()
            holder.wait(60)
    print("\n".join(sorted(wrong)) or f"{seen} opens of the database's files, all of them by SQLite")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
