#!/usr/bin/python3
"""Model servers and processes that attack `dossier ask`: peers.py DOSSIER [NAME…].

Each peer is asked by the real program over a real socket or pipe. The program must end by itself, name the
bound that was met or say that time is up, hold less than 300 MB, and leave a session whose strict replay is
identical. The bound on time only catches hangs.
"""

import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

DOSSIER = pathlib.Path(sys.argv[1]).resolve()
MEMORY = 300 << 20
HANG = 120  # seconds
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
DELTA = b'data: {"choices":[{"delta":{"content":"' + b"x" * 900 + b'"}}]}\n\n'


class HungUp(Exception):
    """The program closed the connection: what every endless peer waits for."""


class Peer:
    """One client, and what it is sent."""

    def __init__(self, client):
        self.client = client

    def send(self, data):
        try:
            self.client.sendall(data)
        except OSError as error:
            raise HungUp from error

    def forever(self, data):
        while True:
            self.send(data)

    def slowly(self, data):
        """A byte now and then, until the program hangs up."""
        while True:
            self.send(data[:1])
            if select.select([self.client], [], [], 0.05)[0] and not self.client.recv(4096):
                raise HungUp

    def quietly(self):
        while self.client.recv(4096):
            pass


def whole(text, finish="stop", more=b""):
    return (b'data: {"choices":[{"delta":{"content":"' + text + b'"' + more + b'},"finish_reason":"' +
            finish.encode() + b'"}]}\n\ndata: [DONE]\n\n')


def endless_events(peer):
    peer.send(OK)
    peer.forever(DELTA * 64)


def tiny_events(peer):
    peer.send(OK)
    peer.forever(b"data:{}\n\n" * 8192)


def endless_line(peer):
    peer.send(OK + b"data: ")
    peer.forever(b"x" * 65536)


def endless_document(peer):
    peer.send(JSON + b"\r\n[")
    peer.forever(b"[]," * 20000)


def silent(peer):
    peer.quietly()


def silent_body(peer):
    peer.send(OK + DELTA)
    peer.quietly()


def trickled_head(peer):
    peer.send(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    peer.slowly(b"x")


def trickled_body(peer):
    peer.send(OK)
    peer.slowly(b":")


def trickled_error(peer):
    peer.send(b"HTTP/1.1 500 No\r\nContent-Length: 60000\r\n\r\n")
    peer.slowly(b"x")


def endless_header(peer):
    peer.send(b"HTTP/1.1 200 OK\r\nX: ")
    peer.forever(b"x" * 65536)


def endless_headers(peer):
    peer.send(b"HTTP/1.1 200 OK\r\n")
    peer.forever(b"X-Name: value\r\n" * 4096)


def endless_status(peer):
    peer.forever(b"x" * 65536)


def endless_continue(peer):
    peer.forever(b"HTTP/1.1 100 Continue\r\n\r\n" * 2048)


def endless_chunk_size(peer):
    peer.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    peer.forever(b"0" * 65536)


def endless_refusal(peer):
    peer.send(b"HTTP/1.1 400 No\r\nContent-Type: text/plain\r\n\r\n")
    peer.forever(b"no " * 20000)


def endless_failure(peer):
    peer.send(b"HTTP/1.1 503 No\r\nContent-Type: text/plain\r\nRetry-After: 59\r\n\r\n")
    peer.forever(b"no " * 20000)


def gzip_bomb(peer):
    press = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(press.compress(b":" * (1 << 20)) for _ in range(200)) + press.flush()
    peer.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
              b"Content-Length: %d\r\n\r\n" % len(bomb) + bomb)
    peer.quietly()


def redirection(peer):
    peer.send(b"HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/v1/chat/completions\r\nContent-Length: 0\r\n\r\n")
    peer.quietly()


def arguments(text):
    return (b',"tool_calls":[{"index":0,"id":"a","function":{"name":"broad_lookup","arguments":"' + text + b'"}}]')


def deep_arguments(peer):
    peer.send(OK + whole(b"", "tool_calls", arguments(b'{\\"pattern\\":' + b"[" * 1_000_000)))


def wide_arguments(peer):
    peer.send(OK + whole(b"", "tool_calls", arguments(b"[1" + b",1" * 2_000_000 + b"]")))


def deep_event(peer):
    peer.send(OK + b"data: " + b"[" * 2_000_000 + b"\n\n")


def wide_event(peer):
    peer.send(OK + b"data: [1" + b",1" * 2_000_000 + b"]\n\n")


def million_calls(peer):
    peer.send(OK)
    for number in range(1_000_000):
        peer.send(b'data: {"choices":[{"delta":{"tool_calls":[{"index":%d,"id":"c","function":{"name":"broad_lookup",'
                  b'"arguments":"{}"}}]}}]}\n\n' % number)


def many_parts(peer):
    peer.send(OK)
    for _ in range(600):
        peer.send(b'data: {"choices":[{"delta":{"content":"x"}}]}\n\n' * 1_000)


def long_name(peer):
    """17 s and 518 MB: the name was told to the model again and again."""
    peer.send(OK + whole(b"", "tool_calls", b',"tool_calls":[{"index":0,"id":"' + b"a" * 5_000_000 +
                         b'","function":{"name":"' + b"n" * 5_000_000 + b'","arguments":"{}"}}]'))


def held_open(peer):
    """A whole reply, and then nothing more: time was up, and the reply was lost."""
    peer.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
              b"7fffffffffffffff\r\n" + whole(b"no answer"))
    peer.quietly()


# What each peer must end with; `again` peers answer the same every time they are asked again.
SERVERS = {
    endless_events: "the reply is over 16 MB",
    tiny_events: "the answer has over 1000000 events",
    endless_line: "an event of the answer is over 16 MB",
    endless_document: "the answer is over 16 MB",
    silent: "no complete answer within 2 s",
    silent_body: "no complete answer within 2 s",
    trickled_head: "no complete answer within 2 s",
    trickled_body: "no complete answer within 2 s",
    trickled_error: "HTTP 500",
    endless_header: "the answer's head is over 256 KB",
    endless_headers: "the answer's head is over 256 KB",
    endless_status: "the answer's head is over 256 KB",
    endless_continue: "the answer's head is over 256 KB",
    endless_chunk_size: "the answer with its framing is over 128 MB",
    endless_refusal: "HTTP 400: no no no",
    endless_failure: "time is up after 1 attempt: HTTP 503: no no no",
    gzip_bomb: "is over",
    redirection: "HTTP 307",
    deep_arguments: "the arguments of broad_lookup are not a JSON object",
    wide_arguments: "the arguments of broad_lookup are not a JSON object",
    deep_event: "the stream holds malformed JSON",
    wide_event: "the stream holds malformed JSON",
    million_calls: "the reply has over 256 calls of tools",
    many_parts: "the reply has over 500000 parts",
    long_name: "the name or id of a call is over 1024 bytes",
    held_open: "is not exactly one JSON object",
}
# Their failures pass, so the program asks again until its time is up.
PATIENT = {deep_event, wide_event}
TIMED = {silent, silent_body, trickled_head, trickled_body, trickled_error, endless_failure, *PATIENT}

PROCESSES = {
    "sleep 20": "no reply within 2.000 s",
    "yes": "the command's reply is over 16 MB",
    "sh -c 'yes >&2'": "no reply within 2.000 s",
    "sh -c 'sleep 1234.5 & wait'": "no reply within 2.000 s",
    "sh -c 'trap \"\" TERM HUP INT; echo; tail -f /dev/null'": "no reply within 2.000 s",
}
TIMED_PROCESSES = {command for command, text in PROCESSES.items() if "within" in text}


class Server:
    def __init__(self, attack):
        self.attack = attack
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            client.settimeout(10)
            with client:
                try:
                    read_request(client)
                    self.attack(Peer(client))
                except (HungUp, OSError):
                    pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(1)  # it may still wait for room to send


def read_request(client):
    data = b""

    def more():
        received = client.recv(65536)
        if not received:
            raise HungUp
        return received

    while b"\r\n\r\n" not in data:
        data += more()
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    while len(body) < length:
        body += more()


def measured(arguments, folder):
    """Runs the program; what it said on standard error, its status, its memory and its time."""
    environment = sandbox.environment(DOSSIER, folder) | {"OPENAI_API_KEY": "test"}
    with open(folder / "err", "w+b") as errors:
        begun = time.monotonic()
        child = subprocess.Popen([str(DOSSIER), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=errors, cwd=folder, env=environment)
        hang = threading.Timer(HANG, child.kill)
        hang.start()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        hang.cancel()
        errors.seek(0)
        return errors.read().decode("utf-8", "replace"), child.returncode, usage.ru_maxrss << 10, time.monotonic() - begun


def complaints_about(model, expected, folder, timed):
    timeout = ["--timeout", "2" if timed else "100"]
    said, status, memory, seconds = measured(["ask", "where is health?", "--model", model, *timeout], folder)
    out = []
    if status <= 0:
        out.append(f"ended with status {status} after {seconds:.1f} s")
    if expected not in said:
        out.append(f"said {said[-600:]!r} instead of {expected!r}")
    if len(said) > 5000:
        out.append(f"said {len(said)} bytes")
    if memory > MEMORY:
        out.append(f"held {memory >> 20} MB")
    replay = subprocess.run([str(DOSSIER), "replay"], cwd=folder, capture_output=True, text=True,
                            env=sandbox.environment(DOSSIER, folder), timeout=HANG)
    if replay.returncode != 0 or not replay.stdout.startswith("identical"):
        out.append(f"its replay says {(replay.stdout + replay.stderr)[-600:]!r}")
    print(f"{seconds:6.2f} s  {memory >> 20:4} MB  {model[:60] if model.startswith('process') else ''}", end=" ")
    return out


def left_over(marker):
    """Processes whose command line holds the marker."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker.encode() in entry.read_bytes().replace(b"\0", b" "):
                found.append(int(entry.parent.name))
        except OSError:
            pass
    return found


def main():
    chosen = sys.argv[2:]
    failures = []
    with tempfile.TemporaryDirectory(prefix="dossier-peers-") as name:
        folder = pathlib.Path(name)
        subprocess.run([str(DOSSIER), "import", str(sandbox.FIXTURES / "exports" / "unity.project.json"), "--project", "Game"],
                       cwd=folder, check=True, capture_output=True, env=sandbox.environment(DOSSIER, folder))
        for attack, expected in SERVERS.items():
            if chosen and attack.__name__ not in chosen:
                continue
            server = Server(attack)
            found = complaints_about(f"openai:m@http://127.0.0.1:{server.port}", expected, folder, attack in TIMED)
            server.close()
            print(attack.__name__, "; ".join(found), flush=True)
            failures += [f"{attack.__name__}: {text}" for text in found]
        for command, expected in PROCESSES.items():
            if chosen and command.split()[0] not in chosen:
                continue
            found = complaints_about(f"process:{command}", expected, folder, command in TIMED_PROCESSES)
            print("; ".join(found), flush=True)
            failures += [f"process:{command}: {text}" for text in found]
        for pid in left_over("sleep 1234.5"):
            failures.append(f"process {pid} is still running")
            os.kill(pid, signal.SIGKILL)
    if failures:
        raise SystemExit("\n".join(failures))
    print("every peer met a bound")


main()
