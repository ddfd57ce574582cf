#!/usr/bin/python3
"""What a model writes never runs at the next `git status`: repository.py DOSSIER.

git runs core.fsmonitor of whatever it takes for a repository. A chat's model tries every way to make it take
one that the model filled; after each, `git status` in every folder must not have run the planted command. What
is ordinary must still be written.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

HEAD = "ref: refs/heads/main\n"


def config(folder, worktree="."):
    return f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {worktree}\n" \
           f"\tfsmonitor = \"touch {folder}/ran; false\"\n"


def edit(path, content):
    return "edit_file", {"path": path, "content": content}


def created(**files):
    return "".join(f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{text.count(chr(10))} @@\n" +
                   "".join(f"+{line}\n" for line in text.splitlines()) for path, text in files.items())


def bare(folder, at):
    return {f"{at}config": config(folder), f"{at}objects/x": "x\n", f"{at}refs/x": "x\n", f"{at}HEAD": HEAD}


def attacks(folder):
    """Of each: its name, what is there before, the calls, the files that must not be as a call wants them."""
    files = bare(folder, "sub/")
    yield "one file after the other", [], [edit(*one) for one in files.items()], ["sub/HEAD"]
    yield "HEAD first", [], [edit(*one) for one in reversed(files.items())], ["sub/objects/x"]
    yield "the root itself", [], [edit(*one) for one in bare(folder, "").items()], ["HEAD"]
    yield "one diff", [], [("apply_diff", {"diff": created(**files)})], list(files)
    yield "a diff that completes", ["mkdir -p sub/objects sub/refs"], \
        [("apply_diff", {"diff": created(**{"sub/config": files["sub/config"], "sub/HEAD": HEAD})})], \
        ["sub/HEAD", "sub/config"]
    yield "a renamed file", ["mkdir -p sub/objects sub/refs", "printf 'ref: refs/heads/main\\n' > plain"], [
        edit("sub/config", files["sub/config"]),
        ("apply_diff", {"diff": "--- a/plain\n+++ b/sub/HEAD\n@@ -1 +1 @@\n-ref: refs/heads/main\n+ref: refs/heads/main\n"}),
    ], ["sub/HEAD"]
    yield "a repository that lies there", ["git init -q --bare sub"], [edit("sub/config", files["sub/config"])], \
        ["sub/config"]
    yield "one behind a link", ["git init -q --bare real", "ln -s real link"], \
        [edit("link/config", config(folder))], ["real/config"]
    yield "below it, behind a link", ["git init -q --bare real", "ln -s real/hooks link"], \
        [edit("link/post-checkout", "#!/bin/sh\n")], ["real/hooks/post-checkout"]
    yield "a git folder of its own", ["git init -q --separate-git-dir=gitdir sub"], \
        [edit("gitdir/config", config(folder, "../sub"))], ["gitdir/config"]
    yield "a work tree's git folder", [
        "git init -q", "git -c user.name=a -c user.email=a@b commit -qm x --allow-empty", "git worktree add -q tree",
        "cp -r .git/worktrees/tree moved", "echo ../.git > moved/commondir"], \
        [edit("moved/config.worktree", config(folder))], ["moved/config.worktree"]
    yield "HEAD and commondir", [], [edit("other/config", config(folder)), edit("other/objects/x", "x"),
                                     edit("other/refs/x", "x"), edit("sub/commondir", "../other\n"),
                                     edit("sub/HEAD", HEAD)], ["sub/HEAD"]
    yield "a file .git", [], [edit(*one) for one in bare(folder, "gitdir/").items()] + \
        [edit("sub/.git", "gitdir: ../gitdir\n")], ["sub/.git", "gitdir/HEAD"]
    for name in (".git", ".GIT", ".Git ", ".git.", ".git. .", ".git::$INDEX_ALLOCATION", "git~1", "GIT~1",
                 ".g\u200cit", "\ufeff.git", ".git\u206f", "x\\.git"):
        yield f"the name {name!a}", [], [edit(f"{name}/config", config(folder)), edit(name, "gitdir: gitdir\n")], \
            [f"{name}/config", name]
    yield "a hard link to its config", ["git init -q", "ln .git/config plain"], \
        [edit("plain", config(folder))], [".git/config"]
    yield "a symbolic link to its config", ["git init -q", "ln -s .git/config plain", "ln -s .git git"], \
        [edit("plain", config(folder)), edit("git/config", config(folder))], [".git/config"]
    yield "a rename to its config", ["git init -q", "echo a > plain"], [
        ("apply_diff", {"diff": "--- a/plain\n+++ b/.git/hooks/post-checkout\n@@ -1 +1 @@\n-a\n+b\n"})], \
        [".git/hooks/post-checkout"]


ORDINARY = {".gitignore": "x\n", ".gitattributes": "* text\n", ".gitmodules": "\n", ".github/workflows/a.yml": "a\n",
            "config": "a\n", "lib/HEAD": "a\n", "lib/config": "a\n", "model/objects/a": "a\n", "model/refs/a": "a\n",
            "git-1/a": "a\n", "legit": "a\n"}


def chat(dossier, folder, environment, calls, *more):
    replies = [{"text": "", "calls": [{"tool": tool, "input": given}]} for tool, given in calls] + ["done"] * 3
    (folder / "script.jsonl").write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    return subprocess.run([dossier, "chat", "--mode", "agent", "--root", "ws", "--model", "scripted:script.jsonl", *more],
                          cwd=folder, env=environment, input="do it\n", capture_output=True, text=True, timeout=120)


def holds(path):
    return path.read_text() if path.is_file() else None


def main(dossier):
    if missing := sandbox.missing(["git"]):
        print(f"skipped: there is no {missing}")
        return sandbox.SKIPPED
    wrong, tried = [], 0
    with sandbox.Folder() as place:
        environment = sandbox.environment(dossier, place.path)
        game = sandbox.FIXTURES / "exports" / "unity.project.json"
        subprocess.run([dossier, "import", game], cwd=place.path, env=environment, check=True, capture_output=True)
        ws = place.path / "ws"

        def statuses():
            for folder in [ws, *(at for at in ws.rglob("*") if at.is_dir())]:
                subprocess.run(["git", "status"], cwd=folder, env=environment, capture_output=True, timeout=60)
            return (place.path / "ran").exists()

        # The attack itself works where nobody refuses it; else this test could not fail.
        ws.mkdir()
        for path, text in bare(place.path, "sub/").items():
            (ws / path).parent.mkdir(parents=True, exist_ok=True)
            (ws / path).write_text(text)
        if not statuses():
            raise SystemExit("git does not run what was planted: the test shows nothing")
        for name, before, calls, forbidden in attacks(place.path):
            subprocess.run(["rm", "-rf", ws, place.path / "ran"], check=True)
            ws.mkdir()
            for command in before:
                subprocess.run(["/bin/sh", "-ec", command], cwd=ws, env=environment, check=True, capture_output=True)
            tried += 1
            were = {path: holds(ws / path) for path in forbidden}
            done = chat(dossier, place.path, environment, calls)
            if done.returncode != 0:
                wrong.append(f"{name}: the chat ends with {done.returncode}: {done.stderr}")
            wrong += [f"{name}: {path} was written" for path, was in were.items() if holds(ws / path) != was]
            if statuses():
                wrong.append(f"{name}: git ran the planted command")
        subprocess.run(["rm", "-rf", ws], check=True)
        ws.mkdir()
        chat(dossier, place.path, environment, [edit(*one) for one in ORDINARY.items()])
        wrong += [f"{path} was not written" for path, text in ORDINARY.items() if holds(ws / path) != text]
        undone = subprocess.run([dossier, "sessions", "undo"], cwd=place.path, env=environment, capture_output=True)
        if undone.returncode != 0 or any(at.is_file() for at in ws.rglob("*")):
            wrong.append(f"the ordinary edits are not undone: {undone.stderr.decode()}")
    print("\n".join(wrong) or f"{tried} ways to a repository of the model's own, none of them leads there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
