#!/usr/bin/env python3
"""overrides.py DOSSIER WORK [FILE…]: overrides and implementations by name and signature against what
mono's runtime says (GetBaseDefinition, GetInterfaceMap), for every virtual method of FILE… (default:
System.Xml.Linq), with mono's own libraries imported beside them. Needs mono-mcs and mono-devel.

Prints how many pairs both know, and those that only one does; exits 1 where there are any. Methods that a
base class has of an interface that only the class lists are left out (implicit_overrides.h).
"""

import collections
import json
import pathlib
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request

LIBRARIES = [f"/usr/lib/mono/4.5/{name}.dll" for name in ("mscorlib", "Mono.Security", "System", "System.Configuration", "System.Core", "System.Xml", "System.Xml.Linq")]
SOURCE = r"""
using System; using System.IO; using System.Linq; using System.Reflection;
static class Overrides {
  const BindingFlags All = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
  static string Id(MethodBase m) { return Path.GetFileName(m.Module.FullyQualifiedName) + "\t" + m.MetadataToken; }
  static void Main(string[] files) {
    foreach (var file in files) {
      foreach (var type in Assembly.LoadFrom(file).GetTypes()) {
        if (type.IsInterface) continue;
        foreach (var m in type.GetMethods(All).Where(m => m.IsVirtual)) {
          var root = m.GetBaseDefinition();
          if (root.MetadataToken == m.MetadataToken && root.Module == m.Module) continue;
          for (var t = type.BaseType; t != null; t = t.BaseType)
            foreach (var b in t.GetMethods(All).Where(b => b.Name == m.Name && b.IsVirtual))
              if (b.GetBaseDefinition().MethodHandle == root.MethodHandle) Console.WriteLine("base\t" + Id(m) + "\t" + Id(b));
        }
        foreach (var i in type.GetInterfaces()) {
          InterfaceMapping map;
          try { map = type.GetInterfaceMap(i); } catch { continue; }
          for (int k = 0; k < map.TargetMethods.Length; ++k)
            if (map.TargetMethods[k] != null && map.TargetMethods[k].DeclaringType == type)
              Console.WriteLine("interface\t" + Id(map.TargetMethods[k]) + "\t" + Id(map.InterfaceMethods[k]));
        }
      }
    }
  }
}
"""


def runtime(work, files):
    (work / "Overrides.cs").write_text(SOURCE, "utf-8")
    subprocess.run(["mcs", "-nowarn:0618", f"-out:{work / 'Overrides.exe'}", work / "Overrides.cs"], check=True)
    text = subprocess.run(["mono", work / "Overrides.exe", *files], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        _, module, token, other, other_token = line.split("\t")
        yield (module, int(token)), (other, int(other_token))


def main():
    dossier, work, *files = sys.argv[1:]
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    files = files or LIBRARIES[-1:]
    database = work / "overrides.db"
    for suffix in ("", "-wal", "-shm", "-dossier-import"):
        pathlib.Path(f"{database}{suffix}").unlink(missing_ok=True)
    inputs = dict.fromkeys([*LIBRARIES, *files])
    subprocess.run([dossier, "--db", database, "import", *inputs, "--project", "o"], check=True, stdout=subprocess.DEVNULL)
    stored = sqlite3.connect(database)
    members = {(module, token): key for module, token, key in
               stored.execute("SELECT module, token, key FROM members WHERE token IS NOT NULL")}
    own_keys = {}  # where keys name generic parameters, other modules write them by position
    open_keys = ("SELECT m.module, m.token, d.text FROM (SELECT symbol, text FROM details WHERE kind = 'open_key') d "
                 "JOIN members m ON m.symbol = d.symbol")
    for module, token, text in stored.execute(open_keys):
        own_keys[module, text] = members[module, token]
    want = collections.defaultdict(set)
    for method, (module, token) in runtime(work, files):
        want[method].add((module, members.get((module, token))))
    server = subprocess.Popen([dossier, "--db", database, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    both, missing, extra = 0, [], []
    try:
        url = server.stdout.readline().split()[-1]
        names = {pathlib.Path(f).name for f in files}
        for (module, token), method in members.items():
            if module not in names or token >> 24 != 6 or "(" not in method:
                continue
            query = urllib.parse.urlencode({"identifier": method, "module": module, "from": "true", "kind": "override"})
            with urllib.request.urlopen(f"{url}api/refs?{query}") as answer:
                hits = [hit for hit in json.load(answer)["hits"] if hit["token"] == token]
            have = set()
            for hit in hits:
                name = hit["targetScope"] if hit["targetScope"].endswith(".dll") else hit["targetScope"] + ".dll"
                key = hit.get("targetKey") or hit["target"]
                have.add((name, own_keys.get((name, key), key)))
            both += len(have & want[module, token])
            missing += [(method, over) for over in want[module, token] - have]
            extra += [(method, over) for over in have - want[module, token]]
    finally:
        server.terminate()
    print(f"{both} pairs in both, {len(missing)} of the runtime alone, {len(extra)} of dossier alone")
    for sign, pairs in (("-", missing), ("+", extra)):
        for method, over in pairs[:20]:
            print("   ", sign, method, "→", *over)
    return int(bool(extra or missing))


sys.exit(main())
