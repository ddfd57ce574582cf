#!/usr/bin/env python3
"""rates.py DUMP WORK [NAME…]: how well the assembly reader agrees with Mono.Cecil on real programs,
as the table of docs/measurements/assemblies.md.

DUMP is assembly_dump. The programs are Debian's: their packages are downloaded and unpacked below
WORK (apt-get download), mono's class libraries are those installed (mono-devel). Every class of rows
of compare.py counts; rows that differ are printed to standard error. Where the shared folder is
beside the clone, its refs.tsv and inherits.tsv are compared too, as they are. Exits 1 where anything
differs. NAME…: only these programs.
"""

import collections
import gzip
import os
import pathlib
import subprocess
import sys

import compare

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARED = pathlib.Path(os.environ.get("DOSSIER_SHARED") or ROOT.parent / "shared")
DE4DOT = ["AssemblyData.dll", "de4dot.blocks.dll", "de4dot.code.dll", "de4dot.cui.dll", "de4dot.exe",
          "de4dot.mdecrypt.dll"]
PROGRAMS = {  # name: packages, patterns below the folder that they are unpacked in
    "gbrainy": (["gbrainy"], ["usr/lib/*/gbrainy/*.dll", "usr/lib/*/gbrainy/*.exe"]),
    "yahtzeesharp": (["yahtzeesharp"], ["usr/lib/yahtzeesharp/*.exe"]),
    "graphmonkey": (["graphmonkey"], ["usr/lib/graphmonkey/*.exe"]),
    "bless": (["bless"], ["usr/lib/bless/*.dll", "usr/lib/bless/*.exe"]),
    "keepass2": (["keepass2"], ["usr/lib/keepass2/*.exe"]),
    "de4dot": (["de4dot", "libdnlib2.1-cil"], [f"usr/lib/de4dot/{f}" for f in DE4DOT] + ["usr/lib/cli/dnlib-2.1/*.dll"]),
    "repetier_opentk": (["repetier-host", "libopentk1.1-cil"],
                        ["usr/lib/repetier-host/*.exe", "usr/lib/cli/OpenTK*/*.dll"]),
    "mono": ([], []),
}
GROUPS = [  # column: classes of rows
    ("types", {"module", "types"}), ("members", {"members"}), ("inherits", {"inherits"}),
    ("references from code", {"references"}),
    ("signature, attribute, override", {"signature", "attribute", "override"}),
    ("literals", {"literals"}), ("details", None),
]


def files_of(name, work):
    packages, patterns = PROGRAMS[name]
    if name == "mono":
        return sorted(pathlib.Path("/usr/lib/mono/4.5").glob("*.dll"))
    folder = work / "packages" / name
    if not folder.exists():
        folder.mkdir(parents=True)
        subprocess.run(["apt-get", "-q", "download", *packages], cwd=folder, check=True, capture_output=True)
        for package in folder.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, folder], check=True)
    return [f for pattern in patterns for f in sorted(folder.glob(pattern))]


def column(group):
    return next(title for title, groups in GROUPS if groups is None or group in groups)


def shared_rows(name, dump, files):
    """(rows of the shared tables, how many of them are ours too, ours beyond them)."""
    base = SHARED / "data" / "dotnet" / name
    want = collections.defaultdict(collections.Counter)
    for table, key, first in ((".refs.tsv.gz", "references", 1), (".inherits.tsv.gz", "inherits", 1)):
        with gzip.open(str(base) + table, "rt", encoding="utf-8", newline="\n") as file:
            for line in list(file)[first:]:
                row = line.rstrip("\n").split("\t")
                if key == "references":  # module, caller token, IL offset, kind, target
                    want[key][(row[0], str(int(row[1], 16)), row[4], row[6], row[7])] += 1
                else:
                    want[key][(row[0], row[2], row[3])] += 1
    found = compare.found(dump, files, {})
    have = {"references": collections.Counter({}), "inherits": collections.Counter({})}
    for row, count in found["references"].items():
        have["references"][row[:5]] += count
    for row, count in found["inherits"].items():
        have["inherits"][row[:3]] += count
    total = sum(sum(rows.values()) for rows in want.values())
    missing = sum(sum((want[k] - have[k]).values()) for k in have)
    extra = sum(sum((have[k] - want[k]).values()) for k in have)
    return total, total - missing, extra


def rate(total, missing, extra):
    if total == 0:
        return "–"
    agreed = total - missing
    return f"{agreed:,}" + ("" if agreed == total and not extra else f" of {total:,}, {extra:,} extra")


def measure(name, dump, work):
    """(cells of the row, whether all agrees)"""
    files = [str(f) for f in files_of(name, work)]
    if not files:
        raise SystemExit(f"rates.py: no files of {name}")
    totals = collections.defaultdict(lambda: [0, 0, 0])
    parts = [[f] for f in files] if name == "mono" else [files]  # one at a time bounds the memory
    for part in parts:
        for group, (total, missing, extra) in compare.compared(dump, work, name, part).items():
            for i, number in enumerate((total, sum(missing.values()), sum(extra.values()))):
                totals[column(group)][i] += number
            for sign, rows in (("-", missing), ("+", extra)):
                for row in list(rows)[:3]:
                    print(name, pathlib.Path(part[0]).name, group, sign, *row, file=sys.stderr)
    total, missing, extra = (sum(t[i] for t in totals.values()) for i in range(3))
    cells = [name, str(len(files)), *(rate(*totals[title]) for title, _ in GROUPS), f"{100.0 * (total - missing) / total:.4g} %"]
    good = not missing and not extra
    if (SHARED / "data" / "dotnet" / f"{name}.refs.tsv.gz").exists():
        total, agreed, extra = shared_rows(name, dump, files)
        cells.append(f"{100.0 * agreed / total:.4g} %" + (f", {extra:,} extra" if extra else ""))
        good = good and agreed == total and not extra
    else:
        cells.append("–")
    return cells, good


def main():
    dump, work, *names = sys.argv[1:]
    titles = ["program", "files", *(title for title, _ in GROUPS), "agrees", "shared tables"]
    print("| " + " | ".join(titles) + " |\n|" + " --- |" * len(titles))
    all_good = True
    for name in names or PROGRAMS:
        cells, good = measure(name, dump, pathlib.Path(work).resolve())
        print("| " + " | ".join(cells) + " |", flush=True)
        all_good = all_good and good
    return int(not all_good)


sys.exit(main())
