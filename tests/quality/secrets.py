#!/usr/bin/python3
"""How many planted secrets dossier redacts, and what else: secrets.py DOSSIER MODE FOLDER [--half tune|held] [-v]

Each file of FOLDER becomes a message of a transcript, which `dossier sessions import` stores; what counts
is what the database then holds. MODE says how FOLDER is labelled:

  leaky-repo   github:Plazmaz/leaky-repo. Its table (.leaky-meta/secrets.csv) gives the number of lines at
               risk in each file; which lines these are was read by hand and stands in leaky_repo.tsv.
               A line counts as found when anything of it was redacted.
  whispers     github:Skyscanner/whispers. In tests/fixtures a value with "hardcoded" in it is a secret, by
               that project's convention; found when the word is gone from the line.
  credsweeper  github:Samsung/CredSweeper. tests/data/output.json lists file, line and value; found when the
               value is gone from the line. Left out: binary formats, and kinds that are no secrets
               (identifiers, bucket names, domains, nonces).
  detect-secrets  github:Yelp/detect-secrets. Its convention: a line of tests, test_data and testing that
               says "pragma: allowlist secret", or follows one that says so of the next line, holds a secret.
               The remark is cut off; found when anything of the line was redacted.
  gitleaks     github:gitleaks/gitleaks. What cmd/generate/config/rules says each rule must find, as far as it
               is written out ("tps"), each a text of its own; found when anything of it was redacted.
  source       Ordinary source: every redacted line is counted as false, whatever it holds.

--half takes the files whose name hashes to an even (tune) or odd (held) number. -v prints what was missed,
or, of source, what was redacted.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
NO_SECRETS = {"UUID", "AWS S3 Bucket", "Firebase Domain", "Nonce", "Salt", "Salesforce Credentials",
              "Tencent WeChat API App ID", "AWS Multi", "Alibaba Multi", "Google Multi"}
TEXTS = {}  # of what is no file as it stands
SOURCE = {".c", ".cc", ".cpp", ".h", ".hpp", ".cs", ".go", ".java", ".js", ".jsx", ".ts", ".tsx", ".kt", ".php",
          ".py", ".rb", ".rs", ".swift", ".scala", ".sh", ".sql", ".proto", ".md", ".yml", ".yaml", ".json", ".toml",
          ".xml", ".html", ".css", ".cmake", ".txt", ".gradle", ".ini", ".cfg", ".properties"}


def redacted(dossier, texts):
    """The texts as a transcript holds them, and the seconds that it took."""
    with tempfile.TemporaryDirectory() as folder:
        transcript = pathlib.Path(folder, "session.jsonl")
        with transcript.open("w") as out:
            print(json.dumps({"dossier_session": 1, "id": "0123456789ab", "title": "corpus", "mode": "chat",
                              "model": "offline", "project": "", "started_at": 1}), file=out)
            for seq, text in enumerate(texts, 1):
                body = {"role": "user", "text": text, "calls": [], "results": []}
                print(json.dumps({"seq": seq, "at": 1, "kind": "message", "body": body}), file=out)
        database = pathlib.Path(folder, "dossier.db")
        begun = time.monotonic()
        subprocess.run([dossier, "--db", database, "sessions", "import", transcript], check=True,
                       stdout=subprocess.DEVNULL)
        took = time.monotonic() - begun
        with sqlite3.connect(database) as db:
            bodies = [json.loads(body)["text"] for (body,) in
                      db.execute("SELECT body FROM events WHERE kind = 'message' ORDER BY seq")]
        if len(bodies) != len(texts):
            sys.exit(f"{len(texts)} messages went in, {len(bodies)} came out")
        return bodies, took


def text_of(path):
    """None for what is no text."""
    data = path.read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def lines_of(text):
    return text.split("\n")


def leaky_repo(root):
    wanted = collections.defaultdict(list)
    for line in (HERE / "leaky_repo.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            path, numbers = line.split("\t")
            wanted[path] += [(int(number), None) for number in numbers.split()]
    return {root / path: lines for path, lines in wanted.items()}


def whispers(root):
    wanted = {}
    for path in sorted((root / "tests/fixtures").rglob("*")):
        text = text_of(path) if path.is_file() else None
        if text is None:
            continue
        found = [(number, match.group(0)) for number, line in enumerate(lines_of(text), 1)
                 for match in re.finditer(r"(?i)hardcoded", line)
                 if not re.search(r"(?i)noncompliant|compliant|username|DB_USER|# ?(true|false)|Hardcoded\W*$", line)
                 or re.search(r"(?i)pass|token|secret|key", line)]
        if found:
            wanted[path] = found
    return wanted


def credsweeper(root):
    wanted = collections.defaultdict(list)
    for finding in json.loads((root / "tests/data/output.json").read_text()):
        if finding["rule"] in NO_SECRETS:
            continue
        for line in finding["line_data_list"]:
            path = root / "tests/samples" / pathlib.Path(line["path"]).name
            if path.is_file() and line["value"] and text_of(path) is not None:
                wanted[path].append((line["line_num"], line["value"]))
    return wanted


def detect_secrets(root):
    """What is asked of each file; and its text without the remarks, which speak of secrets."""
    remark = re.compile(r"(?:#|//|/\*|<!--|--|;|')?\s*pragma: ?(?:allow|white)list( nextline)? secret(?:\s*(?:\*/|-->))?")
    wanted = collections.defaultdict(list)
    for path in sorted(path for top in ("tests", "test_data", "testing") for path in (root / top).rglob("*")):
        text = text_of(path) if path.is_file() and "allowlist" not in path.name else None
        if not text or not remark.search(text):
            continue
        lines = lines_of(text)
        for number, line in enumerate(lines, 1):
            said = remark.search(line)
            if said and said.group(1):
                wanted[path].append((number + 1, None))
            elif said and line[:said.start()].strip():
                wanted[path].append((number, None))
        TEXTS[path] = remark.sub("", text)
    return wanted


def gitleaks(root):
    wanted = {}
    for path in sorted((root / "cmd/generate/config/rules").glob("*.go")):
        for block in re.finditer(r"tps\s*:?=\s*\[\]string\{\n(.*?)\n\t\}", path.read_text(), re.S):
            for literal in re.finditer(r'^\s*(?:`([^`\n]+)`|("(?:[^"\\\n]|\\.)+")),', block.group(1), re.M):
                try:
                    text = literal.group(1) or json.loads(literal.group(2))
                except json.JSONDecodeError:
                    continue
                name = path.with_name(f"{path.name}-{len(wanted)}")
                TEXTS[name] = text
                wanted[name] = [(number, None) for number in [1] if "\n" not in text]
    return wanted


def in_half(path, half):
    even = int(hashlib.sha256(path.name.encode()).hexdigest(), 16) % 2 == 0
    return half is None or even == (half == "tune")


def recall(dossier, wanted, verbose):
    paths = sorted(wanted)
    texts = [TEXTS.get(path) or text_of(path) for path in paths]
    shown, _ = redacted(dossier, texts)
    total = hidden = 0
    missed = []
    for path, before, after in zip(paths, map(lines_of, texts), map(lines_of, shown)):
        for number, value in wanted[path]:
            if number > len(before):
                continue
            line, now = before[number - 1], after[number - 1]
            if value is not None and value.lower() not in line.lower():
                continue  # a value that the scanner decoded, or that several lines hold
            total += 1
            gone = now != line if value is None else (
                now.lower().count(value.lower()) < line.lower().count(value.lower()))
            hidden += gone
            if not gone:
                missed.append(f"{path.name}:{number}: {line.strip()[:160]}")
    if verbose:
        print("\n".join(missed))
    print(f"{hidden} of {total} secrets, recall {hidden / total:.3f} ({len(paths)} files)")


def false_redactions(dossier, root, verbose):
    texts, paths = [], []
    for path in sorted(root.rglob("*")):
        if path.is_file() and ".git" not in path.parts and path.suffix in SOURCE and path.stat().st_size < 1_000_000:
            text = text_of(path)
            if text:
                paths.append(path)
                texts.append(text)
    shown, took = redacted(dossier, texts)
    lines = changed = 0
    for path, before, after in zip(paths, texts, shown):
        before, after = lines_of(before), lines_of(after)
        lines += len(before)
        for number, (line, now) in enumerate(zip(before, after), 1):
            if line != now:
                changed += 1
                if verbose:
                    print(f"{path.relative_to(root)}:{number}: {line.strip()[:120]}  =>  {now.strip()[:120]}")
    size = sum(map(len, texts))
    print(f"{changed} of {lines} lines redacted, {1000 * changed / lines:.2f} in 1,000 "
          f"({len(paths)} files, {size / 1e6:.1f} MB, imported in {took:.1f} s)")


CORPORA = {"leaky-repo": leaky_repo, "whispers": whispers, "credsweeper": credsweeper,
           "detect-secrets": detect_secrets, "gitleaks": gitleaks}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dossier")
    parser.add_argument("mode", choices=[*CORPORA, "source"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--half", choices=["tune", "held"])
    parser.add_argument("-v", action="store_true")
    given = parser.parse_args()
    if given.mode == "source":
        return false_redactions(given.dossier, given.folder, given.v)
    wanted = CORPORA[given.mode](given.folder)
    recall(given.dossier, {p: w for p, w in wanted.items() if in_half(p, given.half)}, given.v)


if __name__ == "__main__":
    main()
