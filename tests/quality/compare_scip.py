#!/usr/bin/python3
"""Precision and recall of references against a SCIP index: compare_scip.py DOSSIER FOLDER INDEX.scip [PREFIX]

FOLDER is the tree that INDEX was made of (with @sourcegraph/scip-typescript or scip-python, from npm).
Both are imported into a fresh database; every definition that both have is asked about with the
operation `refs`. A reference is a file and a line. Fields, properties, variables and values of enums are
counted apart from functions and types; what a stub declares is counted with its definition. PREFIX is what the indexer puts before every module's name and
Python does not ("src."). Examples of what differs are printed, with `--examples KIND` of that kind alone
and with `--examples none` none.
"""

import collections
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request


def served(dossier, database):
    """Starts the server; (process, its address)."""
    process = subprocess.Popen([dossier, "--db", database, "serve", "--port", "0"], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    for line in process.stdout:
        found = re.search(r"http://[^\s/]+", line)
        if found:
            return process, found.group(0)
    sys.exit("the server did not start")


def asked(address, key):
    query = urllib.parse.urlencode({"identifier": key, "project": "tree", "maxResults": 0})
    with urllib.request.urlopen(f"{address}/api/refs?{query}") as answer:
        return json.load(answer)["hits"]


def all_hits(dossier, database, address, key):
    """The server gives no more than 500; these are a type's members', too."""
    hits = asked(address, key)
    if len(hits) < 500:
        return hits
    command = [dossier, "--db", database, "refs", key, "--project", "tree", "--all", "--jsonl"]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def whole(address, full):
    """The name of what a stub declares: its definition's, which may be another one."""
    query = urllib.parse.urlencode({"identifier": full, "project": "tree"})
    with urllib.request.urlopen(f"{address}/api/show?{query}") as answer:
        card = json.load(answer)
    return card["key"].split("(")[0] if any(path.endswith(".pyi") for path in card.get("alsoIn", [])) else full


def join_stubs(address, definitions, wanted, defined):
    """scip-python knows what a stub declares as one thing, and what is defined beside it as another."""
    for full in sorted(definitions):
        definition = whole(address, full) if any(path.endswith(".pyi") for path, _ in defined[full]) else full
        if definition == full:
            continue
        definitions.setdefault(definition, definitions[full])
        wanted[definition] |= wanted[full]
        defined[definition] |= defined[full]
        del definitions[full]


def means(hit, name, names, is_type):
    """Whether a hit is of the definition itself. A name may be one that an import or an alias gives it, which nothing
    defines. What is called, read or written of a type means a member."""
    target = re.sub(r"<.*", "", hit["target"].split(" as ")[0])
    last = (re.findall(r"[\w$#]+", target) or [""])[-1]
    if last == name or (name == "constructor" and hit["kind"] == "new"):
        return True
    if name == "__init__":  # to scip-python a call of the class means nothing else
        return False
    return last not in names and not (is_type and hit["kind"] in ("call", "read", "write"))


def is_of_slot(texts, folder, path, line, column, key):
    """scip-python gives the fields that `__slots__` lists the name of their class: such a place has another word
    behind a dot."""
    if not path.endswith(".py"):
        return False
    if path not in texts:
        texts[path] = (pathlib.Path(folder) / path).read_text(errors="replace").split("\n")
    text = texts[path][line - 1]
    word = re.match(r"\w*", text[column - 1:])[0]
    return text[:column - 1].endswith(".") and word != key.rsplit(".", 1)[-1]


def main(dossier, folder, index, prefix="", examples=None):
    with tempfile.TemporaryDirectory() as scratch:
        database = str(pathlib.Path(scratch) / "compare.db")
        for path, project in ((folder, "tree"), (index, "scip")):
            subprocess.run([dossier, "--db", database, "import", path, "--project", project], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        wanted = collections.defaultdict(set)
        texts = {}
        for key, path, line, column in connection.execute(
                "SELECT target_key, path, line, column FROM refs WHERE project = 'scip' "
                # How types and members are related stands at the name of what is derived.
                "AND kind NOT IN ('override', 'base', 'interface')"):
            key = key.removeprefix(prefix)
            if is_of_slot(texts, folder, path, line, column, key):
                continue
            wanted[key].add((path, line))
            if key.endswith(".constructor"):  # `new Money()` means the class, too
                wanted[key.removesuffix(".constructor")].add((path, line))
        definitions, names, defined = {}, set(), collections.defaultdict(set)
        for table in ("types", "members"):
            held = set(connection.execute(f"SELECT full_name, module FROM {table} WHERE project = 'tree'"))
            names |= {full.rsplit(".", 1)[-1] for full, _ in held}
            rows = connection.execute(f"SELECT full_name, module, kind, line FROM {table} WHERE project = 'scip'")
            for full, path, what, line in rows:
                full = full.removeprefix(prefix)
                defined[full].add((path, line))
                if what != "module" and (full, path) in held:
                    definitions[full] = "type" if table == "types" else "function" if what == "method" else "field"
        process, address = served(dossier, database)
        try:
            join_stubs(address, definitions, wanted, defined)
            counts = collections.defaultdict(lambda: [0, 0, 0, 0])  # definitions, both, ours, theirs
            missed, extra = [], []
            for full, kind in sorted(definitions.items()):
                name = full.rsplit(".", 1)[-1]
                ours = {(hit["moduleName"], hit.get("line", 0)) for hit in all_hits(dossier, database, address, full)
                        if means(hit, name, names, kind == "type")}
                theirs = wanted.get(full, set())
                ours -= defined[full] - theirs  # `self.x = 1` sets what it defines
                for group in (kind, "all but fields" if kind != "field" else None):
                    if group:
                        count = counts[group]
                        count[0] += 1
                        count[1] += len(ours & theirs)
                        count[2] += len(ours)
                        count[3] += len(theirs)
                if examples in (None, kind):
                    missed += [(full, *place) for place in sorted(theirs - ours)]
                    extra += [(full, *place) for place in sorted(ours - theirs)]
        finally:
            process.terminate()
            process.wait()
    print(f"{folder}: {len(definitions)} definitions in both")
    for group, (count, both, ours, theirs) in sorted(counts.items()):
        print(f"  {group}: {count} definitions, {theirs} references of SCIP, {ours} of ours, "
              f"recall {100 * both / max(theirs, 1):.1f} %, precision {100 * both / max(ours, 1):.1f} %")
    for title, places in (("missed", missed), ("not in SCIP", extra)):
        for full, path, line in places[:: max(1, len(places) // 15)]:
            print(f"  {title}: {path}:{line} {full}")


if __name__ == "__main__":
    words = sys.argv[1:]
    shown = None
    if "--examples" in words[:-1]:
        shown = words.pop(words.index("--examples") + 1)
        words.remove("--examples")
    if len(words) not in (3, 4):
        sys.exit(__doc__)
    main(*words, examples=shown)
