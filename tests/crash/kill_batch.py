#!/usr/bin/python3
"""Kills batches at random moments: kill_batch.py DOSSIER [KILLS [SEED]].

The shop's six changes are fixed by scripted models, two at a time, in a batch that is killed (-9) again and again
and goes on with --resume. No case that has ended is begun anew: it has one line, and its diff stays the same file.
Nothing that the killed batch started goes on. In the end every case is fixed, and exactly as people did it.
"""

import json
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

CASES = 6


def lines_of(run):
    """The cases that have ended, by whole lines."""
    results = run / "results.jsonl"
    text = results.read_bytes() if results.exists() else b""
    return [json.loads(line)["case"] for line in text[:text.rfind(b"\n") + 1].splitlines()]


def diff_of(run, case):
    status = (run / case / "result.diff").stat()
    return status.st_ino, status.st_mtime_ns


def still_running(folder):
    """The processes that work below a folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (process / "cmdline").read_bytes():
                found.append(process.name)
        except OSError:
            pass
    return found


def main(dossier, kills, seed):
    draw = random.Random(seed)
    with sandbox.Folder() as folder:
        program = sandbox.Program(dossier, folder.path)
        shop = folder.path / "shop"
        subprocess.run([sys.executable, sandbox.FIXTURES / "grpc_shop" / "lay_out.py", shop], check=True)
        model = f"scripted:{shop / 'models' / 'straight'}/{{name}}.jsonl"
        killed, runs, spent = 0, 0, None
        while killed < kills or spent is None:
            run = folder.path / f"run{runs}"
            runs += 1
            began, seen = time.monotonic(), {}
            while True:
                process = program.start("grpc", "batch", shop / "dataset", "--out", run, "--jobs", "2", "--model", model,
                                        "--resume")
                # The first is let finish: it says how long a case takes.
                if spent is not None and killed < kills:
                    try:
                        process.wait(draw.uniform(0.02, 1.5 * spent / CASES))
                    except subprocess.TimeoutExpired:
                        process.kill()
                errors = process.communicate(timeout=300)[1]
                ended = lines_of(run)
                if len(set(ended)) != len(ended):
                    raise SystemExit(f"a case ended twice: {ended}")
                for case, before in seen.items():
                    if case not in ended or diff_of(run, case) != before:
                        raise SystemExit(f"{case} had ended and was begun anew")
                seen = {case: diff_of(run, case) for case in ended}
                if process.returncode != -signal.SIGKILL:
                    break
                killed += 1
                sandbox.until(lambda: not still_running(run))
            if process.returncode != 0 or len(seen) != CASES:
                raise SystemExit(f"status {process.returncode}, {len(seen)} cases: {errors}")
            spent = spent or time.monotonic() - began
            for case in json.loads(program.run("grpc", "score", run, "--json"))["cases"]:
                files = case["score"]["files"]
                if case["status"] != "fixed" or not files["truth"] == files["fix"] == case["score"]["exact_files"]:
                    raise SystemExit(f"not fixed: {case}")
        print(f"{killed} killed, {runs} batches: no case was fixed twice, and all are fixed")
        return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 10,
                  int(sys.argv[3]) if len(sys.argv) > 3 else 20261123))
