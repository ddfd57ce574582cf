#!/usr/bin/python3
"""cache.py: the compiler's cache serves a second work tree, whatever its place and its locale.

Two copies of the project compile the same few sources into one empty cache: C of a grammar, a source of a layer with the
layers' precompiled header, united ones, and a unit test with its precompiled header. The second has precompiled its
headers without the cache, whose bytes then are others, and finds 95 of 100 results all the same."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "meta"))
import sources  # noqa: E402

OBJECTS = r"(grammar_go|grammar_java|dossier_sandbox|dossier_http|test_sandbox)\.dir/.*\.o$"
HEADERS = r"cmake_pch\.hxx\.gch$"


def copy(folder):
    for file in sources.files():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    shutil.copytree(ROOT / "node_modules", folder / "node_modules", copy_function=os.link, symlinks=True)


def run(folder, command, **variables):
    done = subprocess.run(command, cwd=folder, env=os.environ | variables, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command[:3]} failed in {folder}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def outputs(folder, pattern):
    listed = run(folder, ["ninja", "-C", "build/release", "-t", "targets", "all"])
    return [name for name in re.findall(r"^(\S+):", listed, re.MULTILINE) if re.search(pattern, name)]


def build(folder, cache, precompiled_before, locale):
    """Hits and misses of the cache."""
    variables = {"CCACHE_DIR": str(cache), "LC_ALL": locale}
    run(folder, ["cmake", "--preset", "release", "-DDOSSIER_BENCH=OFF"], **variables)
    if precompiled_before:
        run(folder, ["ninja", "-C", "build/release", *outputs(folder, HEADERS)], **variables, CCACHE_DISABLE="1")
    run(folder, ["ccache", "--zero-stats"], **variables)
    run(folder, ["ninja", "-C", "build/release", *outputs(folder, OBJECTS)], **variables)
    counts = dict(line.split("\t") for line in run(folder, ["ccache", "--print-stats"], **variables).splitlines())
    return sum(int(counts[name]) for name in ("direct_cache_hit", "preprocessed_cache_hit")), int(counts["cache_miss"])


def main():
    with tempfile.TemporaryDirectory(prefix="dossier-cache-", dir=ROOT / "build") as name:
        folder = pathlib.Path(name)
        one, two = folder / "one", folder / "elsewhere" / "two"
        for tree in (one, two):
            copy(tree)
        first = build(one, folder / "cache", False, "C")
        hits, misses = build(two, folder / "cache", True, "C.UTF-8")
        print(f"the first tree: {first[0]} hits, {first[1]} misses; the second: {hits} hits, {misses} misses")
        return int(first[0] > 0 or first[1] < 10 or hits < 0.95 * (hits + misses))


if __name__ == "__main__":
    sys.exit(main())
