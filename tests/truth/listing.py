#!/usr/bin/env python3
"""listing.py DUMP FILE…: the IL listings against monodis, method by method as multisets (the two list
types in different orders): offset, opcode and branch target of every instruction, the jump table of
every switch, how many locals there are, and where each try, catch, filter, finally and fault begins.
Exits 1 if a method differs. Needs mono-utils, and exits 77 without; a file that is not there is an error. monodis ends, quietly, where it finds no assembly that a file refers to: name
the folders of all of them in MONO_PATH.
"""

import collections
import re
import shutil
import subprocess
import sys

LINE = re.compile(r"IL_([0-9a-f]{4,}):\s+(\S+)(?:\s+(IL_[0-9a-f]+)\s*$)?")
REGION = re.compile(r"(\.try|catch|filter|finally|fault)\b.*\{")
LABEL = re.compile(r"IL_[0-9a-f]+")


def spelled(opcode):
    """monodis has older spellings."""
    return {"ldelem.any": "ldelem", "stelem.any": "stelem", "ldelem.u8": "ldelem.i8",
            "ldind.u8": "ldind.i8", "endfault": "endfinally"}.get(opcode, opcode)


class Method:
    """What a listing says of one method, as it is read line by line."""

    def __init__(self):
        self.code, self.regions, self.locals, self.opened = [], [], 0, []

    def line(self, text):
        if found := LINE.search(text):
            if self.code and self.code[-1][1] == "switch" and not self.code[-1][2]:
                self.code[-1] = (*self.code[-1][:2], "")
            offset = int(found[1], 16)
            self.regions += [(kind, offset) for kind in self.opened]
            self.opened = []
            jumps = ",".join(LABEL.findall(text)[1:]) if found[2] == "switch" else found[3] or ""
            self.code.append((offset, spelled(found[2]), jumps))
        elif found := REGION.match(text.strip().removeprefix("} ")):
            self.opened.append(found[1])

    def key(self):
        return tuple(self.code), tuple(sorted(self.regions)), self.locals


def monodis(path):
    methods, current, in_locals, in_switch = [], None, False, False
    text = subprocess.run(["monodis", path], capture_output=True).stdout.decode("utf-8", "replace")
    if missing := re.search(r"due to: Could not load file or assembly '([^,']+)", text):
        raise SystemExit(f"monodis needs {missing[1]} for {path}: put its folder into MONO_PATH")
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith(".method "):
            current = Method()
            methods.append(current)
        elif current is None:
            continue
        elif stripped.startswith(".locals"):
            in_locals = True
        elif in_locals:
            current.locals += bool(re.search(r"\bV_\d+\)?,?$", stripped))
            in_locals = not stripped.endswith(")") or not re.search(r"\bV_\d+\)$", stripped)
        elif in_switch:
            current.code[-1] = (*current.code[-1][:2], ",".join(filter(None, [current.code[-1][2], *LABEL.findall(stripped)])))
            in_switch = ")" not in stripped
        else:
            current.line(line)
            in_switch = bool(re.search(r": +switch\b", line)) and ")" not in line
    return collections.Counter(m.key() for m in methods if m.code)


def own(dump, path):
    methods = collections.defaultdict(Method)
    text = subprocess.run([dump, "--il", path], capture_output=True).stdout.decode("utf-8", "replace")
    for line in text.split("\n"):
        fields = line.split("\t")
        if fields[0] != "I":
            continue
        if fields[3].startswith(".local "):
            methods[fields[2]].locals += 1
        else:
            methods[fields[2]].line(fields[3])
    return collections.Counter(m.key() for m in methods.values())


def main():
    dump, *files = sys.argv[1:]
    if not shutil.which("monodis"):
        print("skipped: needs monodis (mono-utils)")
        return 77
    differs = False
    for path in files:
        want, have = monodis(path), own(dump, path)
        missing, extra = want - have, have - want
        print(f"{path}\t{sum((want & have).values())}/{sum(want.values())} methods\textra {sum(extra.values())}", flush=True)
        for sign, methods in (("-", missing), ("+", extra)):
            for code, regions, count in list(methods)[:2]:
                print("   ", sign, code[:6], regions, count, "locals")
        differs = differs or bool(missing or extra)
    return int(differs)


sys.exit(main())
