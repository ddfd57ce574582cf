#!/usr/bin/env python3
"""How well `dossier proto-suspects` ranks the files that real changes of .proto files had to touch.

usage: tests/quality/suspects.py DOSSIER CASES.tsv DIR [ID...]

CASES.tsv  one case a line; of its columns id, repo and kind are read
DIR        cases laid out: DIR/ID/premerge, DIR/ID/merge and DIR/ID/TRUTH.txt, the files that had
           to change, one a line. Both trees are imported into DIR/ID/case.db, unless that is there.

Prints recall@5, recall@10 and MRR (1/rank of the first true file) by kind and repository, beside
two simple rankings of the same trees: by how many names of the change a file has, and
by the points of the seed's own scoring; and how long a case took once it was imported. Files that
only the later version has count where nothing else is true, as in the cases' own scoring.
"""
import csv
import json
import re
import subprocess
import sys
import time
from pathlib import Path

csv.field_size_limit(10**9)
ENTRY = {"main.go", "server.go", "client.go", "app.py", "index.js"}
CODE = re.compile(r"\.(go|py|pyi?|java|kt|scala|ts|tsx|js|jsx|cs|cc|cpp|h|hpp|rs|rb|php|swift|sh|yaml|yml)$")
GENERATED = re.compile(r"\.pb\.|_pb2|_pb\.|\.pb\.gw\.|/vendor/|^vendor/|/node_modules/|Godeps/")


def dossier(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def database_of(program, case):
    database = case / "case.db"
    if not database.exists():
        made = case / "made.db"
        for side, label in (("premerge", "before"), ("merge", "after")):
            dossier(program, "import", str(case / side), "--project", "case", "--label", label,
                    "--db", str(made))
        made.rename(database)
    return str(database)


def texts(tree):
    found = {}
    for path in sorted(tree.rglob("*")):
        name = str(path.relative_to(tree))
        if path.is_file() and not path.is_symlink() and CODE.search(name) and not GENERATED.search(name):
            data = path.read_bytes()
            if len(data) < 4 << 20:
                found[name] = data.decode("utf-8", "replace")
    return found


def simple_rankings(program, database, case):
    changes = json.loads(dossier(program, "proto-changes", "before", "after", "--db", database, "--json"))
    names = {part for change in changes["changes"] for part in [change["name"].rsplit(".", 1)[-1]]}
    types = {c["name"].rsplit(".", 1)[-1] for c in changes["changes"]
             if c["kind"] in ("message", "service", "rpc")}
    stems = {Path(change["path"]).stem for change in changes["changes"]}
    before, after = texts(case / "premerge"), texts(case / "merge")
    bare = {name.replace("_", "").lower() for name in names}
    words = {path: {word.replace("_", "").lower() for word in re.findall(r"\w+", text)}
             for path, text in before.items()}

    def by(points):
        return sorted(before, key=lambda path: (-points(path), path))

    def seed(path):
        changed = before[path] != after.get(path)
        lines = set(after.get(path, "").split("\n")) ^ set(before[path].split("\n")) if changed else ()
        diff = "\n".join(lines)
        name = path.rsplit("/", 1)[-1]
        return (20 * (name in ENTRY) + 10 * (name.endswith((".yaml", ".yml")) or "deployment" in name)
                + 15 * (name.split(".")[0] in stems) + 5 * changed
                + 30 * sum(word in diff for word in types))

    return {"names of the change": by(lambda path: len(bare & words[path])), "seed's points": by(seed)}


def measure(ranked, truth):
    first = next((1 / (i + 1) for i, path in enumerate(ranked) if path in truth), 0.0)
    return [len(truth & set(ranked[:5])) / len(truth), len(truth & set(ranked[:10])) / len(truth), first]


def main(program, table, folder, *ids):
    with open(table, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    results, seconds, missing = {}, [], []
    for row in rows:
        case = Path(folder) / row["id"]
        if (ids and row["id"] not in ids) or not (case / "TRUTH.txt").exists():
            missing.append(row["id"])
            continue
        truth = {t for t in (case / "TRUTH.txt").read_text(encoding="utf-8").split("\n") if t}
        truth = {t for t in truth if (case / "premerge" / t).exists()} or truth
        database = database_of(program, case)
        began = time.monotonic()
        answer = json.loads(dossier(program, "proto-suspects", "before", "after", "--db", database, "--json"))
        seconds.append(time.monotonic() - began)
        rankings = {"dossier": [suspect["path"] for suspect in answer["suspects"]]}
        rankings.update(simple_rankings(program, database, case))
        for name, ranked in rankings.items():
            measured = measure(ranked, truth)
            for group in (row["kind"], f"{row['kind']} {row['repo']}" if name == "dossier" else None):
                if group:
                    results.setdefault((group, name), []).append(measured)
    for (group, name), measured in sorted(results.items()):
        mean = [sum(column) / len(measured) for column in zip(*measured)]
        print(f"{group:55}{name:20}n {len(measured):3}  R@5 {mean[0]:.3f}  R@10 {mean[1]:.3f}  MRR {mean[2]:.3f}")
    if seconds:
        print(f"a case took {sum(seconds) / len(seconds):.2f} s, the slowest {max(seconds):.2f} s")
    if missing and not ids:
        print("not laid out:", *missing)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
