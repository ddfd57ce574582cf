#!/usr/bin/env python3
"""queries.py DOSSIER FOLDER [DATABASE] [-v]: whether queries that users of other search programs type are answered.

queries.tsv lists them: whose habit it is, the repository, the command, and what must hold of its answer. FOLDER holds the
repositories, each as OWNER+NAME/repo or NAME, bare or not; one that is not there is left out and counted. Each is imported
once, into FOLDER/queries.db unless DATABASE is given. What must hold, between " ; ":

    +TEXT       a row has the text           -TEXT     no row has it
    first TEXT  the first row has it         =N        so many rows
    note TEXT   it is printed: the program says what it did not do, or how to ask
    git ARGS    the rows are the lines that `git grep ARGS` prints (gito: its matches)
"""
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def git_lines(place, arguments, only_matches):
    words = shlex.split(arguments)
    command = ["git", "-C", str(place), "grep", "-n"] + (["-o"] if only_matches else [])
    at = words.index("--") if "--" in words else len(words)
    done = subprocess.run(command + words[:at] + ["HEAD"] + words[at:], capture_output=True, check=False)
    lines = done.stdout.decode(errors="replace").splitlines()
    return sorted(line.removeprefix("HEAD:") for line in lines)


def fault_of(place, wanted, out, err):
    """What of the expectation does not hold, or None."""
    rows = [row for row in out.splitlines() if row and not row.startswith("nothing found")]
    word, _, rest = wanted.partition(" ")
    if word in ("git", "gito"):
        expected = git_lines(place, rest, word == "gito")
        found = sorted(re.sub(r"^(.*?:\d+:)\d+:", r"\1", row) for row in rows)  # but for the column
        return None if expected and found == expected else f"{len(rows)} rows, git grep has {len(expected)}"
    if word == "first":
        holds = bool(rows) and rest in rows[0]
    elif word == "note":
        holds = rest.lower() in (err + out).lower()
    elif wanted[0] == "+":
        holds = any(wanted[1:] in row for row in rows)
    elif wanted[0] == "-":
        holds = bool(rows) and not any(wanted[1:] in row for row in rows)
    else:
        holds = len(rows) == int(wanted[1:])
    return None if holds else wanted


def ask(dossier, database, project, command):
    words = shlex.split(command)
    done = subprocess.run([dossier, "--db", database, *words, "--project", project],
                          capture_output=True, timeout=60, check=False)
    return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def place_of(dossier, folder, database, repository):
    """Where the repository is, once it is imported; None if it is not there."""
    candidates = [folder / repository.replace("/", "+") / "repo", folder / repository.split("/")[1]]
    place = next((one for one in candidates if one.exists()), None)
    if place:
        command = [dossier, "--db", database, "import", str(place), "--rev", "HEAD", "--project", repository]
        if subprocess.run(command, capture_output=True, check=False).returncode == 1:
            sys.exit(f"queries: {' '.join(command)} failed")
    return place


def main():
    given = [word for word in sys.argv[1:] if word != "-v"]
    dossier, folder = given[0], pathlib.Path(given[1])
    database = given[2] if len(given) > 2 else str(folder / "queries.db")
    lines = [line.split("\t") for line in (HERE / "queries.tsv").read_text().splitlines() if not line.startswith("#")]
    places, tally, missing = {}, {}, set()
    for habit, repository, command, wanted in lines:
        if repository not in places:
            places[repository] = place_of(dossier, folder, database, repository)
        if not places[repository]:
            missing.add(repository)
            continue
        out, err = ask(dossier, database, repository, command)
        faults = [fault_of(places[repository], one, out, err) for one in wanted.split(" ; ")]
        count = tally.setdefault(habit, [0, 0])
        count[0] += 1
        count[1] += not any(faults)
        if "-v" in sys.argv and any(faults):
            print(f"{repository}: {command}", *[f"    not: {one}" for one in faults if one],
                  *[f"    {row}" for row in (out + err).splitlines()[:4]], sep="\n")
    print("| typed as in | queries | answered |\n|---|---|---|")
    for habit, (of, answered) in sorted(tally.items()):
        print(f"| {habit} | {of} | {answered} |")
    print(f"| all | {sum(of for of, _ in tally.values())} | {sum(answered for _, answered in tally.values())} |")
    if missing:
        print("not there:", *sorted(missing))


if __name__ == "__main__":
    main()
