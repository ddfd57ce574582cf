#!/usr/bin/python3
"""The name of a language occurs only in the row of its folder.

Looked for in the sources of every layer: a string literal that is the name of a row with a folder in
engine/readers/languages ("Go", "C#") or one of its extensions (".go"), and a language's name as a word of C++ or SQL
(is_python, kKotlinStyle, 'PHP'). Exempt are that language's own folder, the files that tests/meta/languages.txt lists
with a reason, extern "C", and the family that a row says it is of. Names that are words of English (go, rust, swift)
are looked for in literals alone.
"""

import re

import sources

ROWS = "engine/readers/languages"
LAYERS = ("engine", "store", "queries", "server", "agent", "cli", "extension")
FIELD = re.compile(r'(?:\.|row\.)(name|extensions) = "([^"]*)"')
MADE = re.compile(r'\("([^"]+)", "((?:\.[a-z+]+ ?)+)"')  # a row made by a function: its name and extensions
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"|\'([A-Z][A-Za-z+#]*)\'')
COMMENT = re.compile(r'//[^\n]*|(?s:/\*.*?\*/)|(?:^|(?<=\s))--[^\n]*')
TOO_COMMON = {"c", "go", "rust", "swift"}  # in identifiers


def rows():
    """{literal: the folder that may say it}, and {word of identifiers: the folder}."""
    literals, words = {}, {}
    for file in sources.code(".cc", folders=("engine",)):
        if str(file.parent.parent) != ROWS:
            continue
        folder, text = file.parent, sources.text(file)
        for field, value in FIELD.findall(text):
            names = [value] if field == "name" else value.split()
            literals.update({name: folder for name in names})
        for name, extensions in MADE.findall(text):
            literals.update({one: folder for one in [name, *extensions.split()]})
    for name, folder in literals.items():
        word = re.sub("[^a-z]", "", name.lower())
        if not name.startswith(".") and len(word) > 1 and word not in TOO_COMMON:
            words[word] = folder
    return literals, words


def parts(identifier):
    """kJavaScript_path → k, java, script, path, kjava, javascript, scriptpath."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", identifier).lower().split("_")
    return words + [one + next for one, next in zip(words, words[1:])]


def breaches(file, literals, words):
    """Each (line, what is said) that belongs into a row."""
    source = sources.text(file)
    if file.suffix == ".sql":
        source = COMMENT.sub("", source)
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    # Literals are kept while comments go: a // within quotes begins none.
    code = re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|(?s:/\*.*?\*/)',
                  lambda found: found.group() if found.group()[0] == '"' else blank(found), source)
    code = re.sub(r'^\s*#\s*include[^\n]*|extern "C"|\.family = "[^"]*"', blank, code, flags=re.MULTILINE)
    for found in LITERAL.finditer(code):
        said = found.group(1) or found.group(2)
        if said in literals and file.parent != literals[said]:
            yield code.count("\n", 0, found.start()) + 1, f'"{said}"'
    for found in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*", LITERAL.sub(blank, code)):
        said = [words[part] for part in parts(found.group()) if part in words]
        if said and file.parent not in said:
            yield code.count("\n", 0, found.start()) + 1, found.group()


def check(files, literals, words, allowed):
    complaints, used = [], set()
    for file in files:
        for line, said in breaches(file, literals, words):
            used.add(str(file))
            if str(file) not in allowed:
                complaints.append(f"{file}:{line}: {said} is a language's, and not said in {ROWS}/NAME/")
    complaints += [f"tests/meta/languages.txt: {file} names no language: remove it from the list"
                   for file in sorted(set(allowed) - used)]
    return complaints


if __name__ == "__main__":
    literals, words = rows()
    if len(literals) < 30 or not {"Go", "C++", ".rs", "TSX"} <= set(literals):
        sources.finish([f"{ROWS}: no rows were found: {sorted(literals)}"])
    sources.finish(check(sources.code(".h", ".cc", ".sql", folders=LAYERS), literals, words,
                         sources.listed("languages.txt")))
