#!/usr/bin/python3
"""A file has at most 600 lines, except those in tests/meta/long.txt."""

import sources

LIMIT = 600

complaints = []
allowed = sources.listed("long.txt")
suffixes = (".h", ".cc", ".c", ".py", ".sh", ".cmake", ".sql", ".js", ".mjs", ".css", ".html", "")
lengths = {str(file): sources.text(file).count("\n") for file in sources.code(*suffixes)
           if "cases" not in file.parts and file.name != "CMakeLists.txt"}
complaints += [f"{file}: {length} lines" for file, length in lengths.items() if length > LIMIT and file not in allowed]
complaints += [f"tests/meta/long.txt: {file} is {lengths.get(file, 0)} lines long" for file in allowed
               if lengths.get(file, 0) <= LIMIT]
sources.finish(complaints)
