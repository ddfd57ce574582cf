#!/usr/bin/python3
"""Imports of files that multiply what is in them: inputs.py DOSSIER.

Each import must end by itself, hold less than 1 GB (or what a check says), write less than 200 MB, name what it refuses, and bring
what stands beside it. The bound on time only catches hangs.
"""

import gzip
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

DOSSIER = pathlib.Path(sys.argv[1]).resolve()
MEMORY, DATABASE = 1 << 30, 200 << 20
SOUND = "class Sound { int Field; }\n"
complaints = []


def dossier(folder, *arguments):
    """What it said on both its outputs, its status, and the most memory that it held."""
    said, status, used = sandbox.measured([DOSSIER, *arguments], folder, sandbox.environment(DOSSIER, folder))
    return said, status, used.ru_maxrss << 10


def check(name, folder, import_of, lines, answers, status=0, memory=MEMORY, command=("import", "--project", "P")):
    """Imports, and looks for `lines` in what is said and for `answers`: arguments and what they must print."""
    for file in folder.glob("dossier.db*"):
        file.unlink()
    said, ended, held = dossier(folder, *command, *import_of)
    found = [f"did not say {line!r} but {said[-500:]!r}" for line in lines if line not in said]
    if ended != status:
        found.append(f"ended with {ended}: {said[-500:]!r}")
    if held > memory:
        found.append(f"held {held >> 20} MB")
    size = sum(file.stat().st_size for file in folder.glob("dossier.db*"))
    if size > DATABASE:
        found.append(f"wrote {size >> 20} MB")
    for arguments, expected in answers:
        printed = dossier(folder, *arguments)[0]
        if expected not in printed:
            found.append(f"{' '.join(arguments)} printed {printed[-300:]!r} instead of {expected!r}")
    print(f"{held >> 20:4} MB held {size >> 20:4} MB written  {name}", *found, sep="\n    ", flush=True)
    complaints.extend(f"{name}: {text}" for text in found)


def nested(start, end, depth, name="A"):
    return (start.replace("NAME", name) * depth) + end * depth


NESTED = {
    "nested.cs": nested("class NAME{", "}", 30000),
    "spaces.cs": nested("namespace NAME{", "}", 20000),
    "Nested.java": nested("class NAME{", "}", 30000),
    "nested.ts": nested("namespace NAME{", "}", 20000),
    "nested.cpp": nested("namespace NAME{", "}", 20000),
    "nested.rs": nested("mod NAME{", "}", 30000),
    "nested.kt": nested("class NAME{", "}", 30000),
    "nested.rb": nested("module NAME\n", "end\n", 20000),
    "nested.proto": 'syntax = "proto3";\n' + nested("message NAME{", "}", 20000),
    # One long name around many short ones, and a comment that many definitions share.
    "long.cs": "class " + "L" * 100_000 + " {" + "".join(f"int f{i};" for i in range(20000)) + "}",
    "long.proto": "package " + "p." * 50_000 + "q; message M {" + "".join(f"M f{i} = {i + 1};" for i in range(10000)) + "}",
    "doc.ts": "/** " + "d" * 4000 + " */ export const " + ",".join(f"v{i}=1" for i in range(50000)) + ";",
    "shallow.proto": 'syntax = "proto3";\nmessage Kept { int32 number = 1; }\n',
    "sound.cs": SOUND,
}


def folders(root):
    folder = root / "folder"
    (folder / "tree").mkdir(parents=True)
    for name, text in NESTED.items():
        (folder / "tree" / name).write_text(text)
    (folder / "tree" / ".gitignore").write_text("*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n" * 20000)
    (folder / "tree" / ("a" * 200 + ".txt")).write_text("kept\n")
    check("definitions that multiply", folder, ["tree"],
          ["nested.cs: no symbols: its names and signatures exceed", "long.cs: no symbols: ",
           "skipped .gitignore: its patterns take too many steps"],
          [(["clear", "Sound"], "typeFullName  Sound"), (["clear", "Kept"], "typeFullName  Kept"), (["grep", "class Sound"], "sound.cs:1"),
           (["grep", "kept"], "aaaa"), (["ls"], "nested.cs")], status=2)

    (folder / "parsed").mkdir()
    for name in ["a", "b", "c", "d"]:
        (folder / "parsed" / f"{name}.c").write_text("(" * 3_000_000)
    (folder / "parsed" / "sound.cs").write_text(SOUND)
    check("files that are dear to parse", folder, ["parsed"], [f"{name}.c: no symbols: parsing it takes more than" for name in "abcd"],
          [(["clear", "Sound"], "typeFullName  Sound"), (["ls"], "a.c")], status=2, memory=400 << 20)
    deep = os.open(folder / "parsed", os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=deep)
        below = os.open("d", os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = below
    os.close(deep)
    for name in ["a", "b", "c", "d"]:
        (folder / "parsed" / f"{name}.c").unlink()
    check("folders in folders", folder, ["parsed"], ["File name too long"], [(["clear", "Sound"], "typeFullName  Sound")], status=2, memory=100 << 20)
    subprocess.run(["rm", "-rf", str(folder / "parsed")], check=True)


def write_object(repository, kind, content):
    data = f"{kind} {len(content)}".encode() + b"\0" + content
    name = hashlib.sha1(data).hexdigest()
    path = repository / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(data))
    return name


def entry(mode, name, identity):
    return f"{mode} {name}".encode() + b"\0" + bytes.fromhex(identity)


def commit(repository, tree):
    text = f"tree {tree}\nauthor a <a@example.org> 0 +0000\ncommitter a <a@example.org> 0 +0000\n\nm\n"
    name = write_object(repository, "commit", text.encode())
    (repository / "refs" / "heads" / "main").write_text(name + "\n")


def repositories(root):
    folder = root / "repositories"
    folder.mkdir()
    repository = folder / "r.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(repository)], check=True,
                   env=sandbox.environment(DOSSIER, folder))
    blob = write_object(repository, "blob", SOUND.encode())
    inner = write_object(repository, "tree", entry("100644", "inner.cs", blob))
    odd = ["..", ".", ".git", ".GIT", ".git ", "git~1", ".g\u200cit", "../../../out.cs", "/etc/out.cs", ".git\\config"]
    tree = b"".join(entry("40000", name, inner) for name in odd) + b"".join(entry("100644", name, blob) for name in odd[7:9])
    tree += entry("100644", "sound.cs", blob) + entry("100644", "zero.cs", "0" * 40)
    commit(repository, write_object(repository, "tree", tree))
    names = ["hasDotdot", "hasDot)", "hasDotgit", "fullPathname", "nullSha1"]
    check("entries that fsck refuses", folder, ["r.git", "--rev", "main"], ["(" + name for name in names],
          [(["ls"], "sound.cs"), (["clear", "Sound"], "typeFullName  Sound"), (["sql", "SELECT count(*) FROM files"], "1")], status=2)

    for _ in range(10):
        inner = write_object(repository, "tree", b"".join(entry("40000", f"n{i}", inner) for i in range(10)))
    commit(repository, inner)
    check("a tree of ten thousand million entries", folder, ["r.git", "--rev", "main"],
          ["the tree has over 2000000 entries"], [], status=1)

    # A blob of 300 MB that git stores in 300 KB.
    work = folder / "work"
    environment = sandbox.environment(DOSSIER, folder)

    def git(*arguments):
        subprocess.run(["git", "-C", str(work), *arguments],
                       check=True, capture_output=True, env=environment)

    work.mkdir()
    git("init", "-q", "-b", "main")
    with open(work / "large.bin", "wb") as large:
        for _ in range(300):
            large.write(b"x" * (1 << 20))
    (work / "sound.cs").write_text(SOUND)
    git("add", "-A")
    git("commit", "-qm", "m")
    check("a large blob that packs to little", folder, ["work", "--rev", "main"], [], [(["ls"], "large.bin"), (["clear", "Sound"], "typeFullName  Sound")])
    shutil.rmtree(work)


def archives(root):
    folder = root / "archives"
    folder.mkdir()
    with gzip.open(folder / "spaces.json.gz", "wb") as out:
        out.write(b'{"Modules":[')
        for _ in range(300):
            out.write(b" " * (1 << 20))
        out.write(b"]}")
    check("gzip of white space", folder, ["spaces.json.gz"], ["the gzip stream expands over 100 times"], [], status=1)
    one = json.dumps({"Name": "A", "FullName": "N." + "A" * 2000, "Fields": []}).encode()
    press = zlib.compressobj(9, zlib.DEFLATED, 31)
    with open(folder / "types.json.gz", "wb") as out:
        out.write(press.compress(b'{"Modules":[{"Name":"a.dll","Types":[' + one))
        for _ in range(600_000):
            out.write(press.compress(b"," + one))
        out.write(press.compress(b"]}]}") + press.flush())
    check("gzip of one type, 1.2 GB", folder, ["types.json.gz"], ["the gzip stream expands over 100 times"], [], status=1)
    tag = b'{"_type": "tag", "name": "a", "path": "a.c", "kind": "function", "line": 1}\n'
    press = zlib.compressobj(9, zlib.DEFLATED, 31)
    with open(folder / "tags.json.gz", "wb") as out:
        for _ in range(300):
            out.write(press.compress(tag * 14_000))
        out.write(press.flush())
    check("gzip of one tag", folder, ["tags.json.gz"], ["the gzip stream expands over 100 times"], [], status=1)


def transcripts(root):
    folder = root / "transcripts"
    folder.mkdir()

    def line(text):
        message = {"type": "user", "sessionId": "s", "message": {"role": "user", "content": text}}
        return json.dumps(message).encode() + b"\n"

    # Written in pieces: what this process holds counts for those that it starts.
    def write(name, before, after):
        with open(folder / name, "wb") as out:
            out.write(before)
            for _ in range(70):
                out.write(b"x" * (1 << 20))
            out.write(after)

    begin, end = line("|").split(b"|")
    write("line.jsonl", line("before") + begin, end + line("after"))
    begin, end = json.dumps({"trajectory": [], "history": [{"role": "user", "content": "|"}]}).encode().split(b"|")
    write("one.traj", begin, end)
    check("a transcript with a line of 70 MB", folder, ["line.jsonl"], ["lines over 48 MB"],
          [(["sessions", "search", "after"], "after")], memory=200 << 20, command=["sessions", "import"])
    check("a transcript of one document of 70 MB", folder, ["one.traj"],
          ["a file that is one document may have 64 MB"], [], status=1, memory=200 << 20, command=["sessions", "import"])


def main():
    with tempfile.TemporaryDirectory(prefix="dossier-inputs-") as name:
        root = pathlib.Path(name)
        folders(root)
        repositories(root)
        archives(root)
        transcripts(root)
    if complaints:
        raise SystemExit("\n".join(complaints))
    print("every input met a bound")


main()
