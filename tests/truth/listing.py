#!/usr/bin/env python3
"""listing.py DUMP FILE…: the IL listings against monodis: offset, opcode and branch target of every
instruction, method by method as multisets (the two list types in different orders). Exits 1 if a
method differs. Needs mono-utils.
"""

import collections
import re
import subprocess
import sys

LINE = re.compile(r"IL_([0-9a-f]{4,}):\s+(\S+)(?:\s+(IL_[0-9a-f]+)\s*$)?")


def spelled(opcode):
    """monodis has older spellings."""
    return {"ldelem.any": "ldelem", "stelem.any": "stelem", "ldelem.u8": "ldelem.i8",
            "ldind.u8": "ldind.i8"}.get(opcode, opcode)


def monodis(path):
    methods, current = [], None
    text = subprocess.run(["monodis", path], capture_output=True).stdout.decode("utf-8", "replace")
    for line in text.split("\n"):
        if line.lstrip().startswith(".method "):
            current = []
            methods.append(current)
        elif current is not None and (found := LINE.search(line)):
            current.append((int(found[1], 16), spelled(found[2]), found[3] or ""))
    return collections.Counter(tuple(m) for m in methods if m)


def own(dump, path):
    methods = collections.defaultdict(list)
    text = subprocess.run([dump, "--il", path], capture_output=True).stdout.decode("utf-8", "replace")
    for line in text.split("\n"):
        fields = line.split("\t")
        if fields[0] == "I" and (found := LINE.match(fields[3])):
            methods[fields[2]].append((int(found[1], 16), found[2], found[3] or ""))
    return collections.Counter(tuple(m) for m in methods.values())


def main():
    dump, *files = sys.argv[1:]
    differs = False
    for path in files:
        want, have = monodis(path), own(dump, path)
        missing, extra = want - have, have - want
        print(f"{path}\t{sum((want & have).values())}/{sum(want.values())} methods\textra {sum(extra.values())}")
        for sign, methods in (("-", missing), ("+", extra)):
            for method in list(methods)[:2]:
                print("   ", sign, method[:12])
        differs = differs or bool(missing or extra)
    return int(differs)


sys.exit(main())
