#!/usr/bin/python3
"""Kills drops and compactions at random moments: kill_compact.py DOSSIER [KILLS].

A database holds two versions of a program and of a source tree. Copies of it are dropped from and compacted,
and killed (-9) at moments drawn over the whole time. After each the file is sound and what its views show is
what they showed before or after the drop; a compaction that is let finish then leaves as few rows as it
does without kills.
"""

import pathlib
import random
import shutil
import signal
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import kill_import  # noqa: E402
from kill_import import sandbox  # noqa: E402

TABLES = ("_name", "_sig", "_module", "_type", "_member", "_content", "_file", "_segment", "_import")


def rows(database):
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    counts = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]
    connection.close()
    return counts


def main(dossier, kills):
    draw = random.Random(20261122)
    with sandbox.Folder() as folder:
        base, killed = folder.path / "base.db", folder.path / "killed.db"
        program = sandbox.Program(dossier, folder.path)

        def finish(database, *arguments):
            return program.run("--db", database, *arguments)

        def copy(database, to):
            for part in folder.path.glob(to.name + "*"):
                part.unlink()
            shutil.copyfile(database, to)

        export, tree = folder.path / "Large.json", folder.path / "tree"
        for version in (1, 2):
            kill_import.MODULES = 8 + 4 * version
            kill_import.write_large(export)
            finish(base, "import", export, "--label", f"export{version}")
            tree.mkdir(exist_ok=True)
            for number in range(300 * version):
                lines = (f"line {line} {draw.randrange(10**6)}" for line in range(60))
                (tree / f"f{number}.txt").write_text("\n".join(lines) + "\n")
            finish(base, "import", tree, "--label", f"tree{version}")
        sqlite3.connect(base).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
        before = kill_import.shown(base)

        dropped = folder.path / "dropped.db"
        copy(base, dropped)
        began = time.monotonic()
        finish(dropped, "drop", "export1", "tree1")
        drop_time = time.monotonic() - began
        sqlite3.connect(dropped).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
        after = kill_import.shown(dropped)
        calm = folder.path / "calm.db"
        copy(dropped, calm)
        began = time.monotonic()
        finish(calm, "compact")
        compact_time = time.monotonic() - began
        wanted, answer = rows(calm), finish(calm, "grep", "line 7 1")

        landed = kill = 0
        while landed < kills:
            kill += 1
            if kill > 20 * kills:
                raise SystemExit(f"only {landed} of {kill} kills found a drop or a compaction running")
            compacting = kill % 4 != 0
            copy(dropped if compacting else base, killed)
            process = program.start("--db", killed, *(["compact"] if compacting else ["drop", "export1", "tree1"]))
            time.sleep((compact_time if compacting else drop_time) * draw.uniform(0.02, 1.0))
            process.kill()
            process.communicate()
            landed += process.returncode == -signal.SIGKILL
            now = kill_import.shown(killed)
            if compacting and now != after:
                raise SystemExit(f"kill {kill}: a compaction changed what the views show")
            if not compacting and now not in (before, after):
                # One snapshot of the two may be gone: each is dropped by itself.
                finish(killed, "drop", "tree1")
                if kill_import.shown(killed) != after:
                    raise SystemExit(f"kill {kill}: a drop left a part of a snapshot")
            if compacting and kill % 5 == 1:
                finish(killed, "compact")
                if rows(killed) != wanted:
                    raise SystemExit(f"kill {kill}: rows are left: {rows(killed)}, not {wanted}")
                if finish(killed, "grep", "line 7 1") != answer or kill_import.shown(killed) != after:
                    raise SystemExit(f"kill {kill}: answers differ")
        print(f"{landed} kills within {drop_time:.2f} s of drop and {compact_time:.2f} s of compaction; "
              "the database stays sound")
        return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 30))
