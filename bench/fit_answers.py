#!/usr/bin/python3
"""Fit the weights of offline answers, agent/offline/weights.txt, to the tuned halves of tests/quality.

    fit_answers.py SIGNALS DATABASES            # what the weights as they are reach
    fit_answers.py SIGNALS DATABASES --cross    # what each program reaches by a fit to the others
    fit_answers.py SIGNALS DATABASES --write    # fit to all of them, and write the weights

SIGNALS is the program bench/answer_signals, DATABASES the folder that tests/quality/questions.py --keep filled. A fit goes
up a smooth mean of recall at ten and the reciprocal rank, one weight after another. It sees the 400 candidates that the
weights as they are put first: build and repeat."""
import argparse
import collections
import json
import pathlib
import re
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "agent/offline/weights.txt"
QUESTIONS = ROOT / "tests/quality/questions.tsv"
FIELDS = ["own", "owner", "space", "signature", "doc", "body"]
SHAPES = [["any-type", None, "any-value"], ["code-type", None, "code-value"], ["value-type", "value-code", None],
          [None, "type-code", "type-value"]]
POSITIVE = set(FIELDS) | {"enough", "rare", "half", "long", "coverage"}


def read_weights():
    lines = [line.split(None, 2) for line in WEIGHTS.read_text().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value, _ in lines}


class Question:
    def __init__(self, head, wanted):
        self.asks = int(head[1])
        terms = np.array([[float(v) for v in term.split()] for term in head[2:]]).reshape(-1, 2)
        self.weight, self.texts = terms.T
        self.wanted, self.rows = wanted, []

    def add(self, fields):
        self.rows.append(fields)

    def close(self):
        count, terms = len(self.rows), len(self.weight)
        self.said = np.zeros((count, len(FIELDS), terms))
        for i, row in enumerate(self.rows):
            for place in row[10].split():
                field, term, how = place.split(":")
                self.said[i, int(field), int(term)] = float(how)
        self.said[:, 4, :] *= self.texts
        self.words = np.array([float(row[9]) for row in self.rows])
        self.shape = np.array([int(row[1]) for row in self.rows], dtype=int)
        # precision, beside, generated, public, accessor, foreign, whole
        self.more = np.array([[float(v) for v in row[2:9]] for row in self.rows]).reshape(count, 7)
        names = [row[0].rsplit(".", 1)[-1] for row in self.rows]
        self.called = np.unique(names, return_inverse=True)[1] if names else np.zeros(0, dtype=int)
        self.right = np.array([row[0] in self.wanted for row in self.rows], dtype=bool)

    def scores(self, w):
        half = w["half"] * (1 + w["long"] * self.words / 60)
        body = self.said[:, 5, :]
        said = np.tensordot(np.array([w[f] if f != "body" else 0 for f in FIELDS]), self.said, axes=(0, 1))
        said += w["body"] * self.texts * body / (body + half[:, None])
        counts = self.weight * self.texts ** w["rare"]
        cover = (said / (said + w["enough"])) @ counts / counts.sum()
        shapes = np.array([w[n] if n else 0 for n in SHAPES[self.asks]] + [(w[SHAPES[self.asks][1]] if SHAPES[self.asks][1]
                          else 0) + w["constructor"]])
        more = self.more @ np.array([w[n] for n in ("precision", "beside", "generated", "public", "accessor", "foreign", "whole")])
        scores = w["coverage"] * np.log(np.maximum(cover, 1e-12)) + more + shapes[self.shape]
        # For each better one with the same name.
        order = np.lexsort((-scores, self.called))
        begins = np.r_[True, np.diff(self.called[order]) != 0]
        place = np.arange(count := len(order))
        scores[order] += w["again"] * (place - np.maximum.accumulate(np.where(begins, place, 0)))[:count]
        return scores

    def measured(self, w):
        if not self.right.any():
            return 0.0, 0.0, 0.0
        scores = self.scores(w)
        ranks = np.array([(scores > s).sum() + 1 for s in scores[self.right]])
        soft = 0.5 + (1 / (1 + np.exp(np.clip((scores[self.right][:, None] - scores[None, :]) / 0.1, -50, 50)))).sum(1)
        goal = (1 / (1 + np.exp((soft - 10.5) / 2))).sum() / len(self.wanted) + (1 / soft).max()
        first = ranks.min()
        return (ranks <= 10).sum() / len(self.wanted), 1 / first if first <= 10 else 0.0, goal


def read_questions(signals, databases):
    asked = collections.defaultdict(list)
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        half, program, _, _, question, symbols = line.split("\t") if not line.startswith("#") else ("",) * 6
        if half == "tune":
            asked[program].append((question, symbols.split()))
    for line in QUESTIONS.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["set"] == "tune":
            asked["names/" + case["project"]].append((case["question"], case["symbols"]))
    out = {}
    for program, questions in asked.items():
        database = databases / f"{program.split('/')[1]}.db"
        if not database.exists():
            continue
        done = subprocess.run([signals, database], input="".join(q + "\n" for q, _ in questions), capture_output=True,
                              text=True, check=True)
        out[program] = []
        for line in done.stdout.splitlines():
            kind, *fields = line.split("\t")
            if kind == "Q":
                out[program].append(Question([kind, *fields], questions[len(out[program])][1]))
            else:
                out[program][-1].add(fields)
        for question in out[program]:
            question.close()
    return out


def means(questions, w):
    return np.mean([q.measured(w) for q in questions], axis=0)


def fit(questions, w, rounds=3, tries=600):
    w = dict(w)
    best = means(questions, w)[2]
    for step in (0.5, 0.25, 0.12)[:rounds]:
        for _ in range(2):
            for name in w:
                for sign in (1, -1):
                    while True:
                        trial = dict(w)
                        trial[name] = w[name] * (1 + sign * step) if name in POSITIVE else w[name] + sign * step * 0.8
                        goal = means(questions, trial)[2]
                        if goal <= best + 1e-5:
                            break
                        w, best = trial, goal
    # A few at once, where one alone leads nowhere; the numbers are the same in every run.
    chance = np.random.default_rng(18)
    for _ in range(tries):
        trial = dict(w)
        for name in chance.choice(list(w), 3, replace=False):
            move = chance.normal() * 0.4
            trial[name] = w[name] * np.exp(move) if name in POSITIVE else w[name] + move * 2
        goal = means(questions, trial)[2]
        if goal > best + 1e-5:
            w, best = trial, goal
    return w


def show(name, values):
    print(f"{name:24} recall@10 {values[0]:.3f}  MRR {values[1]:.3f}  goal {values[2]:.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("signals", type=pathlib.Path)
    parser.add_argument("databases", type=pathlib.Path)
    parser.add_argument("--cross", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    programs = read_questions(options.signals.resolve(), options.databases)
    w = read_weights()
    for program, questions in programs.items():
        show(program, means(questions, w))
    every = [q for questions in programs.values() for q in questions]
    show("all", means(every, w))
    found = [sum(q.right.any() for q in every), len(every)]
    print(f"an expected symbol is among the candidates of {found[0]} of {found[1]} questions")
    if options.cross:
        left = []
        for program, questions in programs.items():
            fitted = fit([q for name, other in programs.items() if name != program for q in other], w)
            left.append(means(questions, fitted) * len(questions))
            show(f"without {program}", left[-1] / len(questions))
        show("cross", np.sum(left, axis=0) / len(every))
    if options.write:
        w = fit(every, w)
        show("fitted", means(every, w))
        text = WEIGHTS.read_text()
        for name, value in w.items():
            text = re.sub(rf"(?m)^{name} +\S+", lambda m: f"{name:11} {value:5.2f}", text)
        WEIGHTS.write_text(text)


if __name__ == "__main__":
    main()
