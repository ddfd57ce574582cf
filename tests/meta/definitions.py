#!/usr/bin/python3
"""No two files define a type of one qualified name, unless in anonymous namespaces. Of two such types the linker keeps
the members of one for both, and no compiler that sees one file at a time can tell ([basic.def.odr])."""

import re

import sources

LAYERS = ("schema", "engine", "store", "queries", "sandbox", "server", "agent", "cli", "extension")
NAMESPACE = re.compile(r"namespace ([\w:]*) ?\{")
TYPE = re.compile(r"(?:struct|class|enum|enum class|union) (\w+)(?: final)?(?: :(?!:).*)? \{")


def types(text):
    """The qualified names of the types that stand at the left margin, outside of anonymous namespaces."""
    around = []
    for line in text.splitlines():
        if opened := NAMESPACE.match(line):
            around.append(opened[1])
        elif line.startswith("}  // namespace") and around:
            around.pop()
        elif (found := TYPE.match(line)) and "" not in around:
            yield "::".join([*around, found[1]])


def doubles(texts):
    """A line for each type that two of the files define."""
    places = {}
    for file, text in sorted(texts.items()):
        for name in types(text):
            if places.setdefault(name, file) != file:
                yield f"{file} defines {name}, as {places[name]} does"


def main():
    texts = {str(file): sources.text(file) for file in sources.files()
             if file.parts[0] in LAYERS and file.suffix in (".h", ".cc")}
    assert any("dossier::Store" in types(text) for text in texts.values()), "no type is found"
    complaints = list(doubles(texts))
    if complaints:
        raise SystemExit("\n".join(complaints))


if __name__ == "__main__":
    main()
