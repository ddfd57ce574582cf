"""What cases and documents' examples share: where commands run, and what of their output is compared.

A command runs in a fresh folder with a fixed environment, so that neither the machine nor its user
shows in the output. Text that differs from run to run is replaced, on both sides of a comparison,
by the placeholders of VOLATILE. Rejected: masking whole lines, which also hid what mattered in them.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

SKIPPED = 77  # the exit status that ctest reports as skipped
SOURCE = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = SOURCE / "fixtures"
SHARED = pathlib.Path(os.environ.get("DOSSIER_SHARED") or SOURCE.parent / "shared")
ACCEPT = os.environ.get("ACCEPT") == "1"
PASSED_ON = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "DOSSIER_MUTANT", "DOSSIER_MUTANTS_SEEN")

# In this order; none of the replacements matches again.
VOLATILE = [
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d:?\d\d)?"), "DATETIME"),
    (re.compile(r"(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}"), r"\1:PORT"),
    (re.compile(r'("(?:seconds|ms|uptime|elapsed|elapsed_ms)"\s*:\s*)\d+(\.\d+)?(e[+-]?\d+)?'), r"\1N"),
    (re.compile(r"\b\d+(\.\d+)? ?(MB|kB|GB|rows)/s\b"), r"N \2/s"),
    (re.compile(r"\b\d+(\.\d+)?( ?)(s|ms|µs|seconds)\b"), r"N\2\3"),
    (re.compile(r"\bpid \d+\b"), "pid N"),
    (re.compile(r"\b[0-9a-f]{12}\b"), "ID"),
]


def normalise(text, folder):
    """The text with what is volatile replaced; `folder` is where the command ran."""
    for path, name in ((folder, "${HERE}"), (FIXTURES, "${FIXTURES}"), (SHARED, "${SHARED}"), (SOURCE, "${SOURCE}")):
        text = text.replace(str(path), name)
    for pattern, placeholder in VOLATILE:
        text = pattern.sub(placeholder, text)
    return text


def missing(needs):
    """The first of the named needs (`shared`, or a command) that this machine lacks, else None."""
    for need in needs:
        if not (SHARED.is_dir() if need == "shared" else shutil.which(need)):
            return need
    return None


def until(condition):
    """Returns once condition() is true; raises after two minutes, which only a hang takes."""
    end = time.monotonic() + 120
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("waited in vain")
        time.sleep(0.02)


def environment(dossier, folder):
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return kept | {
        "PATH": f"{pathlib.Path(dossier).resolve().parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(folder / ".home"), "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": str(folder.parent),
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
        "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
        "FIXTURES": str(FIXTURES), "SHARED": str(SHARED), "SOURCE": str(SOURCE),
    }


def measured(command, folder, environment):
    """What a command says on both its outputs, its exit status (negative where a signal ended it, as after two minutes,
    which only a hang takes), and what it used, as resource.getrusage has it."""
    # A file, not a pipe, which a process that is left behind would keep open.
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd=folder,
                                 env=environment)
        hang = threading.Timer(120, child.kill)
        hang.start()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        hang.cancel()
        said.seek(0)
        return said.read().decode("utf-8", "replace"), child.returncode, used


class Program:
    """The program, run in a folder."""

    def __init__(self, dossier, folder, **variables):
        self.dossier, self.folder = dossier, folder
        self.environment = environment(dossier, folder) | variables

    def start(self, *words, **variables):
        return subprocess.Popen([self.dossier, *words], env=self.environment | variables, cwd=self.folder, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *words):
        """What it prints; another status than 0 ends the test."""
        process = self.start(*words)
        out, errors = process.communicate(timeout=300)
        if process.returncode != 0:
            raise SystemExit(f"{words}: status {process.returncode}: {errors}")
        return out


class Folder:
    """A fresh folder to run commands in; removed, and what still runs there ended, on exit."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="dossier-case-")).resolve()
        (self.path / ".home").mkdir()
        self.groups = []
        return self

    def __exit__(self, *_):
        for group in self.groups:
            try:
                os.killpg(group, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.path, ignore_errors=True)

    def run(self, script, dossier, merged=False, timeout=600, verbs=None):
        """Runs a bash script (-e) here: (status, out, err); `merged` puts err into out, in order; `verbs` is a folder of
        commands that it may use, with functions.sh for those that are functions of bash. A script that hangs is ended
        with this object; its status says so."""
        variables = environment(dossier, self.path)
        if verbs:
            variables |= {"PATH": f"{verbs}:{variables['PATH']}", "BASH_ENV": str(verbs / "functions.sh")}
        # Files, not pipes: a server left in the background would keep a pipe open for ever.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(
                ["/bin/bash", "-e", "-c", script], cwd=self.path, env=variables,
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT if merged else err,
                start_new_session=True)
            self.groups.append(process.pid)
            try:
                status = process.wait(timeout)
            except subprocess.TimeoutExpired:
                status = f"none after {timeout} s"
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read().decode("utf-8", "backslashreplace"))
        return status, texts[0], texts[1]


def refuse_accept_in_ci():
    if ACCEPT and os.environ.get("CI"):
        raise SystemExit("ACCEPT=1 rewrites what is expected: refused where CI is set")
