"""The files that a command opens, by strace: every descriptor for reading or writing, and who opened it."""

import re
import subprocess

CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(open|openat|openat2|creat)\((.*)$")
RESULT = re.compile(r"= (\d+)<(.*)>$")


def opened(command, **how):
    """(the finished process, [(path of the file that was opened, functions on the stack)])."""
    log = how["cwd"] / ".." / (how["cwd"].name + ".strace")
    done = subprocess.run(["strace", "-f", "-k", "-yy", "-qq", "-e", "trace=open,openat,openat2,creat", "-o", log,
                           *command], capture_output=True, **how)
    found = []
    for line in log.read_text(errors="replace").splitlines():
        if line.startswith(" > "):
            if found:
                found[-1][1].append(line)
            continue
        call = CALL.match(line)
        result = RESULT.search(line)
        found.append((result.group(2) if call and result and "O_PATH" not in line else None, []))
    log.unlink()
    return done, [(path, stack) for path, stack in found if path]
