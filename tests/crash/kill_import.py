#!/usr/bin/python3
"""Kills imports at random moments; each must be as if it had not been: kill_import.py DOSSIER [KILLS].

A database holds the fixture game. Imports of a larger program into it are killed (-9) at moments drawn
over a whole import's time, until so many kills found one running. After each, what every view shows is what it showed before, the file is
sound, and its lookups answer. After the last, an import that is let finish leaves the same facts and
the same words as it does in a database that saw no kills. A quarter of the kills hit the first import
into no database, which writes a file of its own.
"""

import hashlib
import json
import pathlib
import random
import signal
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

GAME = sandbox.FIXTURES / "exports" / "unity.project.json"
MODULES, TYPES, MEMBERS = 30, 200, 8
# Columns that depend on when or how often something was imported.
VOLATILE = {"id", "snapshot", "symbol", "created_at", "imported_at"}


def write_large(path):
    draw = random.Random(7)

    def some_type(full):
        methods = [{"MemberType": "Method", "Name": f"{draw.choice(words)}{k}", "FullName": f"{full}.{draw.choice(words)}{k}",
                    "Signature": f"System.Int32 {draw.choice(words)}{k}({full} other)"} for k in range(MEMBERS)]
        return {"Name": full.split(".")[-1], "Namespace": full.rpartition(".")[0], "FullName": full,
                "BaseType": "System.Object", "Methods": methods}

    words = ["Player", "Health", "Buffer", "Stream", "Config", "Graph", "Index", "Shader", "Token", "Packet", "Quest"]
    modules = []
    for number in range(MODULES):
        names = [f"Large.N{number}.{draw.choice(words)}{draw.choice(words)}{k}" for k in range(TYPES)]
        modules.append({"Name": f"Large{number}.dll", "Types": [some_type(name) for name in names]})
    path.write_text(json.dumps({"Modules": modules}), "utf-8")


def views(connection):
    """Every view, and its columns that do not change by themselves."""
    for view, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").fetchall():
        columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{view}")')]
        yield f'"{view}"', ", ".join(f'"{column}"' for column in columns if column not in VOLATILE)


def shown(database):
    """What the views show, as a hash; raises if the file is not sound."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    digest = hashlib.sha256()
    for view, columns in views(connection):
        digest.update(view.encode())
        for row in connection.execute(f"SELECT {columns} FROM {view} ORDER BY {columns}"):
            digest.update(repr(row).encode())
    verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
    dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
    connection.close()
    if verdict != "ok" or dangling:
        raise SystemExit(f"integrity_check: {verdict}; foreign_key_check: {dangling}")
    return digest.hexdigest()


def words(database):
    """Which names the ranked index finds by some words."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    found = {word: sorted(connection.execute(
        "SELECT n.text FROM _word w JOIN _name n ON n.id = w.rowid WHERE _word MATCH ?", (word,)).fetchall())
        for word in ("player", "health", "quest", "buffer")}
    connection.close()
    return found


def nothing_shows(database):
    """An import into an empty database was killed: no view has a row."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    rows = sum(connection.execute(f"SELECT count(*) FROM {view}").fetchone()[0] for view, _ in list(views(connection)))
    connection.close()
    return rows == 0


def main(dossier, kills):
    draw = random.Random(20261121)
    with sandbox.Folder() as folder:
        large, database, calm = (folder.path / name for name in ("Large.json", "killed.db", "calm.db"))
        first, calm_first = folder.path / "first.db", folder.path / "calm_first.db"
        write_large(large)
        program = sandbox.Program(dossier, folder.path)

        def kill(base, seconds):
            """Whether an import was running that long after its beginning."""
            process = program.start("--db", base, "import", large)
            time.sleep(seconds)
            process.kill()
            process.communicate()
            return process.returncode == -signal.SIGKILL

        for base in (calm, database):
            program.run("--db", base, "import", GAME)
        before = shown(database)
        answer = program.run("--db", database, "broad", "Player.*(Health|Attack)", "--json")
        began = time.monotonic()
        program.run("--db", calm, "import", large)
        whole = time.monotonic() - began

        finished = shown(calm)
        began = time.monotonic()
        program.run("--db", calm_first, "import", large)
        whole_first = time.monotonic() - began

        landed = number = 0
        while landed < kills:
            number += 1
            if number > 20 * kills:
                raise SystemExit(f"only {landed} of {number} kills found an import running")
            if number % 4 == 3:
                landed += kill(first, whole_first * draw.uniform(0.02, 1.0))
                if first.exists() and not nothing_shows(first):
                    if shown(first) != shown(calm_first):
                        raise SystemExit(f"kill {number}: the views show a part of the killed first import")
                    for part in folder.path.glob("first.db*"):
                        part.unlink()
                continue
            landed += kill(database, whole * draw.uniform(0.02, 1.0))
            now = shown(database)
            if now == finished:  # the kill came after the last commit: begin anew
                for part in folder.path.glob("killed.db*"):
                    part.unlink()
                program.run("--db", database, "import", GAME)
            elif now != before:
                raise SystemExit(f"kill {number}: the views show a part of the killed import")
            elif program.run("--db", database, "broad", "Player.*(Health|Attack)", "--json") != answer:
                raise SystemExit(f"kill {number}: a lookup answers otherwise")
        for killed, unharmed in ((database, calm), (first, calm_first)):
            program.run("--db", killed, "import", large)
            if shown(killed) != shown(unharmed) or words(killed) != words(unharmed) or not words(killed)["quest"]:
                raise SystemExit(f"{killed.name}: the import after the kills is not what it is without them")
        left = [part.name for part in folder.path.glob("*-dossier-*")]
        if left:
            raise SystemExit(f"left behind: {left}")
        print(f"{landed} kills within {whole:.2f} s of import ({whole_first:.2f} s of a first one); nothing of them shows")
        return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 60))
