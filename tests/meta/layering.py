#!/usr/bin/python3
"""Layers include only layers below them; sqlite3.h is included only by the files in tests/meta/sqlite.txt."""

import re

import sources

# Folders, lowest first. A source includes its own folder and those before it; a folder that is not
# listed belongs to the nearest one above it that is. `schema` and `web` are embedded text.
RANKS = [
    "schema",
    "engine",
    "sandbox", "sandbox/worker",
    "store/scope", "store/index", "store", "store/import", "store/upkeep",
    "queries/graph", "queries/proto", "queries/tables", "queries/lang", "queries/ops", "queries/adhoc", "queries",
    "extension",
    "server/http", "web", "server",
    "agent",
    "cli",
]
# Beside each other, though one of them is listed first.
STRANGERS = {("agent", "server"), ("agent", "web"), ("agent", "extension"), ("server", "extension"), ("cli", "extension")}
# Libraries that know nothing of ours but the engine.
OWN = {"server/http", "sandbox"}
# What sqlgen writes for a layer may be included by all of it.
WRITTEN = {f"{layer}/sql.h" for layer in ("store", "queries", "agent")}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"(?P<own>[^"]+)"|<(?P<other>[^>]+)>)', re.MULTILINE)


def rank(path):
    """The listed folder that a file belongs to."""
    parts = path.split("/")[:-1]
    while parts and "/".join(parts) not in RANKS:
        parts.pop()
    return "/".join(parts)


def may_include(folder, included, header):
    if folder == included or (header in WRITTEN and folder.split("/")[0] == header.split("/")[0]):
        return True
    if folder in OWN:
        return included == "engine"
    if (folder.split("/")[0], included.split("/")[0]) in STRANGERS:
        return False
    return RANKS.index(included) < RANKS.index(folder)


def breaches(path, sqlite):
    source = sources.text(path)
    folder = rank(str(path))
    for found in INCLUDE.finditer(source):
        place = f"{path}:{source.count(chr(10), 0, found.start('own' if found['own'] else 'other')) + 1}"
        included = found["own"] or found["other"]
        if included.split("/")[-1] in ("sqlite3.h", "sqlite3ext.h") and str(path) not in sqlite:
            yield f"{place}: sqlite3.h outside the files of tests/meta/sqlite.txt"
        if found["own"] is None:
            continue
        if "/" not in included or included.startswith("."):
            yield f"{place}: \"{included}\" is not written from the root"
        elif rank(included) and not may_include(folder, rank(included), included):
            yield f"{place}: {folder} includes {rank(included)} (\"{included}\")"


complaints = []
allowed = sources.listed("sqlite.txt")
for file in sources.code(".h", ".cc", folders=tuple(sorted({folder.split("/")[0] for folder in RANKS}))):
    complaints += breaches(file, allowed)
for file in allowed:
    if not (sources.ROOT / file).exists() or "sqlite3" not in sources.text(file):
        complaints.append(f"tests/meta/sqlite.txt: {file} does not include sqlite3.h: remove it from the list")
sources.finish(complaints)
