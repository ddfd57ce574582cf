#!/usr/bin/python3
"""What a page of another site can make a browser send: wire_pages.py DOSSIER.

Such a page recovered a stored key in 49 seconds: it asked for lines that match one expression after another, each
slow only where its guess was right, and took the time of answers that it may not read. Every such request must
be refused before any work is done for it.
"""

import sys

from _server import Server, expect, sandbox

SLOW = "/api/search/lines?pattern=key_k7(.*a)%7B25%7D"


def main(dossier):
    with sandbox.Folder() as folder:
        (folder.path / "tree").mkdir()
        line = "key_k7 " + "ab" * 3 + "a" * 17
        (folder.path / "tree" / "secret.txt").write_text((line + "\n") * 50)
        status, _, errors = folder.run("dossier --db a.db import tree --project P", dossier)
        expect(status == 0, errors)
        with Server(dossier, folder, folder.path / "a.db") as server:
            for site in ("cross-site", "same-site"):
                for target in (SLOW, "/api/status", "/health", "/nothing"):
                    answer = server.ask(target, f"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: no-cors")
                    expect(answer == (403, b'{"error":"requests from pages of other sites are refused"}'), f"{site} {target}: {answer}")
            expect("lines" not in server.log.read_text(), "a refused request was looked up")
            # The same question is work, where one may ask it.
            for site in ("none", "same-origin"):
                status, body = server.ask(SLOW, f"Sec-Fetch-Site: {site}")
                expect(status in (200, 400, 503), f"{site}: {status} {body}")
            expect("pattern=" in server.log.read_text(), "what was answered is in the log")

            refused = {
                "http://evil.example/health": 403,
                "http://localhost@evil.example/health": 400,
                "http://evil.example:80/x?u=http://localhost/health": 403,
                "x?u=http://localhost/health": 400,
                "localhost/health": 400,
                "ftp://localhost/health": 400,
                "http:///health": 400,
            }
            for target, wanted in refused.items():
                status = server.ask(target)[0]
                expect(status == wanted, f"GET {target}: {status}, not {wanted}")
            expect(server.ask("/health", host="evil.example")[0] == 403, "another Host is answered")
            expect(server.ask("http://localhost:1/health", host="evil.example")[0] == 403, "another Host is answered")
            expect(server.ask("http://localhost:1/health")[0] == 200, "an absolute target of this machine is refused")
            for twice in ("Origin: http://localhost", "Content-Length: 0", "Host: localhost", "Sec-Fetch-Site: none"):
                status = server.ask("/health", twice, twice)[0]
                expect(status == 400, f"{twice} twice: {status}")


main(sys.argv[1])
