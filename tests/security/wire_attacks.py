#!/usr/bin/python3
"""Clients that mean to stop or to fill the server: wire_attacks.py DOSSIER.

Each attack once stopped /health for as long as its comment says, or took the memory that it says. Meanwhile
/health must answer, and the server's memory stays bounded. The moments at which an attack has worked are not
known from outside, so a bound of time only tells a hang; tests/unit/server/connections_test.cc has the same
attacks against a server without a worker to lose.
"""

import sys

from _server import Server, allow_many_files, expect, sandbox

# Of memory. Requests of all clients take 32 MB, and as much again while they grow; answers that wait take 64 MB, and
# each worker has the 8 MB of one under way, twice while it is put together.
MOST_MB = 200
MOST_WITH_ANSWERS_MB = 800


def slow_readers(server):
    """32 of them: 10 s. An answer is 8 MB, more than the kernel keeps for both sides."""
    request = b"GET /api/source?path=large.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(200):
        server.connect(request, receive_buffer=4096)
    server.check_health("while 200 clients do not read their answers")


def bad_requests(server):
    """780 of them: 7 s."""
    for number in range(780):
        server.connect((b"GET / HTTP/9.9\r\n\r\n", b"\0", b"GET / HTTP/1.1\r\n\r\n")[number % 3])
    server.check_health("after 780 bad requests")


def idle_connections(server):
    """800 of them: 58 s."""
    for _ in range(900):
        server.connect()
    for _ in range(3):
        server.check_health("among 900 idle connections")


def unfinished_requests(server):
    for number in range(900):
        server.connect(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: "[: 1 + number % 40])
    for _ in range(3):
        server.check_health("among 900 unfinished requests")


def bodies(server):
    """790 of them: 1.6 GB. Nobody who may not ask has a body read."""
    head = b"POST /api/sql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n"
    statuses = set()
    for number in range(790):
        one = server.connect(head + bytes(2_000_000 if number % 8 == 0 else 100_000))
        if number % 8 == 0:
            statuses.add(server.answer(one)[0])
    server.check_health("among 790 bodies")
    expect(statuses <= {0, 401, 503}, f"bodies are answered by {statuses}")
    return statuses


def held_bodies(server):
    """Without a token, the bodies of all clients share a limit."""
    head = b"POST /api/sql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n"
    for _ in range(100):
        server.connect(head + bytes(2_000_000))
    server.check_health("among 100 large bodies that never end")
    some, number = b'{"sql": "SELECT 1"}', 0
    while server.ask("/api/sql", method="POST", body=some)[0] != 200:
        number += 1
        expect(number < 100, "no small body is answered beside large ones")


def main(dossier):
    allow_many_files()
    with sandbox.Folder() as folder:
        (folder.path / "tree").mkdir()
        (folder.path / "tree" / "large.txt").write_text(("x" * 4000 + "\n") * 2000)
        status, _, errors = folder.run("dossier --db a.db import tree --project P", dossier)
        expect(status == 0, errors)
        database = folder.path / "a.db"
        for attack in (slow_readers, bad_requests, idle_connections, unfinished_requests, held_bodies):
            with Server(dossier, folder, database) as server:
                attack(server)
                most = server.memory("VmHWM")
                bound = MOST_WITH_ANSWERS_MB if attack is slow_readers else MOST_MB
                expect(most <= bound, f"{attack.__name__}: the server took {most} MB")
                print(f"{attack.__name__}: at most {most} MB")
        with Server(dossier, folder, database, "--token", "s3cret") as server:
            statuses = bodies(server)
            most = server.memory("VmHWM")
            expect(401 in statuses, "a body without a token was not refused")
            expect(most <= 100, f"bodies without a token took {most} MB")
            print(f"bodies: at most {most} MB")


main(sys.argv[1])
