#!/usr/bin/python3
"""A mistake in a statement is a build error that names the file and the line: sqlgen.py SQLGEN."""

import pathlib
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


def main(sqlgen):
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, line, message in WRONG:
            file = pathlib.Path(folder) / f"{name}.sql"
            file.write_text(text, "utf-8")
            made = subprocess.run([sqlgen, "store/sql", f"{folder}/sql", file], capture_output=True, text=True)
            first = made.stderr.splitlines()[0] if made.stderr else ""
            if made.returncode == 0 or f"{file}:{line}" not in first or message not in first:
                print(f"{name}: status {made.returncode}, expected {file.name}:{line} and `{message}` in: {made.stderr}")
                failures += 1
    print(f"{len(WRONG)} mistakes, {failures} not named rightly")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
