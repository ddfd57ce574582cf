"""The eight operations in which the walk injects faults, with their fixtures and the conditions after a fault."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

VIEWS = ("projects", "snapshots", "modules", "types", "members", "refs", "literals", "details", "files", "sessions",
         "events", "edits", "tool_calls", "findings", "notes")
# What differs from run to run of the same thing, or says only in which order things were stored.
VOLATILE = {"symbol", "snapshot", "created_at", "imported_at", "at", "ended_at", "started_at", "session", "parent", "id",
            "body", "ms"}
QUESTIONS = (("broad", "e"), ("find", "alpha"), ("grep", "line"))
SIDE_FILES = ("-wal", "-shm")

EXPORT = {"Modules": [{"Name": f"Zoo{m}.dll", "Types": [
    {"Name": name, "Namespace": "Zoo", "FullName": f"Zoo.{name}", "BaseType": "Zoo.Animal",
     "Methods": [{"MemberType": "Method", "Name": f"Feed{k}", "FullName": f"Zoo.{name}.Feed{k}",
                  "Signature": f"System.Int32 Feed{k}(Zoo.Animal other)"} for k in range(2)]}
    for name in (f"Lion{m}", f"Heron{m}")]} for m in range(2)]}


class Wrong(Exception):
    """A state that must not be."""


class Shown:
    """What a database answers: `exact`, and `masked` without what differs from run to run; and, unless only its
    views are wanted, what the program answers from it."""

    def __init__(self, run, database, asks=True):
        exact, masked = hashlib.sha256(), hashlib.sha256()
        connection = sqlite3.connect(database)
        self.check_sound(connection)
        for view in VIEWS:
            rows = connection.execute(f"SELECT * FROM {view}")
            kept = [i for i, column in enumerate(rows.description) if column[0] not in VOLATILE]
            rows = rows.fetchall()
            exact.update(f"{view} {sorted(map(repr, rows))}".encode())
            masked.update(f"{view} {sorted(repr([row[i] for i in kept]) for row in rows)}".encode())
        connection.close()
        self.exact, self.masked = exact.hexdigest(), masked.hexdigest()
        self.answers = [run.dossier(database, *question) for question in QUESTIONS] if asks else None

    @staticmethod
    def check_sound(connection):
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise Wrong(f"integrity_check: {verdict}")
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise Wrong(f"foreign_key_check: {len(broken)} rows, {broken[0]}")

    def is_exactly(self, other):
        return self.exact == other.exact and self.agrees(other)

    def is_like(self, other):
        return self.masked == other.masked and self.agrees(other)

    def agrees(self, other):
        return None in (self.answers, other.answers) or self.answers == other.answers


class Operation:
    """`folder`/run is what a fault may touch, everything else lies beside it."""
    words = ()
    database = "dossier.db"
    checked = 0  # of every eighth state the program's answers are asked for too

    def __init__(self, dossier, folder):
        self.program, self.folder = dossier, folder
        self.run, self.tree = folder / "run", folder / "tree"
        (folder / ".home").mkdir()
        self.run.mkdir()
        self.environment = sandbox.environment(dossier, folder) | {"SQLITE_TMPDIR": str(folder)}
        self.tree.mkdir()
        self.write_tree(1)
        (folder / "zoo.json").write_text(json.dumps(EXPORT))
        self.prepare()
        self.settle()
        shutil.copytree(self.run, folder / "base")
        self.before = self.state()
        self.clean()
        self.settle()
        self.after = self.state()
        self.files = self.names()
        self.reset()

    # -- to be said by each
    def prepare(self):
        """Fills `run` with what is there before."""

    def state(self):
        return Shown(self, self.run / self.database) if (self.run / self.database).exists() else None

    def check(self, status):
        """Raises Wrong unless `run` is as before or as after; leaves it alone."""
        self.checked += 1
        self.check_views(self.look(asks=self.checked % 8 == 1), status)

    def again(self):
        """Does it once more without faults; raises Wrong unless that ends as it should."""
        self.clean()
        if not self.look(asks=False).is_like(self.after):
            raise Wrong("done again, it ends otherwise")

    # -- parts
    def write_tree(self, version):
        (self.tree / "same.txt").write_text("line one\nalpha\n")
        (self.tree / "zoo.proto").write_text(
            f'syntax = "proto3";\npackage zoo;\nmessage Cage {{ string alpha = 1; int32 size{version} = 2; }}\n')
        (self.tree / f"only{version}.txt").write_text(f"line of version {version}\n" * 40)
        for other in {1, 2, 3} - {version}:
            (self.tree / f"only{other}.txt").unlink(missing_ok=True)

    def command(self, database, *words):
        return [self.program, "--db", str(database), *words]

    def dossier(self, database, *words, may_fail=False, text=None):
        done = subprocess.run(self.command(database, *words), env=self.environment, cwd=self.run, input=text,
                              stdin=None if text else subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        if done.returncode != 0 and not may_fail:
            raise Wrong(f"{' '.join(map(str, words[:2]))}: status {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout if not may_fail else done

    def start(self, faults):
        return subprocess.Popen(self.command(self.run / self.database, *self.words), env=self.environment | faults,
                                cwd=self.run, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def go(self, faults):
        """Runs it with faults: (status, standard error)."""
        process = self.start(faults)
        _, errors = process.communicate(timeout=120)
        return process.returncode, errors

    def clean(self):
        status, errors = self.go({})
        if status != 0:
            raise Wrong(f"without a fault: status {status}: {errors.strip()[-300:]}")

    def settle(self):
        """The log goes into the database, so that copies are one file."""
        if (self.run / self.database).exists():
            connection = sqlite3.connect(self.run / self.database)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()

    def remember(self):
        """The log, which was written anew, counts as the one that was left (engine/side_files.h)."""
        def identity(path):
            inode, birth = subprocess.run(["stat", "-c", "%i %.9W", path], capture_output=True, text=True).stdout.split()
            return f"{inode} {int(birth.replace('.', ''))}"

        database, log = (self.run / f"{self.database}{end}" for end in ("", "-wal"))
        if database.exists() and log.exists():
            record = self.folder / ".home/.local/state/dossier/logs" / hashlib.sha256(identity(database).encode()).hexdigest()
            record.write_text(identity(log))

    def reset(self):
        shutil.rmtree(self.run)
        shutil.copytree(self.folder / "base", self.run)

    def names(self):
        return {str(path.relative_to(self.run)) for path in self.run.rglob("*") if path.is_file()}

    def look(self, asks=True):
        """What a copy of `run` shows, so that looking repairs nothing; None without a database."""
        if not (self.run / self.database).exists():
            return None
        copy = self.folder / "look"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in self.run.glob(self.database + "*"):
            shutil.copyfile(path, copy / path.name)
        return Shown(self, copy / self.database, asks)

    def check_views(self, now, status):
        if now is None:
            if self.before is None and status != 0:
                return
            raise Wrong("there is no database")
        if now.is_like(self.after) or (status != 0 and self.before and now.is_exactly(self.before)):
            return
        raise Wrong("neither as before nor as after" if status != 0 else "it succeeded, and is not as after")

    def check_names(self):
        left = {name for name in self.names() - self.files if not name.endswith(SIDE_FILES)}
        if left:
            raise Wrong(f"left behind: {sorted(left)}")

    def imported(self, version, *more):
        self.write_tree(version)
        self.dossier(self.run / self.database, "import", str(self.tree), "--project", "tree", "--label", f"v{version}", *more)

    def with_facts(self):
        self.imported(1)
        self.dossier(self.run / self.database, "import", str(self.folder / "zoo.json"), "--project", "zoo")
        self.edited()

    def edited(self):
        """A session that changed a file."""
        (self.run / "ws").mkdir(exist_ok=True)
        (self.run / "ws" / "a.txt").write_text("one\ntwo\n")
        (self.folder / "script.jsonl").write_text("\n".join(json.dumps(line) for line in (
            "ACTION: EDIT_FILE(path='a.txt')\nCONTENT_START\none\n2\nCONTENT_END",
            {"text": "I edited a.txt: the second line is 2 now.", "expect": "STATUS: SUCCESS"})) + "\n")
        done = self.chat()
        if done[0] != 0:
            raise Wrong(f"chat: {done}")

    def chat(self, faults=None):
        process = subprocess.Popen(
            self.command(self.run / self.database, "chat", "--mode", "agent", "--root", "ws", "--project", "tree", "--model",
                         "scripted:../script.jsonl"),
            env=self.environment | (faults or {}), cwd=self.run, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        _, errors = process.communicate("change it\n", timeout=120)
        # A turn that fails is told, and the chat goes on to the end of its input.
        told = process.returncode == 0 and "dossier: " in errors
        return 1 if told else process.returncode, errors


class FirstImport(Operation):
    """Within a git work tree, so that the database is excluded there."""

    def prepare(self):
        (self.run / ".git" / "info").mkdir(parents=True)
        (self.run / ".git" / "info" / "exclude").write_text("# mine")
        self.words = ("import", str(self.tree), "--project", "tree")

    def check(self, status):
        super().check(status)
        excluded = (self.run / ".git" / "info" / "exclude").read_text()
        whole = "# mine\n/dossier.db*\n"
        # A process that dies within a write leaves the part; the next one begins a line of its own.
        if excluded not in ("# mine", whole) and not (status == -9 and whole.startswith(excluded)):
            raise Wrong(f".git/info/exclude: {excluded!r}")


class LaterImport(Operation):
    def prepare(self):
        self.with_facts()
        self.write_tree(2)
        self.words = ("import", str(self.tree), "--project", "tree", "--label", "v2")


class Compact(Operation):
    words = ("compact",)

    def prepare(self):
        self.with_facts()
        self.imported(2)
        self.imported(3)
        self.dossier(self.run / self.database, "drop", "v1", "--project", "tree")
        self.dossier(self.run / self.database, "drop", "v2", "--project", "tree")


class Drop(Operation):
    words = ("drop", "v1", "--project", "tree")

    def prepare(self):
        self.with_facts()
        self.imported(2)

    def again(self):
        if self.look(asks=False).is_like(self.after):
            return  # there is nothing to drop any more
        super().again()


class Backup(Operation):
    words = ("backup", "copy.db")

    def prepare(self):
        self.with_facts()

    def check(self, status):
        super().check(status)
        if (self.run / "copy.db").exists():
            if not Shown(self, self.run / "copy.db").is_exactly(self.before):
                raise Wrong("the copy is not the original")
            (self.run / "copy.db-shm").unlink(missing_ok=True)
            (self.run / "copy.db-wal").unlink(missing_ok=True)
        elif status == 0:
            raise Wrong("it succeeded, and there is no copy")

    def again(self):
        if not (self.run / "copy.db").exists():
            self.clean()
            self.check(0)


class Publish(Operation):
    """An agent's edit of a file: recorded first, then written."""

    def prepare(self):
        self.with_facts()
        (self.run / "ws" / "a.txt").write_text("one\ntwo\n")
        self.dossier(self.run / self.database, "sessions", "drop", "last")

    def go(self, faults):
        return self.chat(faults)

    def text(self):
        return (self.run / "ws" / "a.txt").read_text()

    def record(self):
        """The kinds of events of the newest session, whether an edit stands in it, and everything else."""
        connection = sqlite3.connect(self.folder / "look" / self.database)
        kinds = [kind for kind, in connection.execute("SELECT kind FROM events ORDER BY seq")]
        edits = connection.execute("SELECT count(*) FROM edits WHERE NOT undone").fetchone()[0]
        facts = [sorted(map(repr, connection.execute(f"SELECT * FROM {view}").fetchall()))
                 for view in VIEWS if view not in ("sessions", "events", "edits", "tool_calls", "findings", "notes")]
        connection.close()
        return kinds, edits, facts

    def state(self):
        self.look(asks=False)
        return self.record()

    def check(self, status):
        self.look(asks=False)
        kinds, edits, facts = self.record()
        if facts != self.before[2]:
            raise Wrong("the facts have changed")
        if kinds != self.after[0][:len(kinds)] and status in (-9, None):
            raise Wrong(f"events: {kinds}")
        if self.text() not in ("one\ntwo\n", "one\n2\n"):
            raise Wrong(f"the file holds {self.text()!r}")
        if self.text() == "one\n2\n" and edits == 0:
            raise Wrong("the file was written and the edit not recorded")
        if status == 0 and self.text() != "one\n2\n":
            raise Wrong("it succeeded, and the file was not written")

    def where(self):
        """A database that was copied is nobody's, and its sessions do not say where to write."""
        return "--root", str(self.run / "ws")

    def again(self):
        edits = self.record()[1]
        if edits:
            self.dossier(self.run / self.database, "sessions", "undo", *self.where())
        if self.text() != "one\ntwo\n":
            raise Wrong(f"undone, the file holds {self.text()!r}")
        self.clean()
        self.dossier(self.run / self.database, "sessions", "verify")
        if self.text() != "one\n2\n":
            raise Wrong(f"done again, the file holds {self.text()!r}")


class Undo(Publish):
    def prepare(self):
        self.with_facts()
        self.words = ("sessions", "undo", *self.where())

    def go(self, faults):
        return Operation.go(self, faults)

    def check(self, status):
        self.look(asks=False)
        if self.record()[2] != self.before[2]:
            raise Wrong("the facts have changed")
        if self.text() not in ("one\ntwo\n", "one\n2\n"):
            raise Wrong(f"the file holds {self.text()!r}")
        if status == 0 and self.text() != "one\ntwo\n":
            raise Wrong("it succeeded, and the file was not restored")

    def again(self):
        restored = self.text() == "one\ntwo\n"
        done = self.dossier(self.run / self.database, "sessions", "undo", *self.where(), may_fail=True)
        if done.returncode != 0 and not (restored and "undone already" in done.stderr):
            raise Wrong(f"undo: {done.stderr}")
        if self.text() != "one\ntwo\n":
            raise Wrong(f"undone, the file holds {self.text()!r}")
        self.dossier(self.run / self.database, "sessions", "verify")


class Watch(Operation):
    """Two changes of a watched folder: the second one's snapshot takes the place of the first one's."""

    def write_tree(self, version):
        """In one step: where the machine is slow, a watch may see what lies between two."""
        if not (self.tree / "same.txt").exists():
            (self.tree / "same.txt").write_text("line one\nalpha\n")
        (self.folder / "next").write_text(f'syntax = "proto3";\npackage zoo;\n// line of version {version}\n'
                                          f'message Cage {{ string alpha = 1; int32 size{version} = 2; }}\n')
        (self.folder / "next").replace(self.tree / "zoo.proto")

    def prepare(self):
        self.with_facts()
        self.words = ("import", str(self.tree), "--project", "tree", "--watch")
        base = self.folder / "before"
        shutil.copytree(self.run, base)
        self.between = []
        for steps in ((2,), (2, 3)):
            for version in steps:
                self.write_tree(version)
                self.dossier(self.run / self.database, "import", str(self.tree), "--project", "tree")
            self.between.append(self.state())
            shutil.rmtree(self.run)
            shutil.copytree(base, self.run)
        self.write_tree(1)

    def go(self, faults):
        self.write_tree(1)
        process = self.start(faults)
        errors = []
        while (line := process.stderr.readline()) and "watching" not in line:
            errors.append(line)
        process.stdout.readline()  # what the first import found
        ends = False
        for version in (2, 3):
            self.write_tree(version)
            ends = not process.stdout.readline()
            if ends:
                break
        if not ends:
            process.send_signal(signal.SIGTERM)
        process.stdout.read()  # as text: communicate() would lose what a line before brought with it
        rest = "".join(errors) + process.stderr.read()
        process.wait(120)
        # It had failed already, and listened no more.
        return (1, rest + "dossier: ended") if process.returncode == -signal.SIGTERM else (process.returncode, rest)

    def check(self, status):
        self.checked += 1
        now = self.look(asks=self.checked % 8 == 1)
        if status != 0 and any(now.is_like(state) for state in self.between):
            return
        self.check_views(now, status)

    def again(self):
        self.write_tree(3)
        self.dossier(self.run / self.database, "import", str(self.tree), "--project", "tree")
        if "version 3" not in self.dossier(self.run / self.database, "grep", "line of", "--project", "tree"):
            raise Wrong("imported again, it is not in step")
        self.look(asks=False)


OPERATIONS = {"first-import": FirstImport, "later-import": LaterImport, "compact": Compact, "drop": Drop, "backup": Backup,
              "publish": Publish, "undo": Undo, "watch": Watch}
