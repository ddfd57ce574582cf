"""A running `dossier serve`, and sockets that speak to it byte for byte."""

import json
import pathlib
import re
import resource
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

PATIENCE = 20  # seconds; an answer that takes longer is a hang


def allow_many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


def expect(held, what):
    if not held:
        raise SystemExit(f"FAILED: {what}")


class Server:
    """Serves the database until the block ends; then it must have stopped by itself, without a failure."""

    def __init__(self, dossier, folder, database, *arguments):
        self.dossier = pathlib.Path(dossier).resolve()
        self.log = folder.path / "log"
        self.process = subprocess.Popen(
            [self.dossier, "--db", database, "serve", "--port", "0", *arguments], cwd=folder.path,
            env=sandbox.environment(dossier, folder.path), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self.log.open("wb"), text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])
        self.kept = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for one in self.kept:
            one.close()
        self.process.terminate()
        status = self.process.wait(60)
        expect(kind is not None or status == 0, f"the server ended with {status}")

    def connect(self, data=b"", receive_buffer=None):
        one = socket.socket()
        if receive_buffer:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        one.settimeout(PATIENCE)
        one.connect(("127.0.0.1", self.port))
        self.kept.append(one)
        # A server that has refused already may have closed: that is its answer's matter.
        try:
            one.sendall(data)
        except OSError:
            pass
        return one

    def answer(self, one):
        """(status, body) of the next answer; status 0 when the connection ended without one."""
        data = b""
        try:
            while b"\r\n\r\n" not in data:
                piece = one.recv(65536)
                if not piece:
                    return 0, b""
                data += piece
            head, body = data.split(b"\r\n\r\n", 1)
            length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
            while len(body) < length:
                body += one.recv(65536)
        except ConnectionError:
            return 0, b""
        return int(head[9:12]), body

    def ask(self, target, *headers, method="GET", body=b"", host="localhost"):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", *headers]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        one = self.connect("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        answer = self.answer(one)
        self.kept.remove(one)
        one.close()
        return answer

    def check_health(self, meanwhile):
        try:
            status, body = self.ask("/health")
        except TimeoutError:
            status, body = 0, b""
        expect(status == 200 and json.loads(body) == {"status": "ok"}, f"/health does not answer {meanwhile}")

    def memory(self, name="VmRSS"):
        """Megabytes that the server has, or had at most (VmHWM)."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+) kB", text)[1]) // 1024
