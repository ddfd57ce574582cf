#!/usr/bin/python3
"""Whose database and side files are used: whose.py DOSSIER.

A database that somebody else put in a folder above is not used unless it is named; links where SQLite and imports
keep their files are not followed; what a foreign file's schema holds does not run; names that SQLite takes for
no file are refused.
"""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time

from _attack import GAME, check, finish, sandbox

OTHER = 65534


class Place(sandbox.Folder):
    """A folder with a database of the game in it, and `run`."""

    def __init__(self, dossier):
        self.dossier = dossier

    def __enter__(self):
        super().__enter__()
        self.path.chmod(0o755)
        self.environment = sandbox.environment(self.dossier, self.path)
        check(self.run("import", GAME, "--project", "Game").returncode == 0, "the import fails")
        return self

    def run(self, *arguments, folder=None, more=None, text=""):
        return subprocess.run([self.dossier, *arguments], cwd=folder or self.path, capture_output=True, text=True,
                              input=text, env=self.environment | (more or {}), timeout=120)


def owners(dossier):
    if os.geteuid() != 0:
        print("not root: no file can be given to somebody else, so owners are not tried")
        return
    with Place(dossier) as place:
        below = place.path / "a" / "b"
        below.mkdir(parents=True)
        database = place.path / "dossier.db"
        asked = ("broad", "Player", "--json")
        whole = place.run(*asked).stdout

        def used(**how):
            done = place.run(*asked, folder=below, **how)
            check(done.stdout in ("", whole), "an answer in part")
            if done.returncode != 0:
                check("belongs to another user (65534)" in done.stderr and done.stderr.count("\n") == 1,
                      f"the refusal says: {done.stderr}")
            return done.returncode == 0

        check(used(), "one's own is refused")
        os.chown(database, OTHER, OTHER)
        check(not used(), "somebody else's file in a folder above is used")
        check(place.run(*asked).returncode != 0, "somebody else's file in this folder is used")
        check(place.run("import", GAME, folder=below).returncode != 0, "somebody else's file is imported into")
        nearer = place.path / "a" / "dossier.db"
        shutil.copy(database, nearer)
        os.chown(nearer, OTHER, OTHER)
        os.chown(database, 0, 0)
        check(used(), "somebody else's file between hides one's own above")
        nearer.unlink()
        os.chown(database, OTHER, OTHER)
        check(used(more={"SUDO_UID": str(OTHER)}), "the file of whoever called sudo is refused")
        check(used(more={"DOSSIER_DB": str(database)}), "somebody else's file is refused though DOSSIER_DB names it")
        check(place.run("--db", database, *asked).returncode == 0 or place.run(*asked, "--db", database).returncode == 0,
              "somebody else's file is refused though --db names it")
        os.chown(database, 0, 0)
        os.chown(place.path, OTHER, OTHER)
        check(not used(), "a file in somebody else's folder is used")
        os.chown(place.path, 0, 0)
        for end in ("-wal", "-journal", "-shm"):
            beside = place.path / f"dossier.db{end}"
            beside.write_bytes(b"")
            os.chown(beside, OTHER, OTHER)
            check(not used(), f"somebody else's dossier.db{end} is used")
            beside.unlink()
        database.rename(place.path / "real")
        database.symlink_to("real")
        check(used(), "one's own link is refused")
        os.lchown(database, OTHER, OTHER)
        check(not used(), "somebody else's link is followed")
        database.unlink()
        os.chown(place.path / "real", OTHER, OTHER)
        database.symlink_to("real")
        check(not used(), "somebody else's file behind one's own link is used")


def links(dossier):
    """Where SQLite and imports keep their files lies a link to a file that must not change."""
    for end in ("-dossier-import", "-dossier-first", "-wal", "-shm", "-journal", "-dossier-first-journal"):
        for first in (True, False):
            with Place(dossier) as place:
                target = place.path / "target"
                if first:
                    (place.path / "dossier.db").unlink()
                for there in (True, False):
                    if there:
                        target.write_text("precious")
                    else:
                        target.unlink()
                    link = place.path / f"dossier.db{end}"
                    if not link.is_symlink():
                        link.symlink_to("target")
                    done = place.run("import", sandbox.FIXTURES / "exports" / "unity.project.json", "--project", "Again")
                    case = f"a link dossier.db{end} at {'a first' if first else 'another'} import"
                    check(done.returncode in (0, 1), f"{case}: status {done.returncode}")
                    check((target.read_text() == "precious") if there else not target.exists(), f"{case} is followed")
                    check(done.stderr.count("\n") <= 1, f"{case}: {done.stderr}")


def excluded(dossier):
    """The line in .git/info/exclude is not written through a link."""
    with Place(dossier) as place:
        repository = place.path / "repository"
        (repository / ".git" / "info").mkdir(parents=True)
        target = place.path / "target"
        target.write_text("precious")
        (repository / ".git" / "info" / "exclude").symlink_to(target)
        place.run("import", GAME, folder=repository, more={"DOSSIER_DB": str(repository / "dossier.db")})
        check(target.read_text() == "precious", "a link .git/info/exclude is followed")

        # Of a linked work tree it is the common folder's, once, on a line of its own.
        tree = place.path / "tree"
        subprocess.run("git init -q main && git -C main commit -qm x --allow-empty && git -C main worktree add -q ../tree",
                       shell=True, cwd=place.path, env=place.environment, check=True, capture_output=True)
        exclude = place.path / "main" / ".git" / "info" / "exclude"
        exclude.parent.mkdir(exist_ok=True)
        exclude.write_text("mine")
        (tree / "sub").mkdir()
        for _ in range(2):
            place.run("import", GAME, folder=tree / "sub", more={"DOSSIER_DB": "dossier.db"})
            check((tree / "sub" / "dossier.db").exists(), "an import into a work tree fails")
            (tree / "sub" / "dossier.db").unlink()
            check(exclude.read_text() == "mine\n/sub/dossier.db*\n", f"excluded: {exclude.read_text()}")


def same_lease(dossier):
    """Who imports through a link waits for whoever imports into the file, and the log lies beside that."""
    with Place(dossier) as place:
        (place.path / "elsewhere").mkdir()
        link = place.path / "elsewhere" / "link.db"
        link.symlink_to("../dossier.db")
        # Its input is a pipe that stays open: it holds the lease until then.
        first = subprocess.Popen([dossier, "import", "-", "--project", "Piped"], cwd=place.path, env=place.environment,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lease = place.path / "dossier.db-dossier-import"
        until = time.monotonic() + 60
        while not lease.exists() and time.monotonic() < until:
            first.stdin.write(b" ")
            first.stdin.flush()
        check(lease.exists(), "an import takes no lease")
        source = place.path / "source"
        source.mkdir()
        (source / "a.txt").write_text("a\n")
        second = subprocess.Popen([dossier, "import", source, "--watch", "--db", link], cwd=place.path,
                                  env=place.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        check(second.poll() is None or second.returncode != 0, "two imports at once")
        first.stdin.close()
        first.wait(60)
        check("snapshot" in second.stdout.readline(), "the second import does not follow")
        check(not list((place.path / "elsewhere").glob("link.db-*")), "files of the database lie beside the link")
        second.terminate()
        second.wait(60)
        listed = place.run("snapshots", "--json")
        check(place.run("sql", "PRAGMA integrity_check").stdout.strip() == "ok", "two names damage the database")
        check("source" in listed.stdout, f"what was imported by the link is missing: {listed.stdout}{listed.stderr}")


FOREIGN = {
    "a view in the place of ours":
        "DROP VIEW projects; CREATE VIEW projects AS SELECT 1 AS id, 'evil' AS name",
    "a view of its own": "CREATE VIEW mine AS SELECT 1",
    "a trigger": "CREATE TRIGGER evil AFTER INSERT ON _note BEGIN DELETE FROM _snapshot; END",
    "a trigger of ours with another body":
        "DROP TRIGGER _note_fixed; CREATE TRIGGER _note_fixed BEFORE UPDATE ON _note BEGIN DELETE FROM _snapshot; END",
    "a virtual table": "CREATE VIRTUAL TABLE evil USING fts5(x)",
    "a trigger that calls itself a table":
        "PRAGMA writable_schema = ON; CREATE TRIGGER evil AFTER INSERT ON _note BEGIN DELETE FROM _snapshot; END; "
        "UPDATE sqlite_schema SET type = 'table' WHERE name = 'evil'",
    "the beginning of a view of ours":
        "DROP VIEW literals; PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT 'view', 'x', 'x', 0, "
        "'CREATE VIEW \"references\" AS SELECT * FROM refs -- '",
    "a table of migrations that is a view":
        "ALTER TABLE _migration RENAME TO was; CREATE VIEW _migration AS SELECT * FROM was",
}
ORDINARY = {"a table and an index": "CREATE TABLE mine(a, b); CREATE INDEX by_a ON mine(a)", "statistics": "ANALYZE"}


def schemas(dossier):
    for name, change in (FOREIGN | ORDINARY).items():
        with Place(dossier) as place:
            database = sqlite3.connect(place.path / "dossier.db")
            database.executescript(change)
            database.commit()
            database.close()
            for arguments in (("sql", "SELECT count(*) FROM snapshots"), ("broad", "Player"),
                              ("note", "Game.PlayerStats", "x"), ("import", GAME, "--project", "B"), ("status",)):
                done = place.run(*arguments)
                if name in ORDINARY:
                    check(done.returncode == 0, f"{name}: {arguments[0]} says {done.stderr}")
                else:
                    check(done.returncode == 1 and done.stderr.count("\n") == 1 and not done.stdout,
                          f"{name}: {arguments[0]} runs: {done.stdout[:80]}{done.stderr[:200]}")
            if name not in ORDINARY:
                database = sqlite3.connect(place.path / "dossier.db")
                try:
                    held = database.execute("SELECT count(*) FROM _snapshot").fetchone()[0]
                except sqlite3.DatabaseError:
                    held = 1  # SQLite itself reads no such schema
                check(held == 1, f"{name}: it ran")
                database.close()


def names(dossier):
    with Place(dossier) as place:
        before = {path.name for path in place.path.iterdir()}
        for name in (":memory:", "file:dossier.db", "file:x?mode=memory", "file::memory:", ""):
            for arguments in (("import", GAME), ("broad", "Player"), ("sql", "SELECT 1")):
                done = place.run(*arguments, "--db", name) if name else place.run(*arguments, more={"DOSSIER_DB": ":memory:"})
                check(done.returncode == 1 and done.stderr.count("\n") == 1 and "a database must be a file" in done.stderr,
                      f"--db {name!r} {arguments[0]}: {done.returncode} {done.stderr}")
            if name:
                done = place.run("backup", name)
                check(done.returncode == 1 and "a database must be a file" in done.stderr, f"backup {name!r}: {done.stderr}")
        check(place.run("import", GAME, "--db", "./:memory:").returncode == 0, "a file called :memory: is refused")
        (place.path / ":memory:").unlink()
        (place.path / "nowhere").symlink_to("gone")
        done = place.run("import", GAME, "--db", "nowhere")
        check(done.returncode == 1 and "is broken" in done.stderr, f"a link to nothing: {done.stderr}")
        (place.path / "nowhere").unlink()
        left = {path.name for path in place.path.iterdir()} - before - {"dossier.db-wal", "dossier.db-shm"}
        check(not left, f"a refused name left {left}")


def main(dossier):
    for part in (owners, links, excluded, same_lease, schemas, names):
        part(dossier)
    return finish("only one's own, only files, only the program's schema")


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
