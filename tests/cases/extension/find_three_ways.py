"""Runs the sessions of a document, and each `dossier find` in them three ways.

The shell's answer is `find --json`; HTTP's is the body of GET /api/find; the stock sqlite3's is what
the script that `--explain` prints selects. A fresh server reads each database. Prints how many
queries of each section were the same, and every difference.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

BLOCK = re.compile(r"(?ms)^## (?P<title>[^\n]*)\n|^```console\n(?P<body>.*?)^```$")
KEYS = {"kind": "kind", "name": "name", "full_name": "full_name", "signature": "signature", "module": "module",
        "project": "project", "path": "path", "base_type": "base_type", "type": "in", "namespace": "ns",
        "language": "lang", "line": "line"}


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def sessions(document):
    """(section, command) of every step, a block's continuation lines joined."""
    title = ""
    for block in BLOCK.finditer(document.read_text("utf-8")):
        if block["title"]:
            title = block["title"]
            continue
        for line in block["body"].splitlines():
            if line.startswith("$ "):
                yield title, line[2:]


class Server:
    def __init__(self, database):
        self.process = subprocess.Popen(["dossier", "--db", database, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]

    def find(self, query, options):
        fields = urllib.parse.urlencode({"q": query} | options)
        try:
            with urllib.request.urlopen(f"{self.url}api/find?{fields}", timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def in_sqlite(extension, database, script):
    done = run(["sqlite3", "-readonly", database], input=f".load {extension}\n.mode json\n{script}")
    if done.returncode or done.stderr:
        return [{"error": done.stderr}]
    return json.loads(done.stdout) if done.stdout.strip() else []


def differences(words, database, server, extension):
    base = ["dossier", "--db", database, "find", *words]
    shell = run([*base, "--json"])
    options = {}
    while "--cursor" in words:
        at = words.index("--cursor")
        options["cursor"] = words[at + 1]
        words = words[:at] + words[at + 2:]
    query = " ".join(word for word in words if word not in ("--json", "--jsonl", "--csv", "--paths", "--explain"))
    over_http = server.find(query, options)
    if shell.returncode:
        said = json.loads(shell.stderr)["error"]["message"]
        return [] if over_http.get("error") == said else [f"shell: {said}\nhttp: {over_http}"]
    answer = json.loads(run(["dossier", "--db", database, "find", query, "--json"]).stdout)
    found = []
    if answer != over_http:
        found.append(f"http: {json.dumps(over_http)}\nshell: {json.dumps(answer)}")
    explained = json.loads(run(["dossier", "--db", database, "find", query, "--explain", "--json"]).stdout)
    selected = in_sqlite(extension, database, explained["sqlite3"])
    if "count" in answer:
        wanted, got = answer["rows"], [{"value": r.get("value"), "count": r.get("count")} for r in selected]
    else:
        wanted = answer["rows"]
        got = [{key: row.get(KEYS[key]) for key in one} for one, row in zip(wanted, selected)]
        if answer["exact"] and len(selected) != answer["total"]:
            found.append(f"sqlite3 has {len(selected)} rows, the shell {answer['total']}")
    if got != wanted:
        found.append(f"sqlite3: {json.dumps(got)}\nshell: {json.dumps(wanted)}")
    return found


def main(document, extension):
    servers, same = {}, {}
    for title, command in sessions(pathlib.Path(document)):
        words = shlex.split(command)
        database = words[2] if words[1:2] == ["--db"] else "dossier.db"
        arguments = words[3:] if words[1:2] == ["--db"] else words[1:]
        if words[0] != "dossier" or arguments[0] != "find":
            done = run(["bash", "-c", command])
            if done.returncode:
                print(f"{command}: {done.stderr}")
            continue
        if database not in servers:
            servers[database] = Server(database)
        differing = differences(arguments[1:], database, servers[database], extension)
        same[title] = same.get(title, 0) + (not differing)
        for difference in differing:
            print(f"$ {command}\n{difference[:2000]}")
    for server in servers.values():
        server.stop()
    for title, count in same.items():
        print(f"{title}: {count} the same")


main(*sys.argv[1:])
