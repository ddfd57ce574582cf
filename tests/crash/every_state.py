#!/usr/bin/python3
"""Imports into other projects never change an answer. every_state.py DOSSIER FULL_DISK [ROUNDS [SEED]].

A database holds two versions of a tree, assemblies, a session and a note. Every view, every op (over HTTP, from
a server that runs all the while) and every command that looks are asked what they say of it. Then other programs
are imported: one is let finish while the questions are asked over and over, some are killed (-9) at random
moments, some find the disk full (FULL_DISK, preloaded) after random amounts. Each time the answers are what they
were, before anybody tidies up, and no key refers to nothing.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import kill_import  # noqa: E402
from kill_import import sandbox  # noqa: E402

OLD = "('languages', 'Shapes')"
# Of every op at least one question; the commands that look are asked by name, and a new one has to be asked too.
OPS = {
    "broad": ("/api/search/broad", [{"pattern": "price.*(total|parse)"}]),
    "clear": ("/api/lookup/clear", [{"identifier": "Shop.Prices.Price"}]),
    "type-refs": ("/api/search/typeRefs", [{"identifier": "Price"}, {"identifier": "Price", "exact": "true"}]),
    "refs": ("/api/refs", [{"identifier": "Base"}, {"identifier": "Shop.Prices.Price", "from": "true"}]),
    "callers": ("/api/callers", [{"identifier": "parse", "depth": "0"}]),
    "derived": ("/api/derived", [{"identifier": "Base"}]),
    "literals": ("/api/literals", [{"pattern": "price"}]),
    "show": ("/api/show", [{"identifier": "Shop.Prices.Price"}]),
    "snapshots": ("/api/snapshots", [{}]),
    "diff": ("/api/diff", [{"before": "old", "after": "new", "symbols": "true"}]),
    "proto-changes": ("/api/proto/changes", [{"before": "old", "after": "new"}]),
    "proto-suspects": ("/api/proto/suspects", [{"before": "old", "after": "new"}]),
    "find": ("/api/find", [{"q": "price total"}, {"q": "kind:file price currency"}, {"q": "kind:method calls:parse"},
                           {"q": "kind:literal price"}, {"q": "Large0 Player kind:event"}]),
    "grep": ("/api/search/lines", [{"pattern": "price"}]),
    "cat over HTTP": ("/api/source", [{"path": "Shop.cs"}]),
}
COMMANDS = {"ls": ["ls"], "cat": ["cat", "Shop.cs"],
            "sql": ["sql", "--jsonl", f"SELECT kind, name, full_name, signature, path FROM symbols WHERE project IN {OLD}; "
                    f"SELECT path, line, text FROM lines WHERE project IN {OLD}"]}
KEYS = {  # what is a foreign key without a REFERENCES clause
    table: f"SELECT {column} FROM {table} WHERE {column} > coalesce((SELECT last FROM _module m WHERE m.id <= {column} "
           "ORDER BY m.id DESC LIMIT 1), 0)"
    for table, column in (("_reference", "source"), ("_literal", "source"), ("_detail", "symbol"))
} | {"_code": "SELECT member FROM _code WHERE member NOT IN (SELECT id FROM _member)",
     "_content": "SELECT id FROM _content WHERE blocks > 0 AND segment NOT IN (SELECT id FROM _segment)"}


def difference(now, before):
    """Both from shortly before where they part."""
    now, before = str(now), str(before)
    at = max(0, len(os.path.commonprefix([now, before])) - 200)
    return f"{now[at:at + 500]}\nwas {before[at:at + 500]}"


class Asked:
    """All questions to one database, whose answers of now are `before`."""

    def __init__(self, dossier, database, environment, folder):
        self.dossier, self.database, self.environment, self.folder = dossier, database, environment, folder
        self.server = subprocess.Popen([dossier, "serve", "--db", database, "--port", "0"], env=environment, cwd=folder,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = ""
        while "http://" not in line:
            line = self.server.stdout.readline()
            if not line:
                raise SystemExit(f"no server: {self.server.stderr.read()}")
        self.url = "http://" + line.split("http://")[1].split()[0].rstrip("/")
        self.snapshots = self.count()
        self.before = dict(self.answers())
        empty = [name for name, answer in self.before.items() if answer in ([], b"[]", b"", b"{}")]
        if empty != ["view edits"]:
            raise SystemExit(f"nothing is said by: {empty}")

    def connect(self):
        return sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=60)

    def count(self):
        connection = self.connect()
        count = connection.execute("SELECT count(*) FROM snapshots").fetchone()[0]
        connection.close()
        return count

    def newest(self):
        connection = self.connect()
        newest = connection.execute("SELECT max(id) FROM snapshots").fetchone()[0]
        connection.close()
        return newest

    def get(self, route, parameters):
        try:
            with urllib.request.urlopen(f"{self.url}{route}?{urllib.parse.urlencode(parameters)}", timeout=120) as reply:
                return reply.read()
        except urllib.error.HTTPError as refused:
            return refused.read()

    def answers(self):
        connection = self.connect()
        views = [name for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")]
        for view in views:
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{view}")')]
            which = f" WHERE project IN {OLD}" if "project" in columns and view != "sessions" else ""
            which = f" WHERE name IN {OLD}" if view == "projects" else which
            yield f"view {view}", connection.execute(f'SELECT * FROM "{view}"{which}').fetchall()
        connection.close()
        for op, (route, questions) in OPS.items():
            for question in questions:
                for project in ("languages", ""):
                    asked = question | {"project": project} if project else question
                    yield f"{op} {asked}", self.get(route, asked)
        for name, command in COMMANDS.items():
            scope = [] if name == "sql" else ["--project", "languages"]
            yield name, subprocess.run([self.dossier, "--db", self.database, *command, *scope], env=self.environment,
                                       cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
        yield "status", self.status()

    def status(self):
        printed = subprocess.run([self.dossier, "--db", self.database, "status", "--json"], env=self.environment,
                                 cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
        return {key: value for key, value in json.loads(printed).items() if key != "bytes"}

    def check(self, when):
        """Whether all is as it was. Answers of all projects are compared as long as there are no others."""
        connection = self.connect()
        verdict = connection.execute("PRAGMA foreign_key_check").fetchall()
        for table, sql in KEYS.items():
            verdict += [(table, *row) for row in connection.execute(sql + " LIMIT 3")]
        connection.close()
        if verdict:
            raise SystemExit(f"{when}: keys refer to nothing: {verdict[:5]}")
        others = []
        for name, answer in self.answers():
            if answer == self.before[name]:
                continue
            if name.startswith("view") or "'languages'" in name or name in COMMANDS:
                raise SystemExit(f"{when}: {name}: {difference(answer, self.before[name])}")
            others.append((name, answer))
        if others and self.count() == self.snapshots:
            name, answer = others[0]
            raise SystemExit(f"{when}: {name}: {difference(answer, self.before[name])}")

    def close(self):
        self.server.terminate()
        self.server.communicate()


def write_trees(folder):
    """The tree of the base, and one that says nearly the same."""
    source = sandbox.FIXTURES / "repositories" / "languages"
    for file in source.rglob("*"):
        if not file.is_file() or file.suffix == ".golden":
            continue
        text = file.read_text("utf-8")
        for tree, written in (("tree", text), ("other", text.replace("amount", "total") + "\n")):
            to = folder / tree / file.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(written, "utf-8")
    for number in range(60):
        (folder / "other" / f"Large{number}.cs").write_text("namespace Shop.Large { " + " ".join(
            f"public class Price{number}x{kind} : Shop.Prices.Price {{ " + " ".join(
                f'[Obsolete("use Total")] int Total{k}(string price) {{ Parse(price); return Register("price {k} {number}"); }}'
                for k in range(12)) + " }" for kind in range(8)) + " }\n")


def main(dossier, full_disk, rounds, seed):
    draw = random.Random(seed)
    kill_import.MODULES = 12
    with sandbox.Folder() as folder:
        program = sandbox.Program(dossier, folder.path)
        environment = program.environment
        database, large = folder.path / "d.db", folder.path / "Large.json"
        write_trees(folder.path)
        kill_import.write_large(large)

        def start(base, *arguments, **variables):
            return program.start("--db", base, *arguments, **variables)

        def finish(base, *arguments):
            program.run("--db", base, *arguments)

        looks = {line.split()[0] for line in program.run("--help").split("\nLook\n")[1].split("\n\n")[0].splitlines()}
        if not_asked := looks - OPS.keys() - COMMANDS.keys():
            raise SystemExit(f"not asked: {sorted(not_asked)}")

        finish(database, "import", folder.path / "tree", "--project", "languages", "--label", "old")
        (folder.path / "tree" / "Shop.cs").open("a").write("class Added { int price; }\n")
        proto = folder.path / "tree" / "shop.proto"
        proto.write_text(proto.read_text("utf-8").replace("product_ids", "product_keys"), "utf-8")
        finish(database, "import", folder.path / "tree", "--project", "languages", "--label", "new")
        finish(database, "import", sandbox.FIXTURES / "assemblies" / "Shapes.dll")
        finish(database, "ask", "where is the price parsed?")
        finish(database, "note", "Shop.Prices.Price", "a note")
        finish(database, "config", "set", "parallelLimit", "3")
        imports = [("import", folder.path / "other", "--project", "other"), ("import", large, "--project", "large")]

        # How long each takes, and what it writes: in a copy.
        calm, spent = folder.path / "calm.db", {}
        sqlite3.connect(database).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
        shutil.copyfile(database, calm)
        size = calm.stat().st_size
        for command in imports:
            began = time.monotonic()
            finish(calm, *command)
            spent[command] = time.monotonic() - began, calm.stat().st_size - size
            size = calm.stat().st_size

        asked = Asked(dossier, database, environment, folder.path)
        killed = full = 0
        for number in range(20 * rounds):
            if killed >= rounds and full >= rounds:
                break
            command = draw.choice(imports)
            seconds, grown = spent[command]
            if killed < rounds:
                process = start(database, *command)
                time.sleep(seconds * draw.uniform(0.1, 1.0))
                process.kill()
                process.communicate()
                landed, what = process.returncode == -signal.SIGKILL, "killed"
                killed += landed
            else:
                process = start(database, *command, LD_PRELOAD=str(full_disk), FULL_DISK_AFTER=str(draw.randrange(int(grown))))
                errors = process.communicate(timeout=240)[1]
                landed, what = process.returncode != 0, "full disk"
                full += landed
                if landed and "full" not in errors and "No space" not in errors:
                    raise SystemExit(f"a full disk is told as status {process.returncode}: {errors}")
            if asked.count() != asked.snapshots:  # it was over before
                asked.close()
                finish(database, "drop", str(asked.newest()))
                finish(database, "compact")
                asked = Asked(dossier, database, environment, folder.path)
                continue
            asked.check(f"{what}, {number}")

        looks = 0
        for command in imports:
            process = start(database, *command)
            while process.poll() is None:
                asked.check("during an import")
                looks += 1
            errors = process.communicate()[1]
            if process.returncode != 0:
                raise SystemExit(f"{command}: {errors}")
            asked.check("after the import")
            asked.snapshots = asked.count()
            asked.before = dict(asked.answers())
        asked.close()
        print(f"{killed} killed, {full} met a full disk, {looks} looks during imports: every answer is what it was")
        return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(),
                  int(sys.argv[3]) if len(sys.argv) > 3 else 5, int(sys.argv[4]) if len(sys.argv) > 4 else 20261122))
