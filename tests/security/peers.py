#!/usr/bin/python3
"""Model servers and processes that attack `dossier ask`: peers.py DOSSIER [NAME…].

Each peer is asked by the real program over a real socket or pipe. The program must end by itself, name the
bound that was met or say that time is up, hold less than 300 MB, and leave a session whose strict replay is
identical. The bound on time only catches hangs. Three are asked at once, each from a folder of its own.
"""

import concurrent.futures
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import sandbox  # noqa: E402

DOSSIER = pathlib.Path(sys.argv[1]).resolve()
MEMORY = 300 << 20
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
DELTA = b'data: {"choices":[{"delta":{"content":"' + b"x" * 900 + b'"}}]}\n\n'


# What a client is sent, until it hangs up, which ends what has no end.
def sent(data):
    return lambda client: client.sendall(data)


def held(data=b""):
    """The connection stays open, and nothing more comes."""
    def attack(client):
        client.sendall(data)
        while client.recv(4096):
            pass
    return attack


def endless(head, piece):
    def attack(client):
        client.sendall(head)
        while True:
            client.sendall(piece)
    return attack


def trickled(head, byte=b"x"):
    """A byte now and then."""
    def attack(client):
        client.sendall(head)
        while not select.select([client], [], [], 0.05)[0]:
            client.sendall(byte)
    return attack


def whole(text, finish="stop", more=b""):
    return (b'data: {"choices":[{"delta":{"content":"' + text + b'"' + more + b'},"finish_reason":"' +
            finish.encode() + b'"}]}\n\ndata: [DONE]\n\n')


def arguments(text):
    call = b',"tool_calls":[{"index":0,"id":"a","function":{"name":"broad_lookup","arguments":"' + text + b'"}}]'
    return OK + whole(b"", "tool_calls", call)


def gzip_bomb():
    press = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(press.compress(b":" * (1 << 20)) for _ in range(200)) + press.flush()
    return (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
            b"Content-Length: %d\r\n\r\n" % len(bomb) + bomb)


CALLS = b"".join(b'data: {"choices":[{"delta":{"tool_calls":[{"index":%d,"id":"c","function":{"name":"broad_lookup",'
                 b'"arguments":"{}"}}]}}]}\n\n' % number for number in range(100_000))
LONG_NAME = (b',"tool_calls":[{"index":0,"id":"' + b"a" * 5_000_000 + b'","function":{"name":"' + b"n" * 5_000_000 +
             b'","arguments":"{}"}}]')
LATE = "no complete answer within 2 s"
NO_OBJECT = "the arguments of broad_lookup are not a JSON object"

# Of each: what it does, what the program must end with, and whether that takes until time is up: a failure that passes
# is asked for again.
SERVERS = {
    "endless_events": (endless(OK, DELTA * 64), "the reply is over 16 MB", False),
    "tiny_events": (endless(OK, b"data:{}\n\n" * 8192), "the answer has over 1000000 events", False),
    "endless_line": (endless(OK + b"data: ", b"x" * 65536), "an event of the answer is over 16 MB", False),
    "endless_document": (endless(JSON + b"\r\n[", b"[]," * 20000), "the answer is over 16 MB", False),
    "silent": (held(), LATE, True),
    "silent_body": (held(OK + DELTA), LATE, True),
    "trickled_head": (trickled(b"HTTP/1.1 200 OK\r\nX-Slow: "), LATE, True),
    "trickled_body": (trickled(OK, b":"), LATE, True),
    "trickled_error": (trickled(b"HTTP/1.1 500 No\r\nContent-Length: 60000\r\n\r\n"), "HTTP 500", True),
    "endless_header": (endless(b"HTTP/1.1 200 OK\r\nX: ", b"x" * 65536), "the answer's head is over 256 KB", False),
    "endless_headers": (endless(b"HTTP/1.1 200 OK\r\n", b"X-Name: value\r\n" * 4096),
                        "the answer's head is over 256 KB", False),
    "endless_status": (endless(b"", b"x" * 65536), "the answer's head is over 256 KB", False),
    "endless_continue": (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 2048), "the answer's head is over 256 KB", False),
    "endless_chunk_size": (endless(CHUNKED, b"0" * 65536), "the answer with its framing is over 128 MB", False),
    "endless_refusal": (endless(b"HTTP/1.1 400 No\r\nContent-Type: text/plain\r\n\r\n", b"no " * 20000),
                        "HTTP 400: no no no", False),
    "endless_failure": (endless(b"HTTP/1.1 503 No\r\nContent-Type: text/plain\r\nRetry-After: 59\r\n\r\n", b"no " * 20000),
                        "time is up after 1 attempt: HTTP 503: no no no", True),
    "gzip_bomb": (held(gzip_bomb()), "is over", False),
    "redirection": (held(b"HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/v1/chat/completions\r\n"
                         b"Content-Length: 0\r\n\r\n"), "HTTP 307", False),
    "deep_arguments": (sent(arguments(b'{\\"pattern\\":' + b"[" * 1_000_000)), NO_OBJECT, False),
    "wide_arguments": (sent(arguments(b"[1" + b",1" * 2_000_000 + b"]")), NO_OBJECT, False),
    "deep_event": (sent(OK + b"data: " + b"[" * 2_000_000 + b"\n\n"), "the stream holds malformed JSON", True),
    "wide_event": (sent(OK + b"data: [1" + b",1" * 2_000_000 + b"]\n\n"), "the stream holds malformed JSON", True),
    "many_calls": (sent(OK + CALLS), "the reply has over 256 calls of tools", False),
    "many_parts": (sent(OK + b'data: {"choices":[{"delta":{"content":"x"}}]}\n\n' * 600_000),
                   "the reply has over 500000 parts", False),
    # 17 s and 518 MB: the name was told to the model again and again.
    "long_name": (sent(OK + whole(b"", "tool_calls", LONG_NAME)), "the name or id of a call is over 1024 bytes", False),
    # A whole reply, and then nothing more: time was up, and the reply was lost.
    "held_open": (held(CHUNKED + b"7fffffffffffffff\r\n" + whole(b"no answer")), "is not exactly one JSON object", False),
}
PROCESSES = {
    "sleep 20": ("no reply within 2.000 s", True),
    "yes": ("the command's reply is over 16 MB", False),
    "sh -c 'yes >&2'": ("no reply within 2.000 s", True),
    "sh -c 'sleep 1234.5 & wait'": ("no reply within 2.000 s", True),
    "sh -c 'trap \"\" TERM HUP INT; echo; tail -f /dev/null'": ("no reply within 2.000 s", True),
}


class Server:
    def __init__(self, attack):
        self.attack = attack
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

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
                    self.attack(client)
                except OSError:
                    pass

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(1)  # it may still wait for room to send


def read_request(client):
    data = b""

    def more():
        received = client.recv(65536)
        if not received:
            raise ConnectionError
        return received

    while b"\r\n\r\n" not in data:
        data += more()
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    while len(body) < length:
        body += more()


def complaints_about(name, model, expected, folder, is_timed):
    environment = sandbox.environment(DOSSIER, folder) | {"OPENAI_API_KEY": "test"}
    begun = time.monotonic()
    said, status, used = sandbox.measured(
        [DOSSIER, "ask", "where is health?", "--model", model, "--timeout", "2" if is_timed else "100"], folder, environment)
    seconds, memory = time.monotonic() - begun, used.ru_maxrss << 10
    out = []
    if status <= 0:
        out.append(f"ended with status {status} after {seconds:.1f} s")
    if expected not in said:
        out.append(f"said {said[-600:]!r} instead of {expected!r}")
    if len(said) > 5000:
        out.append(f"said {len(said)} bytes")
    if memory > MEMORY:
        out.append(f"held {memory >> 20} MB")
    replay = subprocess.run([DOSSIER, "replay"], cwd=folder, capture_output=True, text=True, env=environment, timeout=120)
    if replay.returncode != 0 or not replay.stdout.startswith("identical"):
        out.append(f"its replay says {(replay.stdout + replay.stderr)[-600:]!r}")
    print(f"{seconds:6.2f} s  {memory >> 20:4} MB  {name}", "; ".join(out), flush=True)
    return [f"{name}: {text}" for text in out]


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


def main(chosen):
    with sandbox.Folder() as root, concurrent.futures.ThreadPoolExecutor(3) as pool:
        def ask(name):
            folder = root.path / f"peer{names.index(name)}"
            folder.mkdir()
            subprocess.run([DOSSIER, "import", sandbox.FIXTURES / "exports" / "unity.project.json", "--project", "Game"],
                           cwd=folder, check=True, capture_output=True, env=sandbox.environment(DOSSIER, folder))
            if name in PROCESSES:
                expected, is_timed = PROCESSES[name]
                return complaints_about(name, f"process:{name}", expected, folder, is_timed)
            attack, expected, is_timed = SERVERS[name]
            with Server(attack) as server:
                return complaints_about(name, f"openai:m@http://127.0.0.1:{server.port}", expected, folder, is_timed)

        names = [name for name in (*SERVERS, *PROCESSES) if not chosen or name.split()[0] in chosen]
        failures = [text for found in pool.map(ask, names) for text in found]
    for pid in left_over("sleep 1234.5"):
        failures.append(f"process {pid} is still running")
        os.kill(pid, signal.SIGKILL)
    if failures:
        raise SystemExit("\n".join(failures))
    print("every peer met a bound")


main(sys.argv[2:])
