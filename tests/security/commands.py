#!/usr/bin/python3
"""Nothing that a command of a model has started outlives the program: commands.py DOSSIER.

The program is killed in the middle of a command that has left processes in every way that daemons know: with the
namespaces that a program may make, with those that a user namespace lets it make, and without any.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys

import _attack
from _attack import check, sandbox

MARK = f"left-by-a-command-{os.getpid()}"
DAEMON = """
import os, signal
for step in (os.setsid, os.fork, os.setsid, os.fork):
    try:
        if step() and step is os.fork: os._exit(0)
    except OSError: pass
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
os.closerange(0, 64)
open("daemon", "w").close()
while True: signal.pause()
"""
COMMAND = f"""
/usr/bin/python3 daemon.py {MARK} &
(trap '' HUP TERM; nohup sh -c 'while :; do tail -f /dev/null; done' {MARK} >/dev/null 2>&1 &)
setsid sh -c 'while :; do tail -f /dev/null; done' {MARK} &
until test -e daemon; do :; done
%s
touch started
while :; do tail -f /dev/null; done  # {MARK}
"""
WITHOUT_RIGHTS = ("unshare", "--user", "--map-root-user", "setpriv", "--bounding-set", "-sys_admin")
WITHOUT_NAMESPACES = ("unshare", "--user", "--map-root-user", "sh", "-c",
                      'echo 0 > /proc/sys/user/max_pid_namespaces && exec "$@"', "sh")


def running():
    """Who has the mark among the arguments: of a process that has ended there are none."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if MARK.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            pass
    return found


def killed(dossier, name, before, harm):
    with sandbox.Folder() as folder:
        workspace = folder.path / "workspace"
        workspace.mkdir()
        (workspace / "daemon.py").write_text(DAEMON)
        call = {"tool": "run_command", "input": {"command": COMMAND % harm}}
        (folder.path / "script.jsonl").write_text(json.dumps({"text": "", "calls": [call]}) + '\n"done"\n')
        environment = sandbox.environment(dossier, folder.path)
        if subprocess.run([*before, "true"], env=environment, stderr=subprocess.DEVNULL).returncode:
            print(f"not tried: {name}")
            return
        chat = subprocess.Popen([*before, dossier, "chat", "--mode", "agent", "--root", "workspace", "--permit",
                                 "execute=allow", "--model", "scripted:script.jsonl"], cwd=folder.path, env=environment,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        chat.stdin.write("do it\n")
        chat.stdin.flush()
        sandbox.until(lambda: (workspace / "started").exists() or chat.poll() is not None)
        left = running()
        check(len(left) >= 3, f"{name}: only {len(left)} processes of the command run")
        chat.send_signal(signal.SIGKILL)
        output = chat.communicate()[0]
        try:
            sandbox.until(lambda: not running())
        except SystemExit:
            check(False, f"{name}: {len(running())} of {len(left)} outlive the program: {output}")
        for process in running():
            os.kill(process, signal.SIGKILL)


def main(dossier):
    if missing := sandbox.missing(["unshare", "setpriv"]):
        print(f"skipped: there is no {missing}")
        return sandbox.SKIPPED
    end_parent = "kill -STOP $PPID 2>/dev/null; kill -9 $PPID 2>/dev/null"
    killed(dossier, "with namespaces", (), end_parent)
    killed(dossier, "with those of a user", WITHOUT_RIGHTS, end_parent)
    killed(dossier, "without namespaces", WITHOUT_NAMESPACES, "")
    return _attack.finish("nothing of a command outlives the program that ran it")


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
