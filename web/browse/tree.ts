// What is below a node of the tree: projects hold modules and folders, modules namespaces, those types, those members.
import { sql } from "../state/api";
import { snapshots, snapshotNamed, at, type Snapshot } from "../state/store";

export interface Node {
  id: string; // path of names from the root, unique
  kind: string;
  name: string;
  key: string; // of a symbol, or a path
  count: number; // of what is below, …
  unit: string; // … which is: "type", "file", "line"
  size: number; // lines of what is below; 0 = not known
  leaf: boolean;
  snapshot: number;
  module: string;
  space: string;
  type: string;
}

const node = (above: Node | null, kind: string, name: string, rest: Partial<Node>): Node => ({
  id: (above ? above.id + "\t" : "") + kind + ":" + (rest.key ?? name), kind, name, key: name, count: 0, unit: "", size: 0, leaf: false, snapshot: above?.snapshot ?? 0, module: above?.module ?? "", space: above?.space ?? "", type: "", ...rest });

export function roots(project: string): Node[] {
  const wanted = at.value ? [snapshotNamed(at.value)].filter((one): one is Snapshot => one !== undefined) : snapshots.value.filter((one) => one.isLatest && (!project || one.project === project));
  return wanted.map((one) => node(null, "project", one.project, { key: String(one.id), count: one.members || one.files, unit: one.members ? "member" : "file", snapshot: one.id }));
}

async function rows(text: string, params: object, signal?: AbortSignal) {
  return (await sql(text, params, signal)).rows;
}

export async function below(of: Node, signal?: AbortSignal): Promise<Node[]> {
  const p = { s: of.snapshot, m: of.module, n: of.space, t: of.type };
  switch (of.kind) {
    case "project": {
      const snapshot = snapshots.value.find((one) => one.id === of.snapshot);
      if (snapshot?.files) return folders(of, "", signal);
      const found = await rows("SELECT m.name, m.path, count(t.full_name) FROM modules m LEFT JOIN types t ON t.snapshot = m.snapshot AND t.module = m.name WHERE m.snapshot = :s GROUP BY m.name, m.path ORDER BY 1", { s: p.s }, signal);
      return found.map(([name, path, count]) => node(of, "module", String(name), { key: String(path || name), count: Number(count), unit: "type", module: String(name) }));
    }
    case "module": {
      const found = await rows("SELECT namespace, count(*) FROM types WHERE snapshot = :s AND module = :m GROUP BY namespace ORDER BY 1", { s: p.s, m: p.m }, signal);
      return found.map(([name, count]) => node(of, "namespace", String(name) || "(global)", { key: String(name), count: Number(count), unit: "type", space: String(name) }));
    }
    case "namespace": {
      const found = await rows("SELECT full_name, name, kind FROM types WHERE snapshot = :s AND module = :m AND namespace = :n ORDER BY full_name", { s: p.s, m: p.m, n: p.n }, signal);
      return found.map(([full, name, kind]) => node(of, String(kind) || "type", String(full).slice(of.space ? of.space.length + 1 : 0) || String(name), { key: String(full), type: String(full) }));
    }
    case "folder":
      return folders(of, of.key + "/", signal);
    default: {
      if (of.type === "") return [];
      const found = await rows('SELECT kind, name, signature, "key" FROM members WHERE snapshot = :s AND type = :t AND module = :m LIMIT 1000', { s: p.s, t: p.t, m: p.m }, signal);
      return found.map(([kind, name, signature, key]) => node(of, String(kind), String(signature || name), { key: String(key), leaf: true }));
    }
  }
}

async function folders(of: Node, prefix: string, signal?: AbortSignal): Promise<Node[]> {
  const found = await rows(
    `SELECT substr(path, :n, instr(substr(path, :n) || '/', '/') - 1) AS name, max(instr(substr(path, :n), '/') > 0) AS folder, count(*), sum(lines), max(language)
     FROM files WHERE snapshot = :s AND path >= :from AND path < :to GROUP BY name ORDER BY folder DESC, name LIMIT 1000`,
    { s: of.snapshot, n: prefix.length + 1, from: prefix, to: prefix ? prefix.slice(0, -1) + "0" : "\u{10ffff}" }, signal);
  return found.map(([name, folder, files, lines]) =>
    folder ? node(of, "folder", String(name), { key: prefix + name, count: Number(files), unit: "file", size: Number(lines ?? 0) }) : node(of, "file", String(name), { key: prefix + name, count: Number(lines ?? 0), unit: "line", size: Number(lines ?? 0), leaf: true }));
}
