#!/usr/bin/python3
"""A case reads as a screenplay: commands and verbs, and programs of other languages of at most LIMIT lines.

Every verb of tests/cases/verbs stands in the table of tests/cases/README.md, and cases use it."""

import re

import sources

LIMIT = 3
CASES, VERBS = "tests/cases/", "tests/cases/verbs/"
# A program in a quoted argument, or in a here-document of its own.
QUOTED = re.compile(r"""\b(?:python3?|perl|node|ruby)\b[^\n|;]*? -[ce] *(?P<quote>['"])(?P<program>.*?)(?<!\\)(?P=quote)""",
                    re.DOTALL)
HERE = re.compile(r"""\b(?:python3?|perl|node|ruby)\b[^\n]*<<-?\s*['"]?(?P<end>\w+)['"]?[^\n]*\n(?P<program>.*?)^(?P=end)$""",
                  re.DOTALL | re.MULTILINE)
RUN = re.compile(r"""\bpython3?\s+['"]?(?!\$FIXTURES/)[^\s'"-][^\s'"]*\.py\b""")  # which holds generators


def programs(script):
    """The line and the length of each program of another language in a script of bash."""
    for pattern in (QUOTED, HERE):
        for found in pattern.finditer(script):
            lines = found["program"].strip("\n").count("\n") + 1
            yield script.count("\n", 0, found.start()) + 1, lines
    for found in RUN.finditer(script):  # in a file of its own, however long
        yield script.count("\n", 0, found.start()) + 1, LIMIT + 1


def described(readme):
    """The verbs that the table of the README names in its first column."""
    return {word for cell in re.findall(r"^\| (`[^|]*) \|", readme, re.MULTILINE)
            for verb in re.findall(r"`([^`]*)`", cell) for word in verb.split()[:1]}


def main():
    complaints, scripts = [], []
    for file in map(str, sources.files()):
        if not file.startswith(CASES):
            continue
        if file.endswith("/cmd"):
            scripts.append(sources.text(file))
            complaints += [f"{file}:{line}: a program of more than {LIMIT} lines; a verb says it, or several"
                           for line, length in programs(scripts[-1]) if length > LIMIT]
        elif file.endswith((".py", ".sh", ".pl", ".js")) and "/in/" not in file and file not in (
                CASES + "run.py", VERBS + "functions.sh"):
            complaints.append(f"{file}: a program beside the cases that is no verb")
    verbs = {str(file)[len(VERBS):] for file in sources.files() if str(file).startswith(VERBS)} - {"functions.sh"}
    verbs |= set(re.findall(r"^([a-z]\w*)\(\) \{", sources.text(VERBS + "functions.sh"), re.MULTILINE))
    table = described(sources.text(CASES + "README.md"))
    text = "\n".join(scripts)
    for verb in sorted(verbs):
        if verb not in table:
            complaints.append(f"{CASES}README.md: says nothing of the verb {verb}")
        if not re.search(rf"(?:^|[|;&({{]|\bif |\bdo |! |\$\w+ )\s*{verb}(?![\w=.-])", text, re.MULTILINE):
            complaints.append(f"{VERBS}: no case uses {verb}")
    sources.finish(complaints)


if __name__ == "__main__":
    main()
