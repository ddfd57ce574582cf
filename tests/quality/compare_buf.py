#!/usr/bin/env python3
"""Holds the breaking rules against buf itself.

usage: tests/quality/compare_buf.py BUF [DOSSIER [DIR [INCLUDE...]]]

BUF      buf's program (`npm install @bufbuild/buf`; its FILE and WIRE rules are used)
DIR      cases laid out: DIR/ID/premerge and DIR/ID/merge, of which the .proto files are read
INCLUDE  folders in which imports are looked for that a case lacks

Prints the names that one of the two does not know, the rows of tests/unit/queries/breaking_test.cc that buf sees
otherwise, with DOSSIER what the two say of the same rows in a file that moves on the way, and with DIR of the cases: a pair of a file and a rule each. buf compiles, so a case whose
imports are nowhere, or that is no valid .proto, is told and not compared. The .proto files that changed are laid out
with what they import, under the paths by which they are imported.
"""
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = r'"(?:\\.|[^"\\])*"'
CONFIG = "version: v2\nbreaking:\n  use: [FILE, WIRE]\n"
# buf names them in older versions alone, or does not compile what breaks them.
OLDER = {"FILE_SAME_PHP_GENERIC_SERVICES", "MESSAGE_SAME_MESSAGE_SET_WIRE_FORMAT"}


def rows_of_test():
    source = (ROOT / "tests/unit/queries/breaking_test.cc").read_text("utf-8")
    texts = rf"({TEXT}(?:\s*{TEXT})*)"
    for row in re.finditer(rf"\{{{texts},\s*{texts},\s*{texts},\s*{texts}\}}", source):
        yield ["".join(json.loads(one) for one in re.findall(TEXT, text)) for text in row.groups()]


def rules_of_buf(buf):
    shown = subprocess.run([buf, "config", "ls-breaking-rules", "--version", "v2", "--format", "json"],
                           check=True, capture_output=True, text=True).stdout
    rules = [json.loads(line) for line in shown.splitlines()]
    return {rule["id"] for rule in rules if {"FILE", "WIRE"} & set(rule["categories"])}


def breaks(buf, before, after):
    """{(path, rule)}, and why buf did not compile the two."""
    for folder in (before, after):
        (folder / "buf.yaml").write_text(CONFIG, "utf-8")
    done = subprocess.run([buf, "breaking", after, "--against", before, "--error-format", "json"],
                          capture_output=True, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    wrong = [row["message"] for row in rows if row["type"] == "COMPILE"]
    if wrong or done.returncode not in (0, 100):
        return set(), (wrong or [done.stderr.strip() or done.stdout.strip()])[0]
    return {(row.get("path", ""), row["type"]) for row in rows}, ""


def moved_rows(place):
    """Each row of the test as a case in which its file moves: lines around it say that it is the same file."""
    around = "".join(f"message Around{i} {{}}\n" for i in range(6))
    for number, (_, syntax, before, after) in enumerate(rows_of_test()):
        word = "edition" if syntax.startswith("20") else "syntax"
        for side, path, body in (("premerge", "old/shop.proto", before), ("merge", "new/shop.proto", after)):
            file = place / f"row{number:02}" / side / path
            file.parent.mkdir(parents=True)
            file.write_text(f'{word} = "{syntax}";\npackage shop;\n{around}{body}\n', "utf-8")


def compare_rows(buf):
    compared = 0
    for rules, syntax, before, after in rows_of_test():
        with tempfile.TemporaryDirectory() as place:
            sides = []
            for name, body in (("before", before), ("after", after)):
                sides.append(Path(place) / name)
                sides[-1].mkdir()
                word = "edition" if syntax.startswith("20") else "syntax"
                (sides[-1] / "shop.proto").write_text(f'{word} = "{syntax}";\npackage shop;\n{body}\n', "utf-8")
            found, wrong = breaks(buf, *sides)
        found = {rule for _, rule in found}
        if wrong:
            print(f"not compiled: {rules}: {wrong}")
        elif found != set(rules.split()):
            print(f"{before} → {after}: the test has {rules or 'none'}, buf {' '.join(sorted(found)) or 'none'}")
        compared += not wrong
    print(f"{compared} rows of the test compared")


def imports_of(text):
    return re.findall(r'^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"', text, re.M)


class Tree:
    """The .proto files of one version."""

    def __init__(self, root, include):
        self.root, self.include = root, include
        self.paths = sorted(str(path.relative_to(root)) for path in root.rglob("*.proto"))
        self.texts = {path: (root / path).read_text("utf-8", "replace") for path in self.paths}
        self.imported = {name for text in self.texts.values() for name in imports_of(text)}

    def name_of(self, path):
        """The longest part of the path by which another file imports it."""
        parts = path.split("/")
        names = ["/".join(parts[i:]) for i in range(len(parts))]
        return next((name for name in names if name in self.imported), path)

    def lay_out(self, paths, folder):
        """{name: path} of what was laid out."""
        placed, waiting = {}, [(self.name_of(path), path) for path in paths]
        while waiting:
            name, path = waiting.pop()
            if name in placed or name.startswith("google/protobuf/"):
                continue
            placed[name] = path
            text = self.texts[path] if path in self.texts else Path(path).read_text("utf-8", "replace")
            out = folder / name
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(text, "utf-8")
            for wanted in imports_of(text):
                near = [one for one in self.paths if one == wanted or one.endswith("/" + wanted)]
                near.sort(key=lambda one: (-len(common(one, path)), one))
                near += [str(Path(place) / wanted) for place in self.include if (Path(place) / wanted).exists()]
                if near:
                    waiting.append((wanted, near[0]))
        return placed


def common(one, other):
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    return one[:at]


def is_vendored(path):
    return bool({"vendor", "node_modules", "third_party"} & set(path.split("/")))


def rules_of_dossier(dossier, before, after, place):
    """{(path, rule)} of the .proto files alone."""
    sides = []
    for name, tree in (("one", before), ("other", after)):
        sides.append(place / name)
        for path in tree.paths:
            (sides[-1] / path).parent.mkdir(parents=True, exist_ok=True)
            (sides[-1] / path).write_bytes((tree.root / path).read_bytes())
    subprocess.run([dossier, "grpc", "context", *sides, "--out", place / "out"], check=True, capture_output=True)
    master = json.loads((place / "out" / "master_context.json").read_text("utf-8"))
    changes = [change for found in master["proto_changes"].values() for change in found if isinstance(change, dict)]
    # What is gone of a moved file stands where it was; buf names where it would be.
    moved = {move["from"]: move["to"] for move in master["moved_files"]}
    return {(moved.get(change["path"], change["path"]), rule) for change in changes for rule in change["breaks"]}


def compare_cases(buf, dossier, folder, include):
    counts, refused = Counter(), []
    for case in sorted(Path(folder).iterdir()):
        before, after = (Tree(case / side, include) for side in ("premerge", "merge"))
        changed = [path for path in {*before.paths, *after.paths} if before.texts.get(path) != after.texts.get(path)]
        if not changed:
            continue
        with tempfile.TemporaryDirectory() as place:
            ours = rules_of_dossier(dossier, before, after, Path(place) / "dossier")
            changed = [path for path in changed if not is_vendored(path)]
            names = {}
            for side, tree in (("before", before), ("after", after)):
                (Path(place) / side).mkdir()
                # What only the earlier version imports is no file that is gone.
                wanted = [path for path in {*changed, *names.values()} if path in tree.texts]
                names |= tree.lay_out(wanted, Path(place) / side)
            found, wrong = breaks(buf, Path(place) / "before", Path(place) / "after")
        if wrong:
            refused.append(f"{case.name}: {wrong}")
            continue
        # Of what is gone buf names no file.
        theirs = {(names.get(path.partition("/after/")[2], path), rule) for path, rule in found}
        theirs |= {(path, rule) for path, rule in ours if ("", rule) in theirs}
        theirs -= {("", rule) for path, rule in ours}
        counts.update(compared=1, both=len(ours & theirs), ours=len(ours - theirs), theirs=len(theirs - ours))
        for mark, rows in (("dossier alone", ours - theirs), ("buf alone", theirs - ours)):
            for path, rule in sorted(rows):
                print(f"{case.name}: {mark}: {path}: {rule}")
    print(*refused, sep="\n")
    print(f"{counts['compared']} cases compared, {len(refused)} not compiled: {counts['both']} pairs of a file and a "
          f"rule in both, {counts['ours']} of dossier alone, {counts['theirs']} of buf alone")


def main(buf, dossier=None, folder=None, *include):
    source = (ROOT / "queries/proto/breaking_rules.cc").read_text("utf-8")
    ours, theirs = set(re.findall(r'\{"([A-Z0-9_]+)", (?:true|false)', source)), rules_of_buf(buf)
    print(f"{len(ours & theirs)} rules of both; dossier alone:", *sorted(ours - theirs - OLDER) or "–",
          "; buf alone:", *sorted(theirs - ours) or "–")
    compare_rows(buf)
    if dossier:
        with tempfile.TemporaryDirectory() as place:
            moved_rows(Path(place))
            compare_cases(buf, dossier, place, ())
    if folder:
        compare_cases(buf, dossier, folder, include)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
