#!/usr/bin/python3
"""client.py DOSSIER: the scenarios of the protocol's own suite that dossier has to pass as a client of other servers.

client_passing.txt lists them, a version and a scenario a line; what needs OAuth is not among them. The suite starts a
server and then the client under test, which is this script again (client.py DOSSIER URL): a chat in a folder of its own,
whose scripted model makes the calls of the scenario. What a server asks a person is answered on a pseudo-terminal.
Exits 77 where npm has not installed the suite (tools/setup --all does)."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from conformance import HERE, NODE, SUITE, sandbox

SUMMARY = re.compile(r"Passed: (\d+)/(\d+), (\d+) failed")
TERMINAL = HERE.parent / "cases" / "verbs" / "terminal"
ANSWER = 'expect Answer it? [y/N] \nsend y\n'
# The calls of a scenario, and what a person types meanwhile.
PLAYS = {
    "tools_call": ([("add_numbers", {"a": 5, "b": 3})], ""),
    "sse-retry": ([("test_reconnection", {})], ""),
    # Nothing is typed into the fields, so their defaults are sent.
    "elicitation-sep1034-client-defaults": (
        [("test_client_elicitation_defaults", {})],
        ANSWER + "".join(f'expect {name}\nexpect : \nsend ""\n' for name in ("name", "age", "score", "status", "verified"))),
    "http-standard-headers": ([("test_headers", {}), ("my-hyphenated-tool", {})], ""),
    "http-invalid-tool-headers": ([("valid_tool", {"region": "x"}), ("invalid_empty_header", {"value": "x"})], ""),
    "sep-2322-client-request-state": (
        [("test_mrtr_echo_state", {}), ("test_mrtr_unrelated", {}), ("test_mrtr_no_state", {}),
         ("test_mrtr_no_result_type", {})], (ANSWER + "expect confirmed\nsend y\n") * 2),
}


def chat(dossier, folder, calls, typed=""):
    """A chat that makes these calls; returns what the model was offered."""
    lines = [{"calls": [{"tool": "suite__" + name, "input": given} for name, given in calls] or
              [{"tool": "broad_lookup", "input": {"pattern": "x"}}]}, {"text": "Done."}]
    (folder / "model.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [dossier, "chat", "--mode", "agent", "--permit", "suite__*=allow", "--mcp-config", "servers.json",
               "--model", "scripted:model.jsonl", "--db", "dossier.db"]
    typing = "go\n"
    if typed:
        command.insert(0, str(TERMINAL))
        typing = "expect call them? [y/N] \nsend y\nexpect > \nsend go\n" + typed + "expect Done.\nexpect > \nsend /quit\n"
    subprocess.run(command, cwd=folder, input=typing, text=True, check=True)
    shown = subprocess.run([dossier, "sessions", "show", "--json", "--db", "dossier.db"], cwd=folder, check=True,
                           stdout=subprocess.PIPE, text=True)
    for event in json.loads(shown.stdout)["events"]:
        if event["kind"] == "setup":
            return {tool["name"]: tool["schema"] for tool in event["body"]["tools"]}
    return {}


def play(dossier, url):
    scenario = os.environ["MCP_CONFORMANCE_SCENARIO"]
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "servers.json").write_text(json.dumps({"mcpServers": {"suite": {"url": url}}}))
        export = str(sandbox.FIXTURES / "exports" / "unity.project.json")
        subprocess.run([dossier, "import", export, "--db", "dossier.db"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        calls, typed = PLAYS.get(scenario, ([], ""))
        calls = [(call["name"], call["arguments"]) for call in context.get("toolCalls", [])] or calls
        offered = chat(dossier, folder, calls, typed)
        if scenario == "json-schema-2020-12-preservation":
            chat(dossier, folder, [("json_schema_echo", {"schema": offered["suite__json_schema_2020_12_tool"]})])


def complaint(dossier, version, scenario):
    """What is wrong with the run of a scenario, or None."""
    command = f"{sys.executable} {pathlib.Path(__file__).resolve()} {dossier}"
    ran = subprocess.run([NODE, SUITE, "client", "--command", command, "--scenario", scenario, "--spec-version", version,
                          "--timeout", "120000"],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = SUMMARY.findall(ran.stdout)
    passed, checked, failed = map(int, found[-1]) if found else (0, 0, 0)
    if ran.returncode == 0 and passed > 0 and passed == checked and failed == 0:
        return None
    return f"{version} {scenario}: exit {ran.returncode}, {passed} of {checked} passed\n{ran.stdout[-6000:]}"


def main(dossier):
    if not NODE.exists() or not SUITE.exists():
        print("SKIPPED: the conformance suite is not installed (tools/setup --all)")
        return sandbox.SKIPPED
    failed = []
    for line in (HERE / "client_passing.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        why = complaint(dossier, *line.split())
        print("ok    " if why is None else "FAILED", line, flush=True)
        if why is not None:
            failed.append(why)
    print("\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else play(*sys.argv[1:]))
