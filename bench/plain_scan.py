"""The lookups as a plain scan over a project in memory, for comparison in bench/run only."""

import json
import re

CAP = 500
MEMBERS = ("Fields", "Methods", "Properties", "Events")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["Modules"]


def broad(modules, pattern):
    search, hits = re.compile(pattern, re.IGNORECASE).search, 0
    for module in modules:
        hits += bool(search(module["Name"]) or search(module["AssemblyFullName"]))
        if hits >= CAP:
            return hits
        for t in module["Types"]:
            hits += bool(search(t["Name"]) or search(t["FullName"]))
            if hits >= CAP:
                return hits
            for group in MEMBERS:
                for m in t[group]:
                    if search(m["Name"]) or search(m["FullName"]) or search(m["Signature"]):
                        hits += 1
                        if hits >= CAP:
                            return hits
    return hits


def clear(modules, identifier):
    types = [t["FullName"] for module in modules for t in module["Types"]]
    found = sum(name == identifier for name in types)
    lowered = identifier.lower()
    return found or min(CAP, sum(lowered in name.lower() for name in types))


def type_refs(modules, identifier):
    lowered = identifier.lower()
    tokens, spec = {lowered}, set()
    for module in modules:
        for t in module["Types"]:
            name, full = t["Name"].lower(), t["FullName"].lower()
            if name == lowered or lowered in full:
                spec.add(t["FullName"])
                tokens |= {name, full}
    hits = 0
    for module in modules:
        for t in module["Types"]:
            if t["FullName"] in spec:
                continue
            reasons = int(any(k in t["BaseType"].lower() for k in tokens))
            for group in MEMBERS:
                for m in t[group]:
                    if reasons < 10 and any(k in m["Signature"].lower() or k in m["FullName"].lower() for k in tokens):
                        reasons += 1
            hits += reasons > 0
            if hits >= CAP:
                return hits
    return hits
