// How large what is below a node is, as the treemap draws it.
import { sql } from "../state/api";
import { snapshots } from "../state/store";
import type { Node } from "./tree";

export type Area = "members" | "lines" | "bytes";

const holdsFiles = (of: Node) => of.kind === "folder" || (of.kind === "project" && (snapshots.value.find((one) => one.id === of.snapshot)?.files ?? 0) > 0);

/** What areas may mean: of folders lines or bytes of files, of assemblies members or bytes of code. */
export const areasOf = (of: Node): Area[] => (holdsFiles(of) ? ["lines", "bytes"] : ["members", "bytes"]);

/** What the first of them is called of a node: a project is told in types. */
export const nameOf = (area: Area, of: Node) => (area === "members" && of.kind === "project" ? "types" : area === "bytes" && !holdsFiles(of) ? "bytes of code" : area);

// A method's code reaches at least as far as the last reference in it; how long it is is not stored.
const code = (columns: string, where: string) => `SELECT ${columns}, max(il_offset) + 1 AS length FROM refs WHERE snapshot = :s AND il_offset IS NOT NULL${where} GROUP BY symbol`;

function statement(of: Node, area: Area): string {
  if (holdsFiles(of)) return area === "lines" ? "" : "SELECT :p || substr(path, :k, instr(substr(path, :k) || '/', '/') - 1) AS name, sum(size) FROM files WHERE snapshot = :s AND path >= :p AND path < :e GROUP BY name";
  const members = (by: string, where: string) => `SELECT ${by}, count(m.name) + count(DISTINCT t.full_name) FROM types t LEFT JOIN members m ON m.snapshot = t.snapshot AND m.module = t.module AND m.type = t.full_name WHERE t.snapshot = :s AND t.module = :m${where} GROUP BY 1`;
  switch (of.kind) {
    case "project":
      return area === "bytes" ? `SELECT module, sum(length) FROM (${code("module", "")}) GROUP BY module` : "";
    case "module":
      return area === "bytes" ? `SELECT t.namespace, sum(c.length) FROM (${code("source_type", " AND module = :m")}) c JOIN types t ON t.snapshot = :s AND t.module = :m AND t.full_name = c.source_type GROUP BY 1` : members("t.namespace", "");
    case "namespace":
      return area === "bytes" ? `SELECT source_type, sum(length) FROM (${code("source_type", " AND module = :m AND substr(source_type, 1, length(:n)) = :n")}) GROUP BY source_type` : members("t.full_name", " AND t.namespace = :n");
    default:
      return "";
  }
}

/** By the name of what is below; empty where the tree's own counts tell. */
export async function sizesIn(of: Node, area: Area, signal: AbortSignal): Promise<Map<string, number>> {
  const text = statement(of, area), prefix = of.kind === "folder" ? of.key + "/" : "";
  if (!text) return new Map();
  const all = { s: of.snapshot, m: of.module, n: of.space, p: prefix, k: prefix.length + 1, e: prefix ? prefix.slice(0, -1) + "0" : "\u{10ffff}" };
  const named = Object.fromEntries(Object.entries(all).filter(([name]) => new RegExp(`:${name}\\b`).test(text)));
  const found = await sql(text, named, signal);
  return new Map(found.rows.map(([name, size]) => [String(name), Number(size)]));
}
