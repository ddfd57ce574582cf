#!/usr/bin/python3
"""A database is damaged, in one place at a time: damage.py DOSSIER.

Bits of its file are flipped, and values of its rows are changed with SQL: one of each column of each
table of facts (store/tables.txt), but for those of UNSEEN, which nothing else in the file tells.

Whatever it is: the questions below are answered as before, or an error says what is damaged, or
`dossier status --check` does. Where the bit lies in packed blocks of the search index, no answer is
wrong without an error. The bits are drawn from a fixed seed. Of posting lists, the unit test
check_test flips every bit.
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

ANYWHERE, PACKED, TEXTS = 200, 40, 20
TABLES = pathlib.Path(__file__).resolve().parents[2] / "store" / "tables.txt"
SOURCES = ("c", "cpp", "shop", "server", "Shop.cs", "shop.proto")  # of fixtures/repositories/languages

QUESTIONS = [
    "SELECT kind, name, full_name, signature, module, path, base_type, symbol FROM symbols",
    *(f"SELECT kind, full_name, signature FROM symbols WHERE {where}" for where in (
        "name REGEXP 'price'", "full_name REGEXP 'Shape.*(area|Area)'", "signature REGEXP 'int'", "\"any\" REGEXP 'Health'",
        "name = 'main'", "name LIKE '%player%'", "full_name GLOB 'Game.*'", "kind = 'type' AND name REGEXP '^P'",
        "name REGEXP 'q'", "signature REGEXP 'void.*string'", "\"any\" REGEXP 'zz|xy'")),
    "SELECT path, line, text FROM lines",
    *(f"SELECT path, line, text FROM lines WHERE {where}" for where in (
        "text REGEXP 'return'", "text REGEXP 'class .*Shape'", "text = '}'", "text LIKE '%price%'", "text GLOB '*Price*'",
        "text REGEXP 'import|include'", "text REGEXP 'q'", "path GLOB '*.py' AND text REGEXP 'def'")),
    "SELECT module, name, full_name, base_type FROM types",
    "SELECT type, name, full_name, signature, key FROM members",
    "SELECT path, language, size, lines, hash, is_generated, is_vendored, is_binary FROM files",
    "SELECT name, full_name, path FROM modules",
    "SELECT count(*) FROM members GROUP BY type",
    "SELECT t.name, s.base_type FROM types t JOIN symbols s ON s.symbol = t.symbol",
    "SELECT f.path, count(*) FROM files f JOIN lines l ON l.path = f.path GROUP BY 1",
    "SELECT project, kind, modules, types, members, files FROM snapshots",
    "SELECT full_name, source_path, line, kind, is_public, is_abstract, is_sealed, is_static, token FROM types",
    "SELECT full_name, line, is_static, is_public, token FROM members",
    "SELECT source_type, source_member, kind, target, target_type, target_scope, target_key, in_module, il_offset, path, line, "
    "\"column\", by_name FROM refs",
    "SELECT source_member, kind, value, il_offset, path, line FROM literals",
    "SELECT symbol, kind, text FROM details",
]

LOOKUPS = [("find", "kind:file price shape", "--json"), ("broad", "Player.*Health", "--json"), ("clear", "PlayerStats", "--json"),
           ("type-refs", "PlayerStats", "--json"), ("grep", "price")]


# What no other row and no hash tells (docs/reliability.md), as TABLE.COLUMN; _store is not of facts, and a number of
# _detail leaves the order as it is.
UNSEEN = set("""
_project.name _project.created_at
_snapshot.label _snapshot.source _snapshot.revision _snapshot.imported_at _snapshot.readers
_file.language _file.mtime _file.object _file.damaged
_content.words
_segment.text_bytes
_detail.seq
""".split())


def changed(value):
    """Values of the same type beside this one, nearest first."""
    if isinstance(value, int):
        return [value ^ 1, value + 1, value + 1_000_003]
    if isinstance(value, str):
        return [chr(ord(value[0]) ^ 1) + value[1:] if value else "x", value + "x"]
    return [bytes([value[0] ^ 1]) + value[1:] if value else b"x"]


class Database:
    """A database of sources, assemblies and exports, and copies of it in which one bit is another."""

    def __init__(self, dossier, folder):
        self.dossier, self.folder = dossier, folder
        self.environment = sandbox.environment(dossier, folder)
        tree = folder / "tree"
        tree.mkdir()
        for name in SOURCES:
            source = sandbox.FIXTURES / "repositories" / "languages" / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, tree / name)
        whole = folder / "whole.db"
        for what in (tree, sandbox.FIXTURES / "assemblies/Shapes.dll", sandbox.FIXTURES / "exports/unity.project.json",
                     sandbox.FIXTURES / "exports/versions.v1.project.json"):
            done = self.run(whole, "import", what)
            if done.returncode != 0:
                raise SystemExit(f"the import fails: {done.stderr}")
        self.bytes = whole.read_bytes()
        self.before = self.answers(whole)
        if self.before is None:
            raise SystemExit("the questions fail")
        checked = self.run(whole, "status", "--check")
        if checked.stdout != "ok\n":
            raise SystemExit(f"a whole database is called damaged: {checked.stdout}{checked.stderr}")

    def run(self, database, *arguments):
        return subprocess.run([self.dossier, "--db", database, *arguments], cwd=self.folder, capture_output=True,
                              env=self.environment, timeout=120, text=True, errors="surrogateescape")

    def answers(self, database):
        """What the questions are answered; None where an error says that one cannot be."""
        answers = []
        for words in (("sql", "--csv", "--limit", "1000000", "; ".join(QUESTIONS)), *LOOKUPS):
            done = self.run(database, *words)
            if done.returncode < 0:
                raise SystemExit(f"{words[0]} ends with {done.returncode}")
            if done.returncode != 0:
                return None
            answers.append(done.stdout)
        return answers

    def flip(self, place):
        """What comes of a bit, which is (offset, number), that is another."""
        offset, bit = place
        data = bytearray(self.bytes)
        data[offset] ^= 1 << bit
        copy = self.folder / f"{offset}.{bit}.db"
        copy.write_bytes(data)
        answers = self.answers(copy)
        if answers is None:
            verdict = "told by an error"
        elif answers == self.before:
            verdict = "without effect"
        else:
            verdict = "told by --check" if self.is_told(copy) else "untold"
        os.remove(copy)
        return verdict

    def is_told(self, copy):
        return self.run(copy, "status", "--check").returncode == 1

    def columns(self):
        """Every (table, column) of facts that is no index of words."""
        declared = [line.split()[0] for line in TABLES.read_text().splitlines() if line.startswith("_")]
        with sqlite3.connect(self.folder / "whole.db") as connection:
            kept = [table for table in declared if not connection.execute(
                "SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE 'CREATE VIRTUAL%'", (table,)).fetchone()]
            return [(table, row[1]) for table in kept for row in connection.execute(f"PRAGMA table_info({table})")]

    def change(self, column):
        """What --check says of a value of this column that is another; "empty" where the table has none."""
        table, name = column
        draw = random.Random(f"{table}.{name}")
        copy = self.folder / f"{table}.{name}.db"
        copy.write_bytes(self.bytes)
        connection = sqlite3.connect(copy)
        connection.execute("PRAGMA journal_mode = DELETE")
        keys = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[5]]
        rows = connection.execute(f'SELECT {", ".join(keys)}, "{name}" FROM {table} WHERE "{name}" IS NOT NULL').fetchall()
        verdict = "empty"
        if rows:
            *key, value = draw.choice(rows)
            for other in changed(value):
                try:
                    connection.execute(f'UPDATE {table} SET "{name}" = ? WHERE {" AND ".join(f"{k} = ?" for k in keys)}', (other, *key))
                    break
                except sqlite3.IntegrityError:
                    pass
            connection.commit()
            verdict = None
        connection.close()
        verdict = verdict or ("told by --check" if self.is_told(copy) else "untold")
        os.remove(copy)
        return verdict

    def bits_of(self, sql, draw, count):
        """Bits of a column's values, drawn where the file has these bytes: a text stands in indexes, too."""
        with sqlite3.connect(self.folder / "whole.db") as connection:
            values = [value for value, in connection.execute(sql)]
        bits = []
        while len(bits) < count:
            value = draw.choice(values)
            begin = draw.randrange(max(len(value) - 16, 0) + 1)
            part = value[begin:begin + 16]
            places = [match.start() for match in re.finditer(re.escape(part), self.bytes)]
            if places:
                bits.append((draw.choice(places) + draw.randrange(len(part)), draw.randrange(8)))
        return bits


def main(dossier):
    complaints = []
    draw = random.Random(20261128)
    with sandbox.Folder() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        database = Database(pathlib.Path(dossier).resolve(), folder.path)
        anywhere = [(draw.randrange(len(database.bytes)), draw.randrange(8)) for _ in range(ANYWHERE)]
        drawn = {
            "anywhere": anywhere,
            "in packed blocks": database.bits_of("SELECT data FROM _unit", draw, PACKED),
            "in source paths": database.bits_of("SELECT CAST(path AS BLOB) FROM _source_path", draw, TEXTS),
            "in names": database.bits_of("SELECT CAST(text AS BLOB) FROM _name WHERE length(text) > 7", draw, TEXTS),
            "in details": database.bits_of("SELECT CAST(text AS BLOB) FROM _detail WHERE length(text) > 7", draw, TEXTS),
        }
        for where, bits in drawn.items():
            verdicts = list(pool.map(database.flip, bits))
            print(f"{len(bits)} bits {where}:", *(f"{n} {what}" for what, n in sorted(collections.Counter(verdicts).items())))
            wrong = ("untold", "told by --check") if where == "in packed blocks" else ("untold",)
            complaints += [f"bit {bit} of byte {offset}, {where}: a wrong answer, {verdict}"
                           for (offset, bit), verdict in zip(bits, verdicts) if verdict in wrong]
        columns = [column for column in database.columns() if ".".join(column) not in UNSEEN and column[0] != "_store"]
        verdicts = list(pool.map(database.change, columns))
        print(f"values of {len(columns)} columns:", *(f"{n} {what}" for what, n in sorted(collections.Counter(verdicts).items())))
        complaints += [f"a value of {table}.{name} is another: {verdict}"
                       for (table, name), verdict in zip(columns, verdicts) if verdict == "untold"]
    for complaint in complaints:
        print("FAILED:", complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
