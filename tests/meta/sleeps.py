#!/usr/bin/python3
"""No test rests on a sleep: what another thread or process does is waited for until it is so (tests/unit/until.h,
wait_until of the cases, sandbox.until). tests/meta/sleeps.txt lists every other one, how many, with the reason.

Fails where a file sleeps more often than its line says, or less often: a line must not leave room for a new one."""

import re

import sources

# How C++, shell and Python say it; also a condition waited for with a time-out that nothing can end.
SLEEP = re.compile(r"\bsleep_(?:for|until)\b|\b(?:u|nano)sleep\s*\(|\btime\.sleep\b|(?<![\w.\"'])sleep\s+[\d.$\"]"
                   r"|\bSLEEP\s*\(|\bsetTimeout\b|\bread\s+-t\b")
SUFFIXES = (".cc", ".h", ".py", ".sh", "")
EXEMPT = ("tests/meta/sleeps.py", "tests/meta/self.py")



def sleeps(text):
    """The numbers of the lines that sleep, once for each time that they do."""
    return [number for number, line in enumerate(text.splitlines(), 1)
            for _ in SLEEP.findall(re.sub(r"(?://|#).*", "", line))]


def main():
    allowed = sources.listed("sleeps.txt")
    found = {str(file): sleeps(sources.text(file)) for file in sources.files()
             if file.parts[0] == "tests" and file.suffix in SUFFIXES and "corpus" not in file.parts
             and str(file) not in EXEMPT}
    complaints = [f"tests/meta/sleeps.txt: there is no {file}" for file in sorted(set(allowed) - set(found))]
    for file, lines in found.items():
        count = int(allowed[file].split()[0]) if file in allowed else 0
        if len(lines) != count:
            complaints.append(f"{file}:{','.join(map(str, lines))}: {len(lines)} sleeps, and tests/meta/sleeps.txt "
                              f"has {count}")
    sources.finish(complaints)


if __name__ == "__main__":
    main()
