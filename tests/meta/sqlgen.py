#!/usr/bin/python3
"""A mistake in a statement or in the declaration of tables is a build error that names the file and the line:
sqlgen.py SQLGEN."""

import pathlib
import re
import subprocess
import sys
import tempfile

# Each: a name, the file, the line that is named, a part of the message.
WRONG = [
    ("no_such_column", "-- A name.\n-- row: id int\nSELECT id\nFROM _name\nWHERE texte = 'x'\n", 5, "no such column: texte"),
    ("no_such_table", "-- A name.\n-- row: id int\nSELECT id FROM _names\n", 3, "no such table: _names"),
    ("syntax", "-- A name.\n-- row: id int\nSELECT id\nFORM _name\n", 4, 'near "_name": syntax error'),
    ("undescribed", "SELECT 1 AS one\n", 1, "does not say what it answers"),
    ("missing_parameter", "-- A name.\n-- params: id int\n-- row: text text\nSELECT text FROM _name\n", 1,
     "the header names 1 parameters, the SQL 0"),
    ("misnamed_parameter", "-- A name.\n-- params: id int\n-- row: text text\nSELECT text FROM _name WHERE id = :no\n", 1,
     "the SQL has no parameter :id"),
    ("misnamed_column", "-- A name.\n-- row: id int\nSELECT text FROM _name\n", 1, "column 1 is `text`, the header says `id`"),
    ("unknown_type", "-- A name.\n-- row: id integer\nSELECT id FROM _name\n", 2, "unknown type `integer`"),
    ("two_statements", "-- A name.\n-- row: id int\nSELECT id FROM _name; SELECT 2\n", 3, "more than one statement"),
]


# Each: a pattern in store/tables.txt, what stands in its place, the message. The line that is named is that of the change;
# where the change is a line less, the last one.
DECLARED = [
    (r"^_sig\b", "_sigs", "the schema has no table `_sigs`"),
    (r"^_code .*\n", "", "the schema has a table `_code` without a row"),
    (r"^others.*_kind", "others _migration _identity", "the schema has a table `_kind` without a row"),
    (r"^_target\b", "_sig", "`_sig` is declared twice"),
    (r"^_code +member", "_code id", "`_code` has no column `id`"),
    (r"^(_sig +id) +rows", r"\1 many", "expected `row`, `rows` or `-`, found `many`"),
    (r"^(_snapshot_module +snapshot) +row", r"\1 rows", "pending rows hold no blob"),
    (r"^(_sig .*)numbers:sig", r"\1numbers", "expected `numbers:`, `follows:` or `keeps:` and a mark, found `numbers`"),
    (r"^(_sig .*)numbers:sig", r"\1numbers:signature", "`_import` has no column for the mark `signature`"),
    (r"^(_sig .*)numbers:sig", r"\1follows:sig", "no row says `numbers:sig`, a column of _import"),
    (r"^(_code .*)module", r"\1modules", "expected `module` or `-`, found `modules`"),
    (r"^(_file .*) -  ( +)other", r"\1 bulk \2other", "what is bulk is inserted as `rows`"),
    (r"^(_detail .*) other", r"\1", "the row ends before its size"),
    (r"^(_target .*\n)(_reference .*\n)", r"\2\1", "`_target`, which it refers to, has to stand above"),
]


def wrong_declarations(folder):
    """(name, file, line, message) of a copy of the declaration for each mistake."""
    declared = (pathlib.Path(__file__).parents[2] / "store" / "tables.txt").read_text("utf-8")
    for number, (pattern, instead, message) in enumerate(DECLARED):
        found = re.search(pattern, declared, re.MULTILINE)
        file = folder / f"{number}.tables.txt"
        text = re.sub(pattern, instead, declared, count=1, flags=re.MULTILINE)
        file.write_text(text, "utf-8")
        last = text.count("\n")
        line = last if "without a row" in message or "no row says" in message else declared.count("\n", 0, found.start()) + 1
        yield file.name, file, line, message


def wrong_statements(folder):
    for name, text, line, message in WRONG:
        file = folder / f"{name}.sql"
        file.write_text(text, "utf-8")
        yield name, file, line, message


def main(sqlgen):
    failures = mistakes = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for name, file, line, message in [*wrong_statements(folder), *wrong_declarations(folder)]:
            mistakes += 1
            made = subprocess.run([sqlgen, "store/sql", f"{folder}/sql", file], capture_output=True, text=True)
            first = made.stderr.splitlines()[0] if made.stderr else ""
            if made.returncode == 0 or f"{file}:{line}" not in first or message not in first:
                print(f"{name}: status {made.returncode}, expected {file.name}:{line} and `{message}` in: {made.stderr}")
                failures += 1
    print(f"{mistakes} mistakes, {failures} not named rightly")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
