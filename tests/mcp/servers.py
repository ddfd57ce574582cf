#!/usr/bin/python3
"""servers.py DOSSIER: the servers that npm distributes, as processes of a chat: filesystem, memory and everything.

Each is approved, called by a scripted model, and the session is replayed without it; nothing of it is left running. The
last also speaks HTTP, with events. Exits 77 where npm has not installed them (tools/setup --all does)."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from conformance import HERE, NODE, sandbox

PACKAGES = HERE / "node_modules" / "@modelcontextprotocol"


def entry(name, *arguments):
    return {"command": str(NODE), "args": [str(PACKAGES / f"server-{name}" / "dist" / "index.js"), *arguments]}


class Chat:
    """One server, and a chat that makes calls of it."""

    def __init__(self, dossier, name, server):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name).resolve()
        self.environment = sandbox.environment(dossier, self.path) | {"TOKEN": "t0ken"}
        self.dossier, self.name = dossier, name
        (self.path / "servers.json").write_text(json.dumps({"mcpServers": {name: server}}))
        self.run("import", str(sandbox.FIXTURES / "exports" / "unity.project.json"))

    def run(self, *words, given=""):
        ran = subprocess.run([self.dossier, *words], cwd=self.path, env=self.environment, input=given, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if ran.returncode != 0:
            raise SystemExit(f"{words}: status {ran.returncode}\n{ran.stdout}")
        return ran.stdout

    def calls(self, *calls):
        """The results of these calls, after a strict replay without the server."""
        lines = [{"calls": [{"tool": f"{self.name}__{tool}", "input": given} for tool, given in calls]}, {"text": "Done."}]
        (self.path / "model.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        said = self.run("chat", "--mode", "agent", "--permit", f"{self.name}__*=allow", "--mcp-config", "servers.json",
                        "--model", "scripted:model.jsonl", given="go\n")
        os.rename(self.path / "servers.json", self.path / "gone")
        replayed = self.run("replay")
        os.rename(self.path / "gone", self.path / "servers.json")
        if "identical" not in replayed:
            raise SystemExit(f"{self.name}: {replayed}")
        events = json.loads(self.run("sessions", "show", "--json"))["events"]
        results = [event["body"] for event in events if event["kind"] == "tool_settled"]
        if len(results) != len(calls):
            raise SystemExit(f"{self.name}: {said}")
        return results


def expect(what, condition, seen):
    print("ok    " if condition else "FAILED", what, flush=True)
    if not condition:
        raise SystemExit(json.dumps(seen)[:4000])


def processes_with(text):
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if text.encode() in (place / "cmdline").read_bytes() and int(place.name) != os.getpid():
                found.append(place.name)
        except OSError:
            pass
    return found


def filesystem(dossier):
    with tempfile.TemporaryDirectory() as name:
        inside = pathlib.Path(name).resolve()
        (inside / "notes.txt").write_text("health = 100\n" * 20_000)
        chat = Chat(dossier, "files", entry("filesystem", str(inside)))
        read, wrote, outside, wrong = chat.calls(
            ("read_text_file", {"path": str(inside / "notes.txt")}),
            ("write_file", {"path": str(inside / "made.txt"), "content": "made"}),
            ("read_text_file", {"path": "/etc/hostname"}), ("read_text_file", {"path": 7}))
        text = json.dumps(read["result"])
        expect("filesystem: a long file is cut", read["ok"] and read["truncated"] and "health" in text and len(text) < 90_000, read)
        expect("filesystem: a file is written", wrote["ok"] and (inside / "made.txt").read_text() == "made", wrote)
        expect("filesystem: what it refuses is a failure", not outside["ok"] and "denied" in str(outside["result"]), outside)
        expect("filesystem: so is a wrong input", not wrong["ok"], wrong)
        expect("filesystem: nothing is left running", not processes_with(str(inside)), processes_with(str(inside)))


def memory(dossier):
    with tempfile.TemporaryDirectory() as name:
        store = str(pathlib.Path(name) / "memory.jsonl")
        chat = Chat(dossier, "memory", entry("memory") | {"env": {"MEMORY_FILE_PATH": store}})
        made, graph = chat.calls(
            ("create_entities", {"entities": [{"name": "PlayerStats", "entityType": "class", "observations": ["has _health"]}]}),
            ("read_graph", {}))
        expect("memory: an entity is made", made["ok"], made)
        expect("memory: and found", graph["ok"] and "PlayerStats" in json.dumps(graph["result"]), graph)


def everything(dossier):
    chat = Chat(dossier, "all", entry("everything"))
    echo, added, image, structured = chat.calls(("echo", {"message": "hello"}), ("get-sum", {"a": 2, "b": 3}),
                                                ("get-tiny-image", {}), ("get-structured-content", {"location": "Chicago"}))
    expect("everything: echo", echo["ok"] and "hello" in json.dumps(echo["result"]), echo)
    expect("everything: sum", "5" in json.dumps(added["result"]), added)
    expect("everything: an image is told, not shown", "[image image/png" in json.dumps(image["result"]), image)
    expect("everything: structured", "temperature" in structured["result"], structured)


def everything_over_http(dossier):
    with open(os.devnull, "w") as nothing:
        server = subprocess.Popen([str(NODE), str(PACKAGES / "server-everything" / "dist" / "index.js"), "streamableHttp"],
                                  env=os.environ | {"PORT": str(port := free_port())}, stdout=nothing, stderr=nothing)
    try:
        sandbox.until(lambda: listens(port))
        chat = Chat(dossier, "all", {"url": f"http://127.0.0.1:{port}/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}})
        echo, added = chat.calls(("echo", {"message": "hello"}), ("get-sum", {"a": 2, "b": 3}))
        expect("over HTTP: echo", echo["ok"] and "hello" in json.dumps(echo["result"]), echo)
        expect("over HTTP: sum", "5" in json.dumps(added["result"]), added)
    finally:
        server.kill()
        server.wait()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main(dossier):
    if not NODE.exists() or not (PACKAGES / "server-memory").exists():
        print("SKIPPED: the servers are not installed (tools/setup --all)")
        return sandbox.SKIPPED
    dossier = str(pathlib.Path(dossier).resolve())
    for play in (filesystem, memory, everything, everything_over_http):
        play(dossier)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
