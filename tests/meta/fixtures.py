#!/usr/bin/python3
"""Generated fixtures are what their generators write."""

import pathlib
import subprocess
import sys
import tempfile

import sources

EXPORTS = sources.ROOT / "fixtures" / "exports"

complaints = []
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, EXPORTS / "make_unity.py", folder], check=True)
    for made in pathlib.Path(folder).iterdir():
        kept = EXPORTS / "MyUnityGame" / "Game_Data" / "Managed" / made.name
        if not kept.exists() or kept.read_bytes() != made.read_bytes():
            complaints.append(f"{kept.relative_to(sources.ROOT)} is not what make_unity.py writes")
made = subprocess.run([sys.executable, sources.ROOT / "tools" / "make_fixtures.py", "--check"],
                      capture_output=True, text=True)
complaints += [f"fixtures/exports/{name} is not what tools/make_fixtures.py writes" for name in made.stdout.split()]
complaints += made.stderr.splitlines()
sources.finish(complaints)
