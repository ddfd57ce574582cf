#!/usr/bin/python3
"""Fit the weights of suspected files, queries/proto/weights.txt, to real changes.

usage: bench/fit_suspects.py CASES.tsv DIR RANK [--write] [--from-here]

CASES.tsv  one case a line; of its columns id, repo and kind are read
DIR        cases that tests/quality/suspects.py has imported: DIR/ID/case.db, DIR/ID/TRUTH.txt
RANK       build/release/rank_suspects, which prints what every rule gives every file
           (cmake -DDOSSIER_BENCH=ON)

Needs python3-numpy. There is no chance in it: the same values give the same weights.

Two steps. A softmax over the files of a case, of which the true ones are to get all, gives weights
that are kept small; a coordinate ascent from there raises what is measured, MRR + 0.7 recall@10 +
0.15 recall@5 on both kinds of case alike, and pays for going away. Fitted weights
are at least 0.05: a rule that fires counts. Prints what that gives on the cases it was fitted to, and on
those of each repository with weights that were fitted to the others, together and one by one. With --from-here the ascent
begins at the weights that are in the file, which changes few of them.
"""
import csv
import os
import subprocess
import sys
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

csv.field_size_limit(10**9)
WEIGHTS = Path(__file__).resolve().parent.parent / "queries/proto/weights.txt"
# A case has no history, and no test or build file is true.
# What breaks is judged by what no case has: a version that is left half mended.
FIXED = ("broken", "history", "build", "copy", "beside", "test")
FLOOR = 0.05
LARGEST = 250  # files of a case that are fitted to; measured is with all


def read_weights():
    rows = [line.split(None, 2) for line in WEIGHTS.read_text().splitlines() if line[0] != "#"]
    return {name: float(weight) for name, weight, _ in rows}


class Cases:
    """Values padded to one array: case, file, rule."""

    def __init__(self, cases, names, largest):
        most = min(largest, max(len(c["paths"]) for c in cases)) + 50
        self.names = names
        self.values = np.zeros((len(cases), most, len(names)))
        self.true = np.zeros((len(cases), most), bool)
        self.there = np.zeros((len(cases), most), bool)
        self.truths = np.array([len(c["truth"]) for c in cases])
        self.is_fix = np.array([c["kind"] == "followup_fix" for c in cases])
        self.repo = np.array([c["repo"] for c in cases])
        scale = np.concatenate([c["values"] for c in cases]).std(0) + 1e-9
        for i, case in enumerate(cases):
            true = np.array([path in case["truth"] for path in case["paths"]], bool)
            rough = (case["values"] / scale)[:, [n != "test" for n in names]].sum(1) / 4
            rough -= 2 * case["values"][:, names.index("test")]
            kept = true.copy()
            kept[np.argsort(-rough, kind="stable")[:largest]] = True
            kept = np.nonzero(kept)[0]
            self.values[i, : len(kept)] = case["values"][kept]
            self.true[i, : len(kept)] = true[kept]
            self.there[i, : len(kept)] = True

    def part(self, which):
        part = object.__new__(Cases)
        part.names = self.names
        for name in ("values", "true", "there", "truths", "is_fix", "repo"):
            setattr(part, name, getattr(self, name)[which])
        return part

    def scores(self, weights):
        return np.where(self.there, self.values @ weights, -1e9)

    def measures(self, scores):
        """Of each case: recall@5, recall@10, 1/rank of the first true file."""
        order = np.argsort(-scores, axis=1, kind="stable")
        true = np.take_along_axis(self.true, order, 1)
        first = np.where(true.any(1), 1 / (1 + true.argmax(1)), 0)
        return np.stack([true[:, :5].sum(1) / self.truths, true[:, :10].sum(1) / self.truths, first])

    def means(self, scores):
        measures = self.measures(scores)
        return [measures[:, kind].mean(1) if kind.any() else np.zeros(3)
                for kind in (~self.is_fix, self.is_fix)]

    def scale(self):
        return self.values[self.there].std(0) + 1e-9


def bounds(names):
    low, high = np.full(len(names), FLOOR), np.full(len(names), np.inf)
    fixed = read_weights()
    for i, name in enumerate(names):
        if name in FIXED:
            low[i] = high[i] = fixed[name]
    return low, high


def softmax_fit(cases, small=0.05, steps=300, rate=0.05):
    scale = cases.scale()
    values = cases.values / scale
    low, high = (b * scale for b in bounds(cases.names))
    share = np.where(cases.is_fix, 1 / max(1, cases.is_fix.sum()), 1 / max(1, (~cases.is_fix).sum()))
    share = share * cases.true.any(1)
    even = cases.true / np.maximum(1, cases.true.sum(1, keepdims=True))
    weights = np.clip(np.zeros(len(scale)), low, high)
    mean, square = np.zeros(len(scale)), np.zeros(len(scale))
    for step in range(1, steps + 1):
        scores = np.where(cases.there, values @ weights, -1e9)
        odds = np.exp(scores - scores.max(1, keepdims=True))
        pull = odds / odds.sum(1, keepdims=True) - even
        slope = 2 * small * weights + np.einsum("ij,ijk->k", pull * share[:, None], values)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        weights = weights - rate * (mean / (1 - 0.9**step)) / (
            np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights = np.clip(weights, low, high)
    return weights / scale


def ascend(cases, start, price=0.03, rounds=10):
    scale = cases.scale()
    low, high = bounds(cases.names)

    def worth(weights):
        means = cases.means(cases.scores(weights))
        return sum(m[2] + 0.7 * m[1] + 0.15 * m[0] for m in means) - price * (
            ((weights - start) * scale) ** 2).sum()

    weights, best = start.copy(), worth(start)
    for _ in range(rounds):
        before = best
        for rule in range(len(weights)):
            for step in (-0.5, -0.25, -0.125, -0.05, 0.05, 0.125, 0.25, 0.5):
                other = weights.copy()
                other[rule] = np.clip(other[rule] + step / scale[rule], low[rule], high[rule])
                got = worth(other)
                if got > best + 1e-6:
                    best, weights = got, other
        if best == before:
            break
    return weights


def fit(cases):
    return ascend(cases, softmax_fit(cases))


def read_cases(table, folder, rank):
    with open(table, encoding="utf-8", newline="") as f:
        rows = {r["id"]: r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE)}
    databases = {str(p): p.parent for p in sorted(Path(folder).glob("*/case.db"))}
    run = subprocess.run([rank, *databases], check=True, capture_output=True, text=True)
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    names, found = lines[0][2:], {}
    for database, path, *values in lines[1:]:
        found.setdefault(database, []).append((path, values))
    cases = []
    for database, place in databases.items():
        truth = {t for t in (place / "TRUTH.txt").read_text().split("\n") if t}
        truth = {t for t in truth if (place / "premerge" / t).exists()} or truth
        files = found.get(database, [])
        cases.append({"id": place.name, "kind": rows[place.name]["kind"],
                      "repo": rows[place.name]["repo"], "truth": truth,
                      "paths": [path for path, _ in files],
                      "values": np.array([values for _, values in files], float).reshape(
                          len(files), len(names))})
    return names, cases


def show(title, means):
    for kind, mean in zip(("cochange", "followup_fix"), means):
        print(f"{title:31}{kind:14}R@5 {mean[0]:.3f}  R@10 {mean[1]:.3f}  MRR {mean[2]:.3f}")


def main(table, folder, rank, *options):
    names, cases = read_cases(table, folder, rank)
    few, every = Cases(cases, names, LARGEST), Cases(cases, names, sys.maxsize)
    written = read_weights()
    show("as weights.txt is", every.means(every.scores(np.array([written[n] for n in names]))))
    # Two digits are what the file has room for.
    start = np.array([written[n] for n in names])
    weights = np.round(ascend(few, start) if "--from-here" in options else fit(few), 2)
    show("fitted to all", every.means(every.scores(weights)))
    scores = np.zeros(every.true.shape)
    for repo in sorted(set(every.repo)):
        theirs = every.repo == repo
        other = fit(few.part(~theirs))
        scores[theirs] = every.part(theirs).scores(other)
    show("without the case's repository", every.means(scores))
    measures = every.measures(scores)
    for repo, is_fix in sorted(set(zip(every.repo, every.is_fix.tolist())), key=lambda one: (one[1], one[0])):
        own = (every.repo == repo) & (every.is_fix == is_fix)
        mean = measures[:, own].mean(1)
        print(f"  without {repo:40}{'followup_fix' if is_fix else 'cochange':14}n {own.sum():3}  "
              f"R@5 {mean[0]:.3f}  R@10 {mean[1]:.3f}  MRR {mean[2]:.3f}")
    if "--write" in options:
        text = []
        for line in WEIGHTS.read_text().splitlines():
            if line[0] != "#":
                name, _, meaning = line.split(None, 2)
                line = f"{name:8}{weights[names.index(name)]:7.2f}  {meaning}"
            text.append(line + "\n")
        WEIGHTS.write_text("".join(text))
    else:
        print(" ".join(f"{n} {w:.2f}" for n, w in zip(names, weights)))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
