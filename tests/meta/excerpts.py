#!/usr/bin/python3
"""What a document shows of a case is what the case prints: a fenced block ```text AREA/CASE is found in its `out`.

The lines of the block stand there in a row; a line that is only `…` stands for any lines."""

import re
import sys

import sources

BLOCK = re.compile(r"(?ms)^```text (?P<case>[a-z]+/[a-z0-9_]+)\n(?P<body>.*?)^```$")


def pieces(body):
    """The runs of lines between the lines that leave something out."""
    return [piece.strip("\n") + "\n" for piece in re.split(r"(?m)^…\n", body) if piece.strip("\n")]


def missing(body, printed):
    """The first run of lines that does not follow in what was printed, or None."""
    at = 0
    for piece in pieces(body):
        found = ("\n" + printed).find("\n" + piece, at)
        if found < 0:
            return piece
        at = found + len(piece)
    return None


failed = False
for document in [*sources.ROOT.glob("*.md"), *sources.ROOT.glob("docs/**/*.md")]:
    for block in BLOCK.finditer(document.read_text("utf-8")):
        out = sources.ROOT / "tests" / "cases" / block["case"] / "out"
        piece = missing(block["body"], out.read_text("utf-8")) if out.exists() else block["body"]
        if piece is not None:
            failed = True
            print(f"{document.name}: {block['case']} does not print\n{piece}")
sys.exit(failed)
