#!/usr/bin/python3
"""Generated fixtures equal the output of their generator."""

import subprocess
import sys

import sources

made = subprocess.run([sys.executable, sources.ROOT / "tools" / "make_fixtures.py", "--check"],
                      capture_output=True, text=True)
complaints = [f"fixtures/exports/{name} is not what tools/make_fixtures.py writes" for name in made.stdout.split()]
sources.finish(complaints + made.stderr.splitlines())
