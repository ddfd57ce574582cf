#!/usr/bin/python3
"""Generated documents equal the output of their generators; ACCEPT=1 rewrites them.

documents.py DOCUMENT COMMAND…
"""

import difflib
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

sandbox.refuse_accept_in_ci()
document, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
printed = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
if sandbox.ACCEPT:
    document.write_bytes(printed)
    print("skipped: accepted")
    sys.exit(sandbox.SKIPPED)
if not document.exists() or document.read_bytes() != printed:
    print(f"{document.name} is not what `{command[0]}` prints; ACCEPT=1 rewrites it:")
    lines = difflib.unified_diff(document.read_text("utf-8").splitlines() if document.exists() else [],
                                 printed.decode().splitlines(), "kept", "printed", lineterm="", n=1)
    print("\n".join(lines))
    sys.exit(1)
