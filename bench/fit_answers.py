#!/usr/bin/python3
"""Fit the weights of offline answers, agent/offline/weights.txt, to the questions of tests/quality that are for tuning.

    fit_answers.py SIGNALS DATABASES            # what the weights as they are reach
    fit_answers.py SIGNALS DATABASES --cross    # what every fifth of the programs reaches by a fit to the others
    fit_answers.py SIGNALS DATABASES --write    # fit to all of them, and write the weights

SIGNALS is the program bench/answer_signals, DATABASES the folder that tests/quality/questions.py --keep filled. A fit goes
up a smooth mean of recall at ten and the reciprocal rank. It sees the 150 candidates that the weights as they are put
first, and the right ones, and how much they have to do with one another as these weights put them: build and repeat."""
import argparse
import collections
import copy
import json
import pathlib
import re
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "agent/offline/weights.txt"
QUESTIONS = ROOT / "tests/quality/questions.tsv"
FIELDS = ["own", "owner", "space", "signature", "doc", "body", "first", "around"]
MORE = ["precision", "beside", "generated", "public", "accessor", "foreign", "whole", "together", "aside", "size", "related"]
SHAPES = [["any-type", None, "any-value"], ["code-type", None, "code-value"], ["value-type", "value-code", None],
          [None, "type-code", "type-value"]]
POSITIVE = set(FIELDS) | {"enough", "rare", "half", "long", "coverage"}
BY_RARITY = [4, 6]  # fields of which a rare term says more: doc, first
RECALL = 3  # how much more recall counts than the reciprocal rank


def read_weights():
    lines = [line.split(None, 2) for line in WEIGHTS.read_text().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value, _ in lines}


class Questions:
    """The questions of some programs with their candidates, as arrays: [field,] question, candidate[, term]."""

    def __init__(self, programs, most=150):
        flat = [(program, *one) for program, questions in programs.items() for one in questions]
        count, terms = len(flat), max(len(head) - 2 for _, head, _, _ in flat)
        self.programs = np.array([program for program, _, _, _ in flat])
        self.said = np.zeros((len(FIELDS), count, most, terms), np.float32)
        self.more = np.zeros((len(MORE), count, most), np.float32)
        self.words = np.zeros((count, most), np.float32)
        self.shape, self.called = np.zeros((count, most), int), np.zeros((count, most), int)
        self.right, self.valid = np.zeros((count, most), bool), np.zeros((count, most), bool)
        self.weight, self.texts = np.zeros((count, terms), np.float32), np.ones((count, terms), np.float32)
        self.asks = np.array([int(head[1]) for _, head, _, _ in flat])
        self.wanted = np.array([len(wanted) for _, _, wanted, _ in flat])
        self.present = np.zeros(count, bool)
        # Few programs are assemblies, whose names are all that is known.
        self.counts = np.where([program.startswith("names/") for program in self.programs], 2.0, 1.0)
        for i, (_, head, wanted, rows) in enumerate(flat):
            for t, term in enumerate(head[2:]):
                self.weight[i, t], self.texts[i, t] = (float(v) for v in term.split())
            self.present[i] = any(row[0] in wanted for row in rows)
            # The best, and the right ones behind them in their stead.
            behind = [row for row in rows[most:] if row[0] in wanted]
            rows = rows[:most - len(behind)] + behind if behind else rows[:most]
            names = [row[0].rsplit(".", 1)[-1] for row in rows]
            for c, row in enumerate(rows):
                self.valid[i, c], self.right[i, c] = True, row[0] in wanted
                self.shape[i, c], self.words[i, c], self.called[i, c] = int(row[1]), float(row[13]), names.index(names[c])
                self.more[:, i, c] = [float(v) for v in row[2:13]]
                for place in row[14].split():
                    field, term, how = place.split(":")
                    self.said[int(field), i, c, int(term)] = float(how)
        for field in BY_RARITY:
            self.said[field] *= self.texts[:, None, :]

    def of(self, mask):
        out = copy.copy(self)
        out.said, out.more = self.said[:, mask], self.more[:, mask]
        for name in "programs words shape called right valid weight texts asks wanted present counts".split():
            setattr(out, name, getattr(self, name)[mask])
        return out

    def scores(self, w):
        said = np.zeros(self.said.shape[1:], np.float32)
        half = (w["half"] * (1 + w["long"] * self.words / 60)).astype(np.float32)
        for field, name in enumerate(FIELDS):
            how = self.said[field]
            if name == "body":
                how = self.texts[:, None, :] * how / (how + half[:, :, None])
            said += np.float32(w[name]) * how
        counts = self.weight * self.texts ** np.float32(w["rare"])
        counts = (counts / np.maximum(counts.sum(1, keepdims=True), 1e-9)).astype(np.float32)
        cover = np.einsum("qct,qt->qc", said / (said + np.float32(w["enough"])), counts)
        shapes = np.array([[w[n] if n else 0 for n in row] + [(w[row[1]] if row[1] else 0) + w["constructor"]]
                           for row in SHAPES])
        scores = w["coverage"] * np.log(np.maximum(cover, 1e-9)) + shapes[self.asks[:, None], self.shape]
        scores += np.tensordot([w[n] for n in MORE], self.more, axes=(0, 0))
        scores += w["named"] * self.more[0] * np.einsum("qct,qt->qc", self.said[0], counts)
        # For each better one with the same name.
        order = np.lexsort((-scores, self.called), axis=1)
        begins = np.diff(np.take_along_axis(self.called, order, 1), axis=1, prepend=-1) != 0
        place = np.broadcast_to(np.arange(order.shape[1]), order.shape)
        again = np.zeros_like(scores)
        np.put_along_axis(again, order, w["again"] * (place - np.maximum.accumulate(np.where(begins, place, 0), axis=1)), 1)
        return np.where(self.valid, scores + again, -1e3)

    def ahead(self, w):
        """The right candidates' questions, and by how much each other candidate is ahead."""
        scores = self.scores(w)
        question, candidate = np.nonzero(self.right)
        return question, scores[question] - scores[question, candidate][:, None]

    def measured(self, w):
        """Recall at ten and the reciprocal rank, by question."""
        question, ahead = self.ahead(w)
        rank = (ahead > 0).sum(1) + 1
        first = np.full(len(self.asks), 1 << 20)
        np.minimum.at(first, question, rank)
        recall = np.bincount(question, rank <= 10, len(self.asks)) / self.wanted
        return np.array([recall, np.where(first <= 10, 1 / first, 0)])

    def goal(self, w, softness):
        question, ahead = self.ahead(w)
        soft = 0.5 + (1 / (1 + np.exp(np.clip(-ahead / softness, -50, 50)))).sum(1)
        best = np.zeros(len(self.asks))
        np.maximum.at(best, question, 1 / soft)
        recall = np.bincount(question, 1 / (1 + np.exp((soft - 10.5) / 2.5)), len(self.asks)) / self.wanted
        return np.average(RECALL * recall + best, weights=self.counts)


def fit(questions, w):
    """Goes up the gradient of the goal, which is softer at first; weights stay near where they were."""
    names = list(w)

    def moved(x):
        return {n: w[n] * np.exp(v) if n in POSITIVE else w[n] + 2 * v for n, v in zip(names, x)}

    def value(x, softness):
        return questions.goal(moved(x), softness) - 0.002 * (x * x).sum()

    best, mean, square, steps = np.zeros(len(names)), 0.0, 0.0, 0
    for softness in (2.0, 0.7):
        x, rate, top = best.copy(), 0.125, -np.inf
        for _ in range(13):
            here = value(x, softness)
            if here > top:
                top, best = here, x.copy()
            slope = np.array([(value(x + step, softness) - here) / 0.02 for step in np.eye(len(names)) * 0.02])
            steps += 1
            mean, square = 0.7 * mean + 0.3 * slope, 0.9 * square + 0.1 * slope * slope
            x = x + rate * (mean / (1 - 0.7 ** steps)) / (np.sqrt(square / (1 - 0.9 ** steps)) + 1e-3)
            rate *= 0.92
    return moved(best)


def read_questions(signals, databases, halves):
    """By program, of each question: its head, the symbols wanted, and its candidates, best first."""
    asked = collections.defaultdict(list)
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        half, program, _, _, question, symbols = line.split("\t") if not line.startswith("#") else ("",) * 6
        if half in halves:
            asked[program].append((question, symbols.split()))
    for line in QUESTIONS.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["set"] in halves:
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
                out[program].append(([kind, *fields], questions[len(out[program])][1], []))
            else:
                out[program][-1][2].append(fields)
    return out


def show(name, measured):
    recall, rank = measured.mean(axis=1)
    print(f"{name:24} {measured.shape[1]:4} questions  recall@10 {recall:.3f}  MRR {rank:.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("signals", type=pathlib.Path)
    parser.add_argument("databases", type=pathlib.Path)
    parser.add_argument("--cross", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    questions = Questions(read_questions(options.signals.resolve(), options.databases, ("tune", "more")))
    w = read_weights()
    names = list(dict.fromkeys(questions.programs))
    measured = questions.measured(w)
    for name in names:
        show(name, measured[:, questions.programs == name])
    show("all", measured)
    print(f"an expected symbol is among the candidates of {questions.present.sum()}")
    if options.cross:
        fifth = np.array([names.index(program) % 5 for program in questions.programs])
        left = [questions.of(fifth == i).measured(fit(questions.of(fifth != i), w)) for i in range(5)]
        show("cross", np.concatenate(left, axis=1))
    if options.write:
        w = fit(questions, w)
        show("fitted", questions.measured(w))
        text = WEIGHTS.read_text()
        for name, value in w.items():
            text = re.sub(rf"(?m)^{name} +\S+", lambda m: f"{name:11} {value:6.2f}", text)
        WEIGHTS.write_text(text)


if __name__ == "__main__":
    main()
