#!/usr/bin/env python3
"""lookups.py DOSSIER FOLDER: how often `find NAME` puts a project's central symbol first.

lookups.tsv lists the names. FOLDER holds the repositories, each as OWNER+NAME/repo or NAME, bare or not; one that is not
there is left out and counted. Each is imported once, into FOLDER/../lookups.db unless DATABASE is given.
"""
import json
import pathlib
import subprocess
import sys


def rows_of(dossier, database, project, name):
    done = subprocess.run([dossier, "--db", database, "find", name, "--project", project, "--limit", "3", "--json"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["rows"]


def matches(row, name, kind, path):
    is_type = row["kind"] not in ("method", "function", "macro", "field", "property", "event", "constructor",
                                  "variable", "constant", "enumerator")
    return (row["name"].split("(")[0] == name and (kind == "type" or kind == "class") == is_type
            and (path == "*" or row.get("path") == path))


def main():
    dossier, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    database = sys.argv[3] if len(sys.argv) > 3 else str(folder / "lookups.db")
    verbose = "-v" in sys.argv
    lines = [line.split("\t") for line in (pathlib.Path(__file__).parent / "lookups.tsv").read_text().splitlines()
             if not line.startswith("#")]
    known, tally, missing = {}, {}, set()
    for half, repository, name, kind, path in lines:
        if repository not in known:
            places = [folder / repository.replace("/", "+") / "repo", folder / repository.split("/")[1]]
            place = next((p for p in places if p.exists()), None)
            known[repository] = place
            if place:
                command = [dossier, "--db", database, "import", str(place), "--rev", "HEAD", "--project", repository]
                if subprocess.run(command, capture_output=True).returncode == 1:
                    sys.exit(f"lookups: {' '.join(command)} failed")
            else:
                missing.add(repository)
        if not known[repository]:
            continue
        rows = rows_of(dossier, database, repository, name)
        at = next((i for i, row in enumerate(rows) if matches(row, name, kind, path)), None)
        count = tally.setdefault(half, [0, 0, 0])
        count[0] += 1
        count[1] += at == 0
        count[2] += at is not None
        if verbose and at != 0:
            print(f"{repository} {name}: {at}", *[f"    {r['kind']} {r['full_name']} {r.get('path')}" for r in rows], sep="\n")
    print("| half | lookups | first | in the first three |\n|---|---|---|---|")
    for half, (of, first, three) in sorted(tally.items()):
        print(f"| {half} | {of} | {first} | {three} |")
    if missing:
        print("not there:", *sorted(missing))


if __name__ == "__main__":
    main()
