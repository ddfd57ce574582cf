#!/usr/bin/python3
"""Compares the program's lookups over HTTP with a plain scan: compare.py DOSSIER EXPORT [SECONDS].

The scan is the reference beside the clone (`shared`/tools/reference_server.py); without it, or
without the export, the test is skipped. Identifiers and patterns are drawn from the export's own
names with a fixed seed: as they stand, cut, case-mangled, joined by wildcards and alternation, with
classes, anchors and lookaround; at most SECONDS are spent. An answer must be the same value with the
same keys in the same order; what dossier adds to the scan (a member's full name resolves to its type)
is left to tests of its own.
"""

import http.client
import importlib.util
import json
import pathlib
import random
import re
import subprocess
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

KINDS = ("broad", "clear", "typeRefs")
PATHS = {"broad": "/api/search/broad", "clear": "/api/lookup/clear", "typeRefs": "/api/search/typeRefs"}


def load_reference():
    spec = importlib.util.spec_from_file_location("reference", sandbox.SHARED / "tools" / "reference_server.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Words:
    """Draws questions from an export's names."""

    def __init__(self, project, reference, seed):
        self.random = random.Random(seed)
        self.types = [t.get("FullName") or "" for _, t in reference.types(project)] or [""]
        members = [m for _, t in reference.types(project) for m in reference.members(t)]
        self.names = [m.get("Name") or "" for m in members] + [t.get("Name") or "" for _, t in reference.types(project)]
        self.members = {m.get("FullName") or "" for m in members}
        self.members |= {full.split("(")[0] for full in self.members}
        self.signatures = [m.get("Signature") or "" for m in members] or [""]

    def mangled(self, text):
        return "".join(self.random.choice((c.lower(), c.upper(), c)) for c in text)

    def piece(self, text, longest=12):
        if not text:
            return "x"
        start = self.random.randrange(len(text))
        return text[start:start + self.random.randint(1, longest)]

    def pattern(self):
        draw = self.random
        a, b = (re.escape(self.piece(draw.choice((self.names, self.types, self.signatures)[k]))) for k in (0, draw.randrange(3)))
        whole = re.escape(draw.choice(self.names) or "x")
        return draw.choice((
            a, b, self.mangled(b), f"{a}.*{b}", f"({a}|{b})", f"^{whole}$", f"^{a}", f"{b}$", f"\\b{whole}\\b",
            f"{a}\\w+", f"\\d{a}|{b}\\s", f"[{re.escape(self.piece(whole, 3))}]{a}", f"(?!{a}){b}", f"(?<={a}).",
            f"{whole}\\(.*{b}", f"(.)\\1{a[:1] if a[:1] != chr(92) else 'e'}", f"{a}{{1,2}}.?{b}", f"no such {a}",
            f"(?:get|set)_{a}", ".", "^$", f"(?-i:{a})"))

    def identifier(self):
        draw = self.random
        full = draw.choice(self.types)
        return draw.choice((full, full, full.lower(), self.mangled(full), full.split(".")[-1], self.piece(full, 20) + "",
                            f'"{full}"', f"  '{full}' ", full + "X", self.piece(draw.choice(self.names)),
                            "zz.Missing")) or "x"


class Server:
    """A server of the program on a fresh database with the export in it."""

    def __init__(self, dossier, folder, export):
        self.process = subprocess.Popen(
            [dossier, "--db", folder / "reference.db", "serve", "--port", "0", "--import", export],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=sandbox.environment(dossier, folder), text=True)
        printed = []
        for line in self.process.stdout:
            printed.append(line)
            found = re.search(r"listening on http://([^/:]+):(\d+)/", line)
            if found:
                self.connection = http.client.HTTPConnection(found[1], int(found[2]), timeout=60)
                return
        raise SystemExit("the server did not start:\n" + "".join(printed))

    def ask(self, kind, query):
        self.connection.request("GET", PATHS[kind] + "?" + urllib.parse.urlencode(query))
        response = self.connection.getresponse()
        return response.status, response.read().decode("utf-8", "surrogateescape")

    def close(self):
        self.connection.close()
        self.process.terminate()
        self.process.stdout.close()
        self.process.wait(20)


def question(words, kind):
    if kind == "broad":
        return {"pattern": words.pattern(), "maxResults": words.random.choice(("", "", "1", "3", "50", "900"))}
    query = {"identifier": words.identifier()}
    return query | ({"maxResults": words.random.choice(("", "5"))} if kind == "typeRefs" else {})


def main(dossier, export, seconds):
    if not (sandbox.SHARED / "tools" / "reference_server.py").exists() or not export.exists():
        print(f"skipped: needs shared: {export} and the reference beside it")
        return sandbox.SKIPPED
    reference = load_reference()
    project = reference.load(str(export))
    words = Words(project, reference, seed=export.name)
    counts, hits, failures = dict.fromkeys(KINDS, 0), 0, 0
    with sandbox.Folder() as folder:
        server = Server(dossier, folder.path, export)
        started = time.monotonic()
        while time.monotonic() - started < seconds and failures < 5:
            kind = KINDS[min(words.random.randrange(5), 4) // 2]
            query = question(words, kind)
            if kind == "clear" and reference.normal(query["identifier"]) in words.members:
                continue
            wanted_status, wanted = reference.answer(project, PATHS[kind], {k: [v] for k, v in query.items()})
            status, got = server.ask(kind, query)
            counts[kind] += 1
            if wanted_status == status == 400 and "invalid regex" in got:
                continue
            hits += "fullName" in got or "typeFullName" in got
            if status != wanted_status or json.dumps(json.loads(got), ensure_ascii=False) != json.dumps(wanted, ensure_ascii=False):
                failures += 1
                print(f"{kind} {query}\n  reference {wanted_status} {json.dumps(wanted, ensure_ascii=False)[:1500]}"
                      f"\n  dossier   {status} {got[:1500]}")
        server.close()
    asked = sum(counts.values())
    print(f"{asked} questions {counts}, {hits} with hits, {failures} differ")
    if hits * 3 < asked:
        print("fewer than a third have hits: the questions are too weak")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]),
                  float(sys.argv[3]) if len(sys.argv) > 3 else 8))
