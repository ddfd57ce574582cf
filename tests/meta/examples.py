#!/usr/bin/python3
"""Runs the examples of one document: examples.py DOSSIER DOCUMENT.

Every fenced block marked `console` is a session: lines that begin with `$ ` are run (`> ` continues
one), the lines below them are what must be printed, out and err together. A line that is only `…`
stands for any lines. The blocks of a document run in order in one fresh folder, where `fixtures` is
this repository's folder. ACCEPT=1 rewrites the document with what was printed.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

BLOCK = re.compile(r"(?ms)^```console\n(?P<body>.*?)^```$")


def steps(body):
    """A block's (command lines, expected lines) pairs."""
    found = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(([line], []))
        elif line.startswith("> ") and found and not found[-1][1]:
            found[-1][0].append(line)
        elif found:
            found[-1][1].append(line)
        else:
            raise SystemExit(f"a console block must begin with a command, not: {line}")
    return found


def matches(expected, printed):
    """Whether the lines are the same where `…` stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "…":
        return any(matches(expected[1:], printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


def main(dossier, document):
    sandbox.refuse_accept_in_ci()
    failed = False
    original = document.read_text("utf-8")
    with sandbox.Folder() as folder:
        (folder.path / "fixtures").symlink_to(sandbox.FIXTURES)

        def replay(block):
            nonlocal failed
            lines = []
            for command, expected in steps(block["body"]):
                _, printed, _ = folder.run("\n".join(line[2:] for line in command), dossier, merged=True)
                got = sandbox.normalise(printed, folder.path)
                wanted = sandbox.normalise("\n".join(expected), folder.path).split("\n") if expected else []
                same = matches(wanted, got.splitlines())
                if not same and not sandbox.ACCEPT:
                    failed = True
                    print(f"{command[0]}\n--- the document says\n" + "\n".join(wanted) + f"\n--- printed\n{got}")
                lines += command + (expected if same else printed.splitlines())
            return "```console\n" + "".join(line + "\n" for line in lines) + "```"

        rewritten = BLOCK.sub(replay, original)
    if not sandbox.ACCEPT:
        return 1 if failed else 0
    document.write_text(rewritten, "utf-8")
    print("skipped: accepted")
    return sandbox.SKIPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
