#!/usr/bin/python3
"""Fails the Nth call of an operation, for every N: walk.py DOSSIER LIBFAULTS OPERATION KIND [--sample K] [--seed S].

The operations are in operations.py, the kinds in libfaults.cc, and `power` in powerloss.py; `all` is each of them.
After each fault the state is as before or as after the operation (every view, every question, the workspace's
file), the file is sound by integrity_check and foreign_key_check, the operation done again succeeds, and what the
fault left behind is gone then. With --sample, K calls are drawn of each walk; --seconds bounds them all.
"""

import argparse
import hashlib
import os
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import powerloss  # noqa: E402
from operations import OPERATIONS, Wrong  # noqa: E402

KINDS = ("eio", "gone", "enospc", "full", "short", "xfsz", "kill", "torn", "power")
DEADLY = ("kill", "torn")
CLEAN = ("enospc", "full", "xfsz")  # a program that goes on can take its files away


class Walk:
    def __init__(self, arguments, name, folder):
        self.library, self.name = arguments.library, name
        self.sample, self.seed = arguments.sample, arguments.seed
        self.operation = OPERATIONS[name](arguments.dossier, folder)
        self.count, self.log = folder / "count", folder / "log"
        self.verdicts, self.wrong = {}, []

    def faults(self, kind, number=0):
        return {"LD_PRELOAD": str(self.library), "FAULTS_ROOT": str(self.operation.run), "FAULTS_KIND": kind,
                "FAULTS_AT": str(number), "FAULTS_COUNT": str(self.count), "FAULTS_LOG": str(self.log)}

    def drawn(self, numbers, kind):
        numbers = list(numbers)
        if self.sample and len(numbers) > self.sample:
            draw = random.Random(f"{self.seed} {self.name} {kind}")
            numbers = sorted(draw.sample(numbers, self.sample))
        return numbers

    def key(self, status):
        """States that are byte for byte the same have one verdict."""
        digest = hashlib.sha256(b"0" if status == 0 else b"1")
        for path in sorted(self.operation.run.rglob("*")):
            if path.is_file() and not path.name.endswith("-shm"):
                digest.update(f"{path.relative_to(self.operation.run)} {path.stat().st_size} ".encode() + path.read_bytes())
        return digest.digest()

    def judge(self, status, place, errors="", clean=False):
        key = self.key(status) + bytes([clean])
        if key not in self.verdicts:
            self.verdicts[key] = None
            try:
                self.operation.check(status)
                if status == 1 and clean:
                    self.operation.check_names()
                self.operation.again()
                self.operation.check_names()
            except (Wrong, sqlite3.Error) as wrong:
                self.verdicts[key] = str(wrong)
        if self.verdicts[key]:
            said = errors.strip().replace("\n", " | ")[-200:]
            self.wrong.append(f"{place}: {self.verdicts[key]}" + (f"   [{said}]" if said else ""))

    def walk(self, kind, deadline):
        """(calls that count, faults made)."""
        made = 0
        self.operation.reset()
        status, errors = self.operation.go(self.faults("count:" + kind))
        if status != 0:
            raise SystemExit(f"{self.name}: status {status} without a fault: {errors}")
        calls = int(self.count.read_text() or 0) if self.count.exists() else 0
        if calls == 0:
            raise SystemExit(f"{self.name} {kind}: no call was seen")
        for number in self.drawn(range(1, calls + 1), kind):
            if time.monotonic() > deadline:
                break
            self.operation.reset()
            status, errors = self.operation.go(self.faults(kind, number))
            place = f"{self.name} {kind} {number}/{calls}"
            made += 1
            if status < 0 and not (kind in DEADLY and status == -9):
                self.wrong.append(f"{place}: ended by signal {-status} [{errors.strip()[-200:]}]")
            if status > 0 and not (errors.strip().splitlines() or [""])[-1].startswith("dossier: "):
                self.wrong.append(f"{place}: status {status}, and says {errors!r}")
            self.judge(status, place, errors, kind in CLEAN)
        return calls, made

    def lose_power(self, deadline):
        self.operation.reset()
        self.log.unlink(missing_ok=True)
        status, errors = self.operation.go(self.faults("record"))
        if status != 0:
            raise SystemExit(f"{self.name}: status {status} while recorded: {errors}")
        records = list(powerloss.journal(self.log))
        disk = powerloss.Disk(self.operation.folder / "base")
        changes = [i for i, record in enumerate(records) if record[0] != "open"]
        chosen = set(self.drawn(changes, "power"))
        made = 0
        for i, record in enumerate(records):
            disk.take(*record)
            if i not in chosen or time.monotonic() > deadline:
                continue
            for variant, seed in (("strict", 0), ("names", 0), ("mixed", 1), ("mixed", 2)):
                disk.crash(variant, f"{self.seed} {i} {seed}", self.operation.run)
                self.operation.remember()
                made += 1
                self.judge(None, f"{self.name} power {variant} {i}/{len(records)} after {record[0]} {record[4]}")
        return len(changes), made


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("dossier", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("library", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("operation", choices=(*OPERATIONS, "all"))
    parser.add_argument("kind", choices=(*KINDS, "all"))
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    arguments = parser.parse_args()
    operations = OPERATIONS if arguments.operation == "all" else (arguments.operation,)
    kinds = KINDS if arguments.kind == "all" else (arguments.kind,)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    failures, total = [], 0
    share = arguments.seconds / (len(operations) * len(kinds))
    for name in operations:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="dossier-faults-", dir=memory)).resolve()
        try:
            walk = Walk(arguments, name, folder)
            for kind in kinds:
                began = time.monotonic()
                seen = len(walk.wrong)
                deadline = began + share
                calls, made = walk.lose_power(deadline) if kind == "power" else walk.walk(kind, deadline)
                wrong = walk.wrong[seen:]
                total += made
                print(f"{name:13} {kind:7} {calls:5} calls {made:5} faults {len(wrong):4} wrong "
                      f"{time.monotonic() - began:6.1f} s", flush=True)
                for line in wrong[:8]:
                    print("    " + line, flush=True)
            failures += walk.wrong
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{total} faults, {len(failures)} wrong states")
    return 1 if failures or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
