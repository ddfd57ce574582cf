#!/usr/bin/python3
"""Clients that make the server work, and programs that cut its files: wire_work.py DOSSIER.

What is refused is refused before it does or writes anything, so that the sessions of the database are those that
were begun. What names what it wants is answered before what searches: while /health or a lookup by name waits,
few searches are answered, however many wait. Bodies that trickle take the memory of their bytes. A file that another
program cuts while the server has it mapped is an error of what reads it then.
"""

import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import threading

from _server import Server, allow_many_files, expect, sandbox

PAGE = ("Sec-Fetch-Site: same-origin", "Content-Type: application/json")
MOST_MB = 200


def requests_at_once(server, target, bodies):
    """The statuses of POST requests that are all sent before any answer is read."""
    sent = []
    for body in bodies:
        text = json.dumps(body)
        head = [f"POST {target} HTTP/1.1", "Host: localhost", *PAGE, f"Content-Length: {len(text)}"]
        sent.append(server.connect("\r\n".join(head).encode() + b"\r\n\r\n" + text.encode()))
    server.check_health(f"while {len(sent)} clients ask for {target}")
    answers = [server.answer(one) for one in sent]
    for one in sent:
        one.close()
    server.kept.clear()
    return answers


def sessions_in(database):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        return db.execute("SELECT count(*) FROM _session").fetchone()[0]


def asks(server, database):
    """400 at once: /health after 4.4 s, and a session that holds nothing for each that was refused."""
    for target, bodies in (("/api/ask", [{"question": f"What heals {n}?"} for n in range(400)]),
                           ("/api/chat", [{"mode": "ask"}] * 200)):
        before = sessions_in(database)
        answers = requests_at_once(server, target, bodies)
        begun = sum(status == 200 for status, _ in answers)
        expect({status for status, _ in answers} <= {200, 503}, f"{target} is answered by {answers}")
        expect(0 < begun, f"no {target} is answered")
        expect(sessions_in(database) - before == begun,
               f"{target}: {sessions_in(database) - before} sessions for {begun} that were begun")
        print(f"{target}: {begun} of {len(answers)} begun, {server.memory('VmHWM')} MB")


def forks(server, database):
    """All of 200 ran at once, each on a thread: they had no bound of their own."""
    session = json.loads(server.ask("/api/ask", *PAGE, method="POST", body=b'{"question": "What heals?"}')[1])["session"]
    header = f"/api/session?id={session}"
    sandbox.until(lambda: not json.loads(server.ask(header)[1])["running"])
    before = sessions_in(database)
    answers = requests_at_once(server, "/api/session/fork", [{"id": session, "event": 3}] * 200)
    begun = sum(status == 200 for status, _ in answers)
    expect({status for status, _ in answers} <= {200, 503}, f"forks are answered by {answers}")
    expect(0 < begun < 200, f"{begun} of 200 forks are begun at once")
    expect(sessions_in(database) - before == begun, f"{sessions_in(database) - before} sessions for {begun} forks")
    print(f"forks: {begun} of 200 begun")


def exports(server, database):
    """A record of 20 MB was held three times for each client that asked for it. Two are read at a time."""
    session = json.loads(server.ask("/api/ask", *PAGE, method="POST", body=b'{"question": "What heals?"}')[1])["session"]
    sandbox.until(lambda: not json.loads(server.ask(f"/api/session?id={session}")[1])["running"])
    record = server.ask(f"/api/session/export?id={session}")[1]
    expect(len(record.splitlines()) > 2, "a short record is not exported")
    large = database.with_name("large.jsonl")
    large.write_bytes(record.replace(session.encode(), b"0123456789ab")
                      .replace(b"What heals?", b"What heals" + b" or mends" * 2_200_000 + b"?", 1))
    done = subprocess.run([server.dossier, "--db", database, "sessions", "import", large], capture_output=True, text=True,
                          cwd=database.parent, env=sandbox.environment(server.dossier, database.parent))
    expect(done.returncode == 0, done.stderr)
    for one in [server.connect(b"GET /api/session/export?id=0123456789ab HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(2)]:
        status, body = server.answer(one)
        expect(status == 503 or (status == 400 and "sessions export" in str(body)),
               f"a record of 20 MB is answered by {status}, {body[:200]}")


SLOW = b"GET /api/search/lines?pattern=(.*a)%7B25%7D HTTP/1.1\r\nHost: localhost\r\n\r\n"
BY_NAME = "/api/lookup/clear?identifier=Thing"


def searches(server, database):
    """240 clients that send 20 each ahead: /health after 0.9 s, behind one search of every client."""
    count = [0]

    def read(one):
        try:
            while data := one.recv(65536):
                count[0] += data.count(b"HTTP/1.1 ")
        except OSError:
            pass

    clients = [server.connect(SLOW * 20) for _ in range(240)]
    readers = [threading.Thread(target=read, args=(one,)) for one in clients]
    for one in readers:
        one.start()
    passed = []
    for _ in range(5):
        for target in ("/health", BY_NAME):
            before = count[0]
            status, body = server.ask(target)
            expect(status == 200, f"{target} among searches: {status} {body}")
            passed.append(count[0] - before)
    for one in clients:
        one.shutdown(socket.SHUT_RDWR)
    for one in readers:
        one.join()
    print(f"searches: {statistics.median(passed)} answered meanwhile (of {count[0]})")
    expect(statistics.median(passed) < 60, f"lookups by name wait behind {passed} searches")


def trickled_bodies(server, database):
    """780 of them: 320 MB, whatever had arrived."""
    head = b"POST /api/sql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n"
    clients = [server.connect(head) for _ in range(780)]
    for _ in range(3):
        for one in clients:
            try:
                one.sendall(bytes(1000))
            except OSError:
                pass
        server.check_health("among 780 bodies that trickle")


SAME = ("/api/search/lines?pattern=def.heal", BY_NAME, "/api/source?path=thing.py", "/api/search/broad?pattern=heal")


def answers_while(server, wanted, cut, times):
    """Asks for SAME in four threads while cut() is called; every answer is the right one, or says that it is none."""
    statuses, wrong, over, count = set(), [], threading.Event(), [0]

    def ask(target):
        while not over.is_set():
            status, body = server.ask(target)
            statuses.add(status)
            count[0] += 1
            if status not in (409, 500, 503) and (status, body) != wanted[target]:
                wrong.append((target, status, body))

    asking = [threading.Thread(target=ask, args=(target,)) for target in SAME]
    for one in asking:
        one.start()
    try:
        for number in range(times):
            cut(number)
            before = count[0]
            sandbox.until(lambda: count[0] >= before + 8 or server.process.poll() is not None)
    finally:
        over.set()
        for one in asking:
            one.join()
    expect(server.process.poll() is None, f"the server ended with {server.process.returncode}")
    expect(not wrong, f"a wrong answer: {wrong[:1]}")
    return statuses


def cut_files(server, database):
    """The index of the log, and the database itself: SIGBUS ended the server."""
    index = database.with_name(database.name + "-shm")
    wanted = {target: server.ask(target) for target in SAME}
    expect({status for status, _ in wanted.values()} == {200}, f"the answers are {wanted}")
    note = b'{"symbol": "Thing.heal", "text": "heals"}'

    def cut_index(number):
        os.truncate(index, (0, 100, 4096, 20000)[number % 4])
        if number % 5 == 0:
            status, body = server.ask("/api/notes", *PAGE, method="POST", body=note)
            noted.append(status)
            expect(status in (200, 409, 500, 503), f"a note is answered by {status} {body}")

    noted = []
    statuses = answers_while(server, wanted, cut_index, 100)
    print(f"index cut 100 times: answers {sorted(statuses)}, notes {sorted(noted)}")
    for target in SAME:
        sandbox.until(lambda: server.ask(target) == wanted[target])
    sandbox.until(lambda: server.ask("/api/notes", *PAGE, method="POST", body=note)[0] == 200)
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        expect(db.execute("PRAGMA integrity_check").fetchone() == ("ok",), "the database is damaged")
        notes = db.execute("SELECT count(*) FROM _note").fetchone()[0]
        expect(notes >= noted.count(200) + 1, f"{notes} notes of {noted}")

    with sqlite3.connect(database) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = database.read_bytes()
    statuses = answers_while(server, wanted, lambda number: os.truncate(database, len(whole) // 8192 * 4096), 20)
    print(f"database cut: answers {sorted(statuses)}")
    with database.open("r+b") as file:
        file.write(whole)
    for target in SAME:
        sandbox.until(lambda: server.ask(target) == wanted[target])


def bodies_that_were_answered(server, database):
    """790 clients that keep their connections after 60 KB: the room of their bodies was theirs for a minute."""
    body = json.dumps({"sql": "SELECT " + "1" * 10, "more": "x" * 60_000}).encode()
    head = f"POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    for _ in range(790):
        expect(server.answer(server.connect(head + body))[0] == 404, "what is not there is answered")
    large = b'{"sql": "SELECT 1"}' + b" " * 3_000_000
    status, _ = server.ask("/api/sql", method="POST", body=large)
    expect(status == 200, f"a large body among idle connections is answered by {status}")


def main(dossier):
    allow_many_files()
    with sandbox.Folder() as folder:
        (folder.path / "tree").mkdir()
        line = "ab" * 3 + "a" * 17
        (folder.path / "tree" / "large.txt").write_text((line + "\n") * 20000)
        (folder.path / "tree" / "thing.py").write_text("class Thing:\n    def heal(self):\n        return 1\n")
        status, _, errors = folder.run("dossier --db a.db import tree --project P", dossier)
        expect(status == 0, errors)
        database = folder.path / "a.db"
        wanted = sys.argv[2:]
        for attack in (asks, forks, exports, searches, trickled_bodies, bodies_that_were_answered, cut_files):
            if wanted and attack.__name__ not in wanted:
                continue
            with Server(dossier, folder, database) as server:
                attack(server, database)
                most = server.memory("VmHWM")
                print(f"{attack.__name__}: at most {most} MB")
                expect(most <= MOST_MB, f"{attack.__name__}: the server took {most} MB")


main(sys.argv[1])
