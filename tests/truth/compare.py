#!/usr/bin/env python3
"""compare.py DUMP WORK NAME FILE…: the assembly reader against Mono.Cecil, row by row.

Builds Export.cs and Rows.cs with mcs in WORK, runs them and assembly_dump (DUMP) on the FILEs, and
compares what they say as multisets, class by class. Prints `NAME class: matched/expected, extra` and
up to five rows of each difference; exits 1 if there is one. Needs mono-devel.
"""

import collections
import glob
import json
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
IL_KINDS = {"call", "new", "ftn", "read", "write", "addr", "type"}
DETAILS = {"value", "generic", "pinvoke", "resource", "rva"}


def exporter(work):
    program = work / "Export.exe"
    sources = [HERE / "Export.cs", HERE / "Rows.cs"]
    if not program.exists() or program.stat().st_mtime < max(s.stat().st_mtime for s in sources):
        cecil = sorted(glob.glob("/usr/lib/mono/gac/Mono.Cecil/0.11*/Mono.Cecil.dll"))[0]
        subprocess.run(["mcs", "-nowarn:0162", f"-r:{cecil}", f"-out:{program}", *map(str, sources)], check=True)
    return program


def unescape(text):
    return re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n", "r": "\r"}.get(m[1], m[1]), text)


def escape(text):
    return (text or "").replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def number(text, width):
    """Floating-point numbers are spelled in many ways: compared by their bits. width: f, d, "" = none."""
    if not width:
        return text
    value = float(text.replace("Infinity", "inf").replace("NaN", "nan"))
    return "nan" if value != value else struct.pack("<" + width, value).hex()


def rows_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n").split("\t")


def attribute(text):
    """Cecil lists named fields before properties, the file has its own order; floats vary in spelling."""
    return tuple(sorted(text.rstrip(")").replace("(", ", ", 1).split(", ")))


def expected(folder, name):
    want, widths = collections.defaultdict(collections.Counter), {}
    project = json.loads((folder / f"{name}.project.json").read_text("utf-8"))
    for module in project["Modules"]:
        own = escape(module["Name"])
        want["module"][(own, escape(module["AssemblyFullName"]))] += 1
        want["detail mvid"][(own, "0", module["Mvid"])] += 1
        for reference in module["References"]:
            want["detail reference"][(own, "0", escape(reference))] += 1
        for t in module["Types"]:
            full = escape(t["FullName"])
            want["types"][(own, full, escape(t["Name"]), escape(t["Namespace"]), escape(t["BaseType"]), t["Kind"],
                           str(int(t["IsPublic"])), str(t["MetadataToken"]))] += 1
            for interface in t["Interfaces"]:
                want["detail interface"][(own, str(t["MetadataToken"]), escape(interface))] += 1
            for group in ("Fields", "Methods", "Properties", "Events"):
                for m in t[group]:
                    want["members"][(own, full, m["MemberType"], escape(m["Name"]), escape(m["FullName"]),
                                     escape(m["Signature"]), str(int(m["IsStatic"])), str(int(m["IsPublic"])),
                                     str(m["MetadataToken"]))] += 1
    rows = rows_of(folder / f"{name}.refs.tsv")
    next(rows)
    for module, token, _, _, offset, _, kind, target, target_type, scope, in_module in rows:
        want["references"][(module, str(int(token, 16)), offset, kind, target, target_type, scope, in_module)] += 1
    rows = rows_of(folder / f"{name}.inherits.tsv")
    next(rows)
    for module, _, kind, target, scope in rows:
        want["inherits"][(module, kind, target, scope)] += 1
    for module, token, kind, offset, text, target_type, scope in rows_of(folder / f"{name}.rows.tsv"):
        if kind in ("number", "value") and target_type:
            widths[(module, token, offset)] = target_type
        width = widths.get((module, token, offset)) if kind in ("number", "value") else None
        if kind in ("string", "number"):
            want["literals"][(module, token, offset, kind, number(text, width))] += 1
        elif kind == "attribute text":
            want["attribute text"][(module, token, attribute(text))] += 1
        elif kind in DETAILS:
            want[f"detail {kind}"][(module, token, number(text, width))] += 1
        else:
            want[kind][(module, token, offset, text, target_type, scope)] += 1
    return want, widths


def found(dump, files, widths):
    """What the reader says of the files; `widths` are those of floating-point numbers, by place."""
    have = collections.defaultdict(collections.Counter)
    tokens = {}
    output = subprocess.run([dump, *files], capture_output=True).stdout.decode("utf-8", "replace")
    for line in output.split("\n")[:-1]:
        kind, *row = line.split("\t")
        if kind == "N":
            have["module"][tuple(row)] += 1
        elif kind == "T":
            have["types"][tuple(row)] += 1
        elif kind == "M":
            have["members"][tuple(row[:-1])] += 1
            if row[2] in ("Method", "Constructor"):
                tokens[(row[0], row[8])] = row[9]
        elif kind == "L":
            module, token, offset, what, text = row
            width = widths.get((module, token, offset)) if what == "number" else None
            have["literals"][(module, token, offset, what, number(text, width))] += 1
        elif kind == "D" and row[2] == "attribute":
            have["attribute text"][(row[0], row[1], attribute(row[3]))] += 1
        elif kind == "D":
            width = widths.get((row[0], row[1], "-1")) if row[2] == "value" else None
            have[f"detail {row[2]}"][(row[0], row[1], number(row[3], width))] += 1
        elif kind == "R":
            module, token, offset, what, target, target_type, scope, in_module, _ = row
            if what in IL_KINDS:
                have["references"][(module, token, offset, what, target, target_type, scope, in_module)] += 1
            elif what in ("base", "interface"):
                have["inherits"][(module, what, target, scope)] += 1
            else:
                have[what][(module, token, offset, target, target_type, scope)] += 1
        elif kind in "EW":
            print(line)
    return have


def compared(dump, work, name, files):
    """{class: (rows of Cecil, missing ones, ours beyond them)}, the last two as counters; Cecil's
    files are left in the folder `work`."""
    work.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["mono", exporter(work), work, name, *files])
    if done.returncode:
        print(f"{name}: Cecil refuses {done.returncode} of the files; see {name}.stats.tsv")
    want, widths = expected(work, name)
    have = found(dump, files, widths)
    return {group: (sum(want[group].values()), want[group] - have[group], have[group] - want[group])
            for group in sorted(set(want) | set(have)) if group != "detail open_key"}


def main():
    dump, work, name, *files = sys.argv[1:]
    differs = False
    for group, (total, missing, extra) in compared(dump, pathlib.Path(work), name, files).items():
        matched = total - sum(missing.values())
        rate = 100.0 if total == 0 else 100.0 * matched / total
        print(f"{name}\t{group}\t{matched}/{total}\t{rate:.3f} %\textra {sum(extra.values())}")
        for sign, rows in (("-", missing), ("+", extra)):
            for row in list(rows)[:5]:
                print("   ", sign, *row)
        differs = differs or bool(missing or extra)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
