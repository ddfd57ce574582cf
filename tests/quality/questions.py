#!/usr/bin/env python3
"""questions.py DOSSIER FOLDER [--half tune|more|check|held] [--program PART] [--keep DIR] [-v]: whether `dossier ask`
without a model names the symbols that answer the questions of questions.tsv: recall@10, the mean reciprocal rank (of the
first right symbol of ten) and the median time of an answer, by program and half.

FOLDER holds the repositories, each as OWNER+NAME/repo or NAME, bare or not; exports are taken from ../shared, assemblies
from mono's class libraries. What is not there is left out and counted. Each program is imported once, into DIR (or a
temporary folder). -v shows misses of tune and more; check and held are only ever measured."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SHARED = pathlib.Path(os.environ.get("DOSSIER_SHARED", HERE.parent.parent.parent / "shared"))


def place_of(program, folder):
    name = program.split("/")[1]
    if program.startswith("dotnet/"):
        places = [SHARED / "data/dotnet" / f"{name}.project.json.gz"]
    elif program.startswith("mono/"):
        places = [pathlib.Path("/usr/lib/mono/4.5") / f"{name}.dll"]
    else:
        places = [folder / program.replace("/", "+") / "repo", folder / name]
    return next((place for place in places if place.exists()), None)


def import_once(dossier, place, revision, project, database):
    if database.exists():
        return
    command = [dossier, "--db", database, "import", place, "--project", project]
    if revision != "-":
        command += ["--rev", revision]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 1:
        sys.exit(f"questions: {' '.join(map(str, command))} failed: {done.stderr}")


def ask(dossier, database, question):
    began = time.monotonic()
    done = subprocess.run([dossier, "--db", database, "ask", "--model", "offline", "--json", question],
                          capture_output=True, text=True, check=True)
    elapsed = time.monotonic() - began
    return [f["fullName"].split("(")[0] for f in json.loads(done.stdout)["findings"]][:10], elapsed


def scores(found, wanted):
    first = next((1 / (i + 1) for i, name in enumerate(found) if name in wanted), 0)
    return sum(name in found for name in wanted) / len(wanted), first


def row(half, name, results):
    recall, rank, seconds = zip(*results)
    print(f"| {half} | {name} | {len(results)} | {statistics.mean(recall):.3f} | {statistics.mean(rank):.3f} | "
          f"{statistics.median(seconds) * 1000:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dossier")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--half")
    parser.add_argument("--program", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("-v", action="store_true", dest="verbose")
    options = parser.parse_args()
    lines = [line.split("\t") for line in (HERE / "questions.tsv").read_text(encoding="utf-8").splitlines()
             if not line.startswith("#")]
    lines = [line for line in lines if options.half in (None, line[0]) and options.program in line[1]]
    missing, halves, written = {}, {}, {}
    print("| half | program | questions | recall@10 | MRR | median ms |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        databases = options.keep or pathlib.Path(temporary)
        for half, program, revision in dict.fromkeys(tuple(line[:3]) for line in lines):
            asked = [line[3:] for line in lines if line[1] == program]
            place = place_of(program, options.folder)
            if place is None:
                missing[program] = len(asked)
                continue
            name = program.split("/")[1]
            database = databases / f"{name}.db"
            import_once(options.dossier, place, revision, name, database)
            results = []
            for how, question, symbols in asked:
                found, seconds = ask(options.dossier, database, question)
                result = (*scores(found, symbols.split()), seconds)
                results.append(result)
                written.setdefault((half, how), []).append(result)
                if options.verbose and half in ("tune", "more") and result[0] < 1:
                    print(f"{result[0]:.2f} {program}: {question}\n   wanted {symbols}\n   found  {found}")
            halves.setdefault(half, []).extend(results)
            row(half, program, results)
    for (half, how), results in sorted(written.items()):
        row(half, f"all, asked from the {'code' if how == 'code' else 'outside'}", results)
    for half, results in halves.items():
        row(half, "all", results)
    if missing:
        print(f"not there: {sum(missing.values())} questions about", *missing)


if __name__ == "__main__":
    main()
