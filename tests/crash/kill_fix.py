#!/usr/bin/python3
"""Kills dialogues at random moments: kill_fix.py DOSSIER [KILLS [SEED]].

A scripted model fixes one of the shop's changes in a process that is killed (-9) again and again, and goes on with
--session. Each time every reply that was recorded is still there; in the end the diff is that of a dialogue that
nobody killed, no reply was asked for twice, the session replays and every hash fits. What a kill may leave of a record,
event by event, is tests/unit/agent/fix_test.cc; here processes die.
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

CASE = "timestamp_of_order"


class Dialogue(sandbox.Program):
    def __init__(self, dossier, folder):
        super().__init__(dossier, folder, DOSSIER_DB=str(folder / "context" / "dossier.db"))
        shop = folder / "shop"
        subprocess.run([sys.executable, sandbox.FIXTURES / "grpc_shop" / "lay_out.py", shop], check=True)
        case = shop / "dataset" / "shop" / "pullrequest" / CASE
        self.script = shop / "models" / "ask" / f"{CASE}.jsonl"
        self.run("grpc", "context", case / "premerge_1", case / "merge_1", "--out", "context")

    def go_on(self, session):
        going_on = ["--session", session] if session else []
        return self.start("grpc", "fix", "context", "--model", f"scripted:{self.script}", *going_on)

    def sessions(self):
        return [row["id"] for row in json.loads(self.run("sessions", "list", "--json")) if row["mode"] == "fix"]

    def kinds(self, session):
        return [json.loads(line).get("kind") for line in self.run("sessions", "export", session).splitlines()[1:]]


def main(dossier, kills, seed):
    draw = random.Random(seed)
    with sandbox.Folder() as folder:
        dialogue = Dialogue(dossier, folder.path)
        replies = len(dialogue.script.read_text("utf-8").splitlines())
        began = time.monotonic()
        process = dialogue.go_on(None)
        wanted = process.communicate(timeout=300)[0]
        spent = time.monotonic() - began
        if process.returncode != 0 or not wanted:
            raise SystemExit(f"the dialogue that nobody kills: status {process.returncode}")
        killed = finished = resumed = 0
        while killed < kills or finished == 0:
            known, session, answered = set(dialogue.sessions()), None, 0
            while True:
                process = dialogue.go_on(session)
                if killed < kills:
                    try:
                        process.wait(spent * draw.choice([draw.uniform(0, 1), draw.uniform(0.6, 1.05)]))
                    except subprocess.TimeoutExpired:
                        process.kill()
                diff, errors = process.communicate(timeout=300)
                if process.returncode != -signal.SIGKILL:
                    break
                killed += 1
                new = [each for each in dialogue.sessions() if each not in known]
                if not new:
                    continue
                kinds = dialogue.kinds(new[0])
                if "message" not in kinds:  # the model was not asked: begun anew
                    known.add(new[0])
                    continue
                if kinds[-1] == "ended":  # killed while it printed the end
                    session = None
                    break
                if kinds.count("model_settled") < answered:
                    raise SystemExit(f"a kill lost a reply: {answered} before, now {kinds}")
                session, answered, resumed = new[0], kinds.count("model_settled"), resumed + 1
            if process.returncode == -signal.SIGKILL:
                continue
            if process.returncode != 0 or diff != wanted:
                raise SystemExit(f"status {process.returncode}\n{errors}\nanother diff:\n{diff}")
            finished += 1
            last = [each for each in dialogue.sessions() if each not in known][0]
            if dialogue.kinds(last).count("model_settled") != replies:
                raise SystemExit(f"{replies} replies were needed, not {dialogue.kinds(last)}")
            if not json.loads(dialogue.run("replay", last, "--json"))["identical"]:
                raise SystemExit("the session does not replay")
        if json.loads(dialogue.run("sessions", "verify", "--json")) != []:
            raise SystemExit("a hash does not fit")
    print(f"{killed} kills, {resumed} times gone on, {finished} dialogues came to their end")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 12, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
