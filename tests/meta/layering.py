#!/usr/bin/python3
"""Include what is below you, nothing beside you; sqlite3.h only where tests/meta/sqlite.txt says so."""

import re

import sources

# Each folder with what it may include. `schema` and `web` are embedded text.
BELOW = {
    "schema": {"schema"},
    "engine": {"engine", "schema"},
    "queries": {"queries", "engine", "schema"},
    "server": {"server", "queries", "engine", "schema", "web"},
    "agent": {"agent", "queries", "engine", "schema"},
    "cli": {"cli", "server", "agent", "queries", "engine", "schema"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"(?P<own>[^"]+)"|<(?P<other>[^>]+)>)', re.MULTILINE)


def breaches(path, layer, sqlite):
    source = sources.text(path)
    for found in INCLUDE.finditer(source):
        place = f"{path}:{source.count(chr(10), 0, found.start('own' if found['own'] else 'other')) + 1}"
        included = found["own"] or found["other"]
        if included.split("/")[-1] in ("sqlite3.h", "sqlite3ext.h") and str(path) not in sqlite:
            yield f"{place}: sqlite3.h outside the files of tests/meta/sqlite.txt"
        if found["own"] is None:
            continue
        folder = included.split("/")[0]
        if "/" not in included or folder in (".", ".."):
            yield f"{place}: \"{included}\" is not written from the root"
        elif folder in BELOW and folder not in BELOW[layer]:
            yield f"{place}: {layer} includes {folder} (\"{included}\")"


complaints = []
allowed = sources.listed("sqlite.txt")
for file in sources.code(".h", ".cc", folders=tuple(BELOW)):
    complaints += breaches(file, file.parts[0], allowed)
for file in allowed:
    if not (sources.ROOT / file).exists() or "sqlite3" not in sources.text(file):
        complaints.append(f"tests/meta/sqlite.txt: {file} does not include sqlite3.h (any more)")
sources.finish(complaints)
