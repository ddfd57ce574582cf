"""What attacks on databases and commands share: `sandbox`, an export to import, and the complaints that fail a test."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

GAME = sandbox.FIXTURES / "exports" / "unity.project.json"
complaints = []


def check(condition, what):
    if not condition:
        complaints.append(what)


def finish(done):
    """Says what was complained of, or what was shown; returns the exit status."""
    print("\n".join(complaints) or done)
    return 1 if complaints else 0
