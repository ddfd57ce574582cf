#!/usr/bin/python3
"""Bits of a database's file are flipped, one at a time: damage.py DOSSIER.

Whatever the bit: the questions below are answered as before, or an error says what is damaged, or
`dossier status --check` does. Where the bit lies in packed blocks of the search index, no answer is
wrong without an error. The bits are drawn from a fixed seed. Of posting lists, the unit test
check_test flips every bit.
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

ANYWHERE, PACKED = 200, 40
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
]

# What stands beside the names of symbols of sources is asked nowhere: --check cannot tell (docs/reliability.md).
LOOKUPS = [("find", "kind:file price shape", "--json"), ("broad", "Player.*Health", "--json"), ("clear", "PlayerStats", "--json"),
           ("type-refs", "PlayerStats", "--json"), ("grep", "price")]


class Database:
    """A database of sources and of exports, and copies of it in which one bit is another."""

    def __init__(self, dossier, folder):
        self.dossier, self.folder = dossier, folder
        self.environment = sandbox.environment(dossier, folder)
        tree = folder / "tree"
        tree.mkdir()
        for name in SOURCES:
            source = sandbox.FIXTURES / "repositories" / "languages" / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, tree / name)
        whole = folder / "whole.db"
        for what in (tree, sandbox.FIXTURES / "exports/unity.project.json",
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

    def verdict(self, place):
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
            verdict = "told by --check" if self.run(copy, "status", "--check").returncode == 1 else "untold"
        os.remove(copy)
        return verdict

    def bits_of(self, sql, draw, count):
        """Bits of a column's values, drawn where the file has these bytes but once."""
        with sqlite3.connect(self.folder / "whole.db") as connection:
            values = [value for value, in connection.execute(sql)]
        bits = []
        while len(bits) < count:
            value = draw.choice(values)
            begin = draw.randrange(max(len(value) - 16, 0) + 1)
            part = value[begin:begin + 16]
            at = self.bytes.find(part)
            if at >= 0 and self.bytes.find(part, at + 1) < 0:
                bits.append((at + draw.randrange(len(part)), draw.randrange(8)))
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
        }
        for where, bits in drawn.items():
            verdicts = list(pool.map(database.verdict, bits))
            print(f"{len(bits)} bits {where}:", *(f"{n} {what}" for what, n in sorted(collections.Counter(verdicts).items())))
            wrong = ("untold",) if where == "anywhere" else ("untold", "told by --check")
            complaints += [f"bit {bit} of byte {offset}, {where}: a wrong answer, {verdict}"
                           for (offset, bit), verdict in zip(bits, verdicts) if verdict in wrong]
    for complaint in complaints:
        print("FAILED:", complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
