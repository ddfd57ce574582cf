#!/usr/bin/python3
"""Readers and other writers go on while a large import runs: write_during_import.py DOSSIER [ROWS].

While one process imports a program of ROWS rows, others attach notes and look names up, one after the
other. Every write must succeed and be read back at once, lookups in the other project must not change, and of
the import's members either none or all may show. How long they took is printed and decides nothing: where an import
is over before three rounds of that were made, one of twice as many rows follows.
"""

import json
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GAME = sandbox.FIXTURES / "exports" / "unity.project.json"
SYMBOL = "Game.PlayerStats._health"


def main(dossier, rows):
    with sandbox.Folder() as folder:
        program = sandbox.Program(dossier, folder.path)

        def run(*arguments):
            start = time.monotonic()
            return program.run(*arguments), time.monotonic() - start

        run("import", GAME, "--project", "Game")
        before, _ = run("broad", "Player.*(Health|Attack)", "--project", "Game", "--json")

        def counts():
            printed, _ = run("sql", "--json", "SELECT (SELECT count(*) FROM members), (SELECT count(*) FROM notes)")
            return json.loads(printed)["results"][0]["rows"][0]

        writes, reads, meanwhile = [], [], 0

        def import_meanwhile(rows):
            """Imports so many rows; the number of rounds of the others that began and ended while it ran."""
            large = folder.path / "Large.json"
            with large.open("w", encoding="utf-8") as out:
                subprocess.run([sys.executable, ROOT / "bench" / "generate.py", str(rows), "1"], stdout=out, check=True)
            members_before, _ = counts()
            importer = program.start("import", large, "--project", f"Large{rows}")
            seen, rounds = set(), 0
            while importer.poll() is None:
                _, seconds = run("note", SYMBOL, f"note {len(writes)}")
                writes.append(seconds)
                shown, seconds = run("broad", "Player.*(Health|Attack)", "--project", "Game", "--json")
                reads.append(seconds)
                if shown != before:
                    raise SystemExit("a lookup answered otherwise during the import")
                members, notes = counts()
                seen.add(members)
                if notes != len(writes):
                    raise SystemExit(f"{len(writes)} notes were written, {notes} are there")
                rounds += importer.poll() is None
            _, errors = importer.communicate()
            if importer.returncode != 0:
                raise SystemExit(f"the import failed: {errors}")
            all_members, _ = counts()
            if not seen <= {members_before, all_members}:
                raise SystemExit(f"a part of the import showed: {sorted(seen)} members, {members_before} before, "
                                 f"{all_members} after")
            if all_members == members_before:
                raise SystemExit("the import left nothing")
            return rounds

        for _ in range(4):
            meanwhile += import_meanwhile(rows)
            if meanwhile >= 3:
                break
            rows *= 2
        print(f"{meanwhile} notes and lookups during imports; slowest note {max(writes):.2f} s, lookup {max(reads):.2f} s")
        if meanwhile < 3:
            raise SystemExit("the imports were over before others could write")
        return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 200_000))
