#!/usr/bin/python3
"""Precision and recall of dependencies() against SCIP indexes: compare_dependencies.py DOSSIER FOLDER=INDEX.scip …

FOLDER is the tree that INDEX was made of. Both are imported, and the pairs of files of which one names a symbol
of the other are compared, among the files that the index holds. Prints a row of a table for each, and with --examples
pairs that only one of them has.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile


def pairs(dossier, what, database):
    subprocess.run([dossier, "--db", database, "import", what, "--project", "p"], check=True, stdout=subprocess.DEVNULL)
    answer = subprocess.run([dossier, "--db", database, "sql", "--json",
                             "SELECT path, target FROM dependencies(1) WHERE symbols > 0 LIMIT 100000"],
                            check=True, capture_output=True, text=True).stdout
    return {tuple(row) for row in json.loads(answer)["results"][0]["rows"]}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("dossier")
    options.add_argument("pairs", nargs="+", metavar="FOLDER=INDEX.scip")
    options.add_argument("--examples", type=int, default=0, metavar="N")
    options = options.parse_args()
    print("| tree | pairs of SCIP | recall | precision |\n|---|---|---|---|")
    for pair in options.pairs:
        folder, _, index = pair.partition("=")
        with tempfile.TemporaryDirectory() as work:
            ours = pairs(options.dossier, folder, f"{work}/tree.db")
            theirs = pairs(options.dossier, index, f"{work}/index.db")
        files = {path for edge in theirs for path in edge}
        ours = {edge for edge in ours if files.issuperset(edge)}
        both = len(ours & theirs)
        print(f"| {pathlib.Path(folder).name} | {len(theirs)} | {both / max(1, len(theirs)):.1%} "
              f"| {both / max(1, len(ours)):.1%} |")
        for name, some in (("missing", theirs - ours), ("more", ours - theirs)):
            for path, target in sorted(some)[:options.examples]:
                print(f"    {name}: {path} -> {target}")


if __name__ == "__main__":
    main()
