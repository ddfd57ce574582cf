#!/usr/bin/python3
"""cache.py: the compiler's cache serves a second work tree, whatever its place and its locale.

Two copies of the project compile the same few sources into one empty cache: C of grammars, a layer with the layers'
precompiled header, united sources, and one with the precompiled header of the tests. The second finds 95 of 100 results,
and again once it has precompiled its headers without the cache, which makes other bytes of them."""

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

OBJECTS = r"((grammar_go|dossier_sandbox|test_headers)\.dir/.*|united/dossier_http_1\.cc)\.o$"
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


def build(folder, **variables):
    """Hits and misses of the cache."""
    run(folder, ["ccache", "--zero-stats"], **variables)
    run(folder, ["ninja", "-C", "build/release", *outputs(folder, OBJECTS)], **variables)
    counts = dict(line.split("\t") for line in run(folder, ["ccache", "--print-stats"], **variables).splitlines())
    return sum(int(counts[name]) for name in ("direct_cache_hit", "preprocessed_cache_hit")), int(counts["cache_miss"])


def precompile(folder, **variables):
    """Makes the precompiled headers anew, without the cache, and forgets what was compiled with them."""
    for pattern in (HEADERS, OBJECTS):
        for name in outputs(folder, pattern):
            (folder / "build" / "release" / name).unlink(missing_ok=True)
    run(folder, ["ninja", "-C", "build/release", *outputs(folder, HEADERS)], **variables, CCACHE_DISABLE="1")


def main():
    with tempfile.TemporaryDirectory(prefix="dossier-cache-", dir=ROOT / "build") as name:
        folder = pathlib.Path(name)
        one, two = folder / "one", folder / "elsewhere" / "two"
        here, there = ({"CCACHE_DIR": str(folder / "cache"), "LC_ALL": locale} for locale in ("C", "C.UTF-8"))
        for tree, variables in ((one, here), (two, there)):
            copy(tree)
            run(tree, ["cmake", "--preset", "release", "-DDOSSIER_BENCH=OFF"], **variables)
        builds = {"the first tree": build(one, **here), "the second": build(two, **there)}
        precompile(two, **there)
        builds["the second with headers of its own"] = build(two, **there)
        for tree, (hits, misses) in builds.items():
            print(f"{tree}: {hits} hits, {misses} misses")
        hits, misses = builds.pop("the first tree")
        return int(hits > 0 or misses < 7 or any(hits < max(5, .95 * (hits + misses)) for hits, misses in builds.values()))


if __name__ == "__main__":
    sys.exit(main())
