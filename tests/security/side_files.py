#!/usr/bin/python3
"""SQLite plays back no file that somebody put beside a database: side_files.py DOSSIER.

A journal, a log and its index are planted as a pull or a command would; no command may apply them, and each says
which file it is and what to do. What the program itself left when it was killed is recovered from without a word,
and other programs' SQLite may use the database at the same time.
"""

import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time

from _attack import GAME, check, finish, sandbox

COMMANDS = (("broad", "Player"), ("sql", "SELECT 1"), ("status",), ("note", "Game.PlayerStats", "a note"),
            ("import", GAME), ("serve", "--port", "0"), ("backup", "copy.db"), ("compact",))
TRANSCRIPT = sandbox.SOURCE / "tests" / "transcripts" / "ask_lines.jsonl"
KILLS = 16


class Place(sandbox.Folder):
    """A folder with a database of the game in it, and what an attacker makes of a copy of it."""

    def __init__(self, dossier):
        self.dossier = dossier

    def __enter__(self):
        super().__enter__()
        self.environment = sandbox.environment(self.dossier, self.path)
        self.database = self.path / "dossier.db"
        self.run("import", GAME, "--project", "Game")
        self.whole = self.database.read_bytes()
        copy = self.path / "attacker" / "dossier.db"
        copy.parent.mkdir()
        shutil.copyfile(self.database, copy)
        connection = sqlite3.connect(copy)
        connection.execute("UPDATE _name SET text = 'Planted' || id")
        connection.commit()
        self.planted = {end: pathlib.Path(f"{copy}{end}").read_bytes() for end in ("-wal", "-shm")}
        connection.close()
        # A header alone: the database had one page, and nothing of it is to be put back.
        header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"".join(n.to_bytes(4, "big") for n in (0, 1, 1, 512, 4096))
        self.planted["-journal"] = header.ljust(512, b"\0")
        return self

    def start(self, *arguments):
        return subprocess.Popen([self.dossier, *arguments], cwd=self.path, env=self.environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments):
        process = self.start(*arguments)
        try:
            out, errors = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:  # a server that serves
            process.kill()
            return subprocess.CompletedProcess(arguments, 0, *process.communicate())
        return subprocess.CompletedProcess(arguments, process.returncode, out, errors)

    def serve(self):
        server = self.start("serve", "--port", "0")
        if "http://" not in server.stdout.readline():
            raise SystemExit(f"no server: {server.stderr.read()}")
        return server

    def side(self, end):
        return pathlib.Path(f"{self.database}{end}")

    def plant(self, *ends):
        """As a pull does it: under another name first."""
        for end in ends:
            new = self.path / "new"
            new.write_bytes(self.planted[end])
            new.rename(self.side(end))

    def remove(self, *ends):
        for end in ends or ("-wal", "-shm", "-journal"):
            self.side(end).unlink(missing_ok=True)

    def digest(self):
        return hashlib.sha256(self.database.read_bytes()).hexdigest()

    def count(self, sql):
        done = self.run("sql", sql)
        return done.stdout.strip() if done.returncode == 0 else done.stderr

    def refuses(self, end, what, commands=COMMANDS):
        """Every command stops with a line that names the file, and leaves the database as it is."""
        before, planted = self.digest(), os.lstat(self.side(end)).st_ino
        for command in commands:
            done = self.run(*command)
            check(done.returncode != 0 and len(done.stderr.splitlines()) == 1 and f"dossier.db{end}: " in done.stderr
                  and " remove " in done.stderr, f"{what}: {command[0]}: {done.returncode} {(done.stderr or done.stdout)[:200]}")
            check(self.digest() == before, f"{what}: {command[0]} changes the database")
            check(os.path.lexists(self.side(end)) and os.lstat(self.side(end)).st_ino == planted,
                  f"{what}: {command[0]} removes what is there")

    def works(self, what, *commands):
        for command in commands or (("broad", "Player", "--json"), ("note", "Game.PlayerStats", "a note")):
            done = self.run(*command)
            check(done.returncode == 0 and not done.stderr, f"{what}: {command[0]}: {done.stderr}")

    def sound(self, what):
        check(self.count("PRAGMA integrity_check") == "ok", f"{what}: the database is damaged")
        check(self.count("SELECT count(*) FROM projects") == "1", f"{what}: the project is gone")
        check(self.count("SELECT count(*) FROM symbols WHERE name LIKE 'Planted%'") == "0", f"{what}: what was planted is read")


def planted(place):
    for ends in (("-journal",), ("-wal",), ("-wal", "-shm")):
        place.plant(*ends)
        place.refuses(ends[0], f"planted {' and '.join(ends)}")
        place.remove()
        place.sound(f"after {' and '.join(ends)}")
        place.database.write_bytes(place.whole)  # where it was damaged
    for end in ("-journal", "-wal", "-shm"):
        place.side(end).touch()
    place.works("empty files")
    place.plant("-shm")
    place.works("an index alone")
    place.remove()


def links(place):
    other = place.path / "other"
    for end in ("-journal", "-wal", "-shm"):
        for content in (b"", place.planted[end]):
            for link in (os.symlink, os.link):
                if link is os.link and end == "-journal" and not content:
                    continue  # nothing of it is read
                other.write_bytes(content)
                link(other, place.side(end))
                place.refuses(end, f"{link.__name__} {end}", COMMANDS[:1] + COMMANDS[3:4])
                check(other.read_bytes() == content, f"{link.__name__} {end}: the file that it leads to is written")
                place.remove()
        place.side(end).mkdir()
        place.refuses(end, f"folder {end}", COMMANDS[:1])
        place.side(end).rmdir()
    place.sound("after the links")


def of_none(place):
    """A log or a journal without its database may be all that is left of its last changes: nothing removes it."""
    for name, makes in (("gone.db", ()), ("empty.db", (b"",))):
        for end in ("-wal", "-journal"):
            database, left = place.path / name, place.path / f"{name}{end}"
            for content in makes:
                database.write_bytes(content)
            left.write_bytes(place.planted[end])
            for command in (("--db", name, "import", GAME), ("--db", name, "sessions", "import", TRANSCRIPT),
                            ("backup", name))[:3 - len(makes)]:
                done = place.run(*command)
                check(done.returncode == 1 and f"{name}{end}: holds the last changes" in done.stderr
                      and done.stderr.count("\n") == 1, f"{command} beside {left.name}: {done.returncode} {done.stderr}")
                check(left.read_bytes() == place.planted[end], f"{command} removes {left.name}")
                check(database.exists() == bool(makes), f"{command} makes {name}")
            left.unlink()


def of_first_imports(place):
    """What a killed first import leaves is removed and made anew; so is what is planted in its place."""
    database = place.path / "new.db"
    for end in ("-dossier-first", "-dossier-first-journal", "-dossier-first-wal", "-dossier-first-shm", "-dossier-import",
                "-dossier-new", "-shm"):
        pathlib.Path(f"{database}{end}").write_bytes(place.planted.get("-" + end.rpartition("-")[2], place.planted["-wal"]))
    for end in ("-wal", "-journal"):
        pathlib.Path(f"{database}{end}").touch()
    done = place.run("--db", database, "import", GAME, "--project", "Game")
    check(done.returncode == 0, f"a first import among planted files: {done.stderr}")
    copied = place.run("--db", place.database, "backup", "copy.db")
    check(copied.returncode == 0, f"a backup: {copied.stderr}")
    left = {part.name for part in place.path.glob("new.db?*")} - {"new.db-dossier-new"}
    check(not left, f"left by a first import: {left}")
    for end in ("-dossier-new", "-dossier-new-journal", "-dossier-new-wal"):
        pathlib.Path(f"{place.path}/again.db{end}").write_bytes(place.planted["-" + end.rpartition("-")[2]]
                                                                if end != "-dossier-new" else b"planted")
    copied = place.run("--db", database, "backup", "again.db")
    check(copied.returncode == 0, f"a backup among planted files: {copied.stderr}")
    for name in ("new.db", "copy.db", "again.db"):
        connection = sqlite3.connect(place.path / name)
        found = connection.execute("SELECT count(*) FROM _name WHERE text LIKE 'Planted%'").fetchone()[0]
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        connection.close()
        check(found == 0 and verdict == "ok", f"{name}: {verdict}, {found} planted names")


def killed(place):
    """At a drawn size of the log, and at a drawn moment of a new database."""
    draw, left = random.Random(31), 0
    tree = place.path / "tree"
    shutil.copytree(sandbox.SOURCE / "engine" / "search", tree)
    for number in range(KILLS):
        if number % 4 == 0:
            log, least = place.path / f"made{number}.db-wal", 0
            command = again = ("--db", f"made{number}.db", "sessions", "import", TRANSCRIPT)
        else:
            log, least = place.side("-wal"), draw.randrange(1, 400_000)
            command, again = ("import", tree, "--project", "Other"), ("broad", "Player")
            for file in tree.glob("*.cc"):
                file.write_text(file.read_text() + f"int added{number};\n")
        process = place.start(*command)
        sandbox.until(lambda: process.poll() is not None or (log.exists() and log.stat().st_size >= least))
        time.sleep(draw.uniform(0, 0.02))
        process.kill()
        process.communicate()
        left += log.exists()
        place.works(f"after kill {number}", again)
    # A log that is surely left: its writer is killed while another process has it open.
    server = place.serve()
    place.run("note", "Game.PlayerStats", "kept")
    server.kill()
    server.communicate()
    check(place.side("-wal").stat().st_size > 0, "nothing is left by a server that was killed")
    moved = place.path / "moved.db"
    for end in ("", "-wal", "-shm"):
        place.side(end).rename(f"{moved}{end}")
    done = place.run("--db", moved, "sql", "SELECT count(*) FROM notes WHERE text = 'kept'")
    check(done.stdout.strip() == "1", f"a renamed database is not recovered: {done.stderr}")
    for end in ("", "-wal", "-shm"):
        if os.path.exists(f"{moved}{end}"):
            os.rename(f"{moved}{end}", place.side(end))
    before = place.side("-wal").read_bytes()
    place.plant("-wal")
    place.refuses("-wal", "planted after a kill")
    place.side("-wal").write_bytes(before)  # the same bytes, but no longer the file that was left
    place.refuses("-wal", "a copy of the log", COMMANDS[:1])
    place.remove()
    return left


def beside_others(place):
    """Stock SQLite uses the database before, at the same time, and after it was killed."""
    other = sqlite3.connect(place.database, isolation_level=None)
    other.execute("CREATE TABLE others(value)")
    check(place.side("-wal").stat().st_size > 0, "there is no log")
    place.works("Python has it open")
    check(place.count("SELECT count(*) FROM others") == "0", "the log of Python is not read")
    other.close()
    place.works("Python has closed it")
    server = place.serve()
    subprocess.run(["sqlite3", place.database, "INSERT INTO others VALUES (1)"], check=True)
    server.terminate()
    server.communicate()
    check(place.count("SELECT count(*) FROM others") == "1", "the shell's row is gone")
    place.works("the shell wrote while a server had it open")
    # Its reader is the last to close, which leaves a log that is nobody's.
    dying = subprocess.Popen([sys.executable, "-c", "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
                              "c.execute('INSERT INTO others VALUES (2)')\nprint(flush=True)\ninput()", place.database],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    dying.stdout.readline()
    dying.kill()
    dying.communicate()
    place.refuses("-wal", "Python was killed", COMMANDS[:1] + COMMANDS[3:4])
    subprocess.run(["sqlite3", place.database, "PRAGMA quick_check"], check=True, stdout=subprocess.DEVNULL)
    check(place.count("SELECT count(*) FROM others") == "2", "the row of the killed process is gone")
    place.works("the shell has recovered it")


def replaced(place):
    """A pull replaces or removes files that a running server has open: nobody else may mix the two."""
    for end, content in (("-wal", b""), ("-wal", place.planted["-wal"]), ("-wal", None), ("-shm", place.planted["-shm"]),
                         ("-shm", None), ("-journal", place.planted["-journal"])):
        server = place.serve()
        text = f"beside {end} of {'nothing' if content is None else len(content)}"
        place.works(text, ("note", "Game.PlayerStats", text))
        what = f"{end} that is {'removed' if content is None else f'{len(content)} other bytes'} beside a server"
        if content is None:
            place.remove(end)
        else:
            new = place.path / "new"
            new.write_bytes(content)
            new.rename(place.side(end))
        before = place.digest()
        done = [place.run(*command) for command in COMMANDS[:1] + COMMANDS[3:4]]
        check(all(one.returncode == 1 and one.stderr.count("\n") == 1 and f"dossier.db{end}: " in one.stderr for one in done),
              f"{what}: {[one.stderr for one in done]}")
        check(content is not None or not place.side(end).exists(), f"{what}: it is made anew")
        check(place.digest() == before, f"{what}: the database is changed")
        # What the message says to do keeps what was written.
        told = re.search("copy (/proc/[0-9]+/fd/[0-9]+) to this place", done[0].stderr)
        check(bool(told) == (end == "-wal"), f"{what}: {done[0].stderr}")
        if told:
            shutil.copyfile(told[1], place.side("-wal"))
        server.terminate()
        server.communicate()
        if told:
            check("quick_check" in place.run("status").stderr, f"{what}: the copy is not told")
            subprocess.run(["sqlite3", place.database, "PRAGMA quick_check"], check=True, stdout=subprocess.DEVNULL)
        elif content is not None:
            place.remove(end)
        check(place.count(f"SELECT count(*) FROM notes WHERE text = '{text}'") == "1", f"{what}: a note is lost")
        place.sound(what)


def of_commands(place):
    """A file that appears while a model's command runs is told when it ends."""
    command = "touch started; cat go"
    (place.path / "ws").mkdir()
    os.mkfifo(place.path / "ws" / "go")
    replies = [{"text": "", "calls": [{"tool": "run_command", "input": {"command": command}}]}, "done"]
    (place.path / "script.jsonl").write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    chat = subprocess.Popen([place.dossier, "chat", "--mode", "agent", "--root", "ws", "--permit", "execute=allow",
                             "--model", "scripted:script.jsonl"], cwd=place.path, env=place.environment, text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def plant():
        sandbox.until(lambda: (place.path / "ws" / "started").exists() or chat.poll() is not None)
        place.plant("-journal")
        if chat.poll() is None:
            (place.path / "ws" / "go").write_text("")

    planter = threading.Thread(target=plant)
    planter.start()
    out, errors = chat.communicate("do it\n", timeout=60)
    planter.join()
    check("dossier.db-journal" in errors, f"the person is not told: {errors}")
    place.refuses("-journal", "planted during a command", COMMANDS[:1] + COMMANDS[3:4])
    place.remove()
    told = place.count("SELECT count(*) FROM events WHERE instr(content, 'dossier.db-journal')")
    check(told not in ("", "0"), f"the model is not told: {told} {out}")
    place.sound("after the command")


def main(dossier):
    if missing := sandbox.missing(["sqlite3"]):
        print(f"skipped: there is no {missing}")
        return sandbox.SKIPPED
    left = 0
    for part in (planted, links, of_none, of_first_imports, killed, beside_others, replaced, of_commands):
        began = time.monotonic()
        with Place(dossier) as place:
            left += part(place) or 0
        if os.environ.get("TIMES"):
            print(part.__name__, f"{time.monotonic() - began:.1f} s")
    return finish(f"nothing that was planted is read; {left} of {KILLS} kills left a log, all recovered")


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
