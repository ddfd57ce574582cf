"""The repository's own files, for the tests of this folder."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CODE_FOLDERS = ("schema", "engine", "store", "queries", "extension", "server", "agent", "cli", "tools", "tests", "bench", "web")


def files():
    """Every file of the project that is not ignored, as paths relative to the root."""
    listing = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True)
    if listing.returncode == 0:
        found = [pathlib.PurePosixPath(name) for name in listing.stdout.decode().split("\0") if name]
    else:  # an unpacked release
        skipped = {"build", "node_modules", ".git"}
        found = [path.relative_to(ROOT) for path in ROOT.rglob("*")
                 if path.is_file() and not skipped & set(path.relative_to(ROOT).parts)]
    return sorted(path for path in found if (ROOT / path).is_file())


def code(*suffixes, folders=CODE_FOLDERS):
    """Files below the folders with one of the suffixes; vendored code and fixtures are not ours."""
    return [path for path in files() if path.parts[0] in folders and path.suffix in suffixes
            and not {"vendor", "corpus", "in"} & set(path.parts)]


def text(path):
    return (ROOT / path).read_text("utf-8", "replace")


def without_comments(source):
    """C++ with comments and string literals blanked, lines kept."""
    pattern = re.compile(r'R"(?P<d>[^(\s]*)\((?s:.*?)\)(?P=d)"|//[^\n]*|(?s:/\*.*?\*/)|"(?:\\.|[^"\\\n])*"')
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)


def listed(name):
    """An allow-list beside the tests: {path: reason}. Every line is `path  reason`."""
    entries = {}
    for number, line in enumerate(text(pathlib.PurePosixPath("tests/meta") / name).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        path, _, reason = line.partition(" ")
        if not reason.strip():
            raise SystemExit(f"tests/meta/{name}:{number}: {path} is listed without a reason")
        entries[path] = reason.strip()
    return entries


def finish(complaints):
    for complaint in complaints:
        print(complaint)
    raise SystemExit(1 if complaints else 0)
