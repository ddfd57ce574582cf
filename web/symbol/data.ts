// What the store knows of one symbol, and its references grouped as a modder thinks.
import { get, sql, type Answer } from "../state/api";
import { scope, snapshotNamed } from "../state/store";

export interface Card {
  status: "ok" | "ambiguous" | "not_found";
  identifier: string;
  kind: string;
  key: string;
  type: string;
  signature?: string;
  modifiers: string;
  typeKind?: string;
  baseType?: string;
  interfaces?: string[];
  genericParameters?: string[];
  attributes?: string[];
  value?: string;
  doc?: string;
  moduleName: string;
  assemblyPath: string;
  token?: string;
  stale?: boolean;
  open?: string;
  notes?: string[];
  referencesIn: Record<string, number>;
  referencesOut: Record<string, number>;
  derived?: string[];
  derivedMore?: number;
  literals: string[];
  literalsMore?: number;
  il?: string[];
  ilNote?: string;
  maxStack?: number;
  candidates?: { kind: string; key: string; moduleName: string; assemblyPath: string }[];
}

export interface Reference {
  kind: string;
  source: string;
  sourceType: string;
  token: number;
  target: string;
  targetScope: string;
  moduleName: string;
  assemblyPath: string;
  ilOffset: number | null;
  byName?: boolean;
  sure?: "resolved" | "likely" | "by name";
  line?: number;  // in the source that its assemblyPath is
}

/** The card of a symbol, as the module of this name defines it where one is named. Parameters that no key has were read off
 * a signature: without them the name leads to the symbol, or to those that bear it. */
export async function card(identifier: string, signal: AbortSignal, module?: string | null): Promise<Card> {
  const ask = async (name: string) => (await get<Card>("/api/show", { identifier: name, module: module || null, ...scope.peek() }, signal)).body;
  const found = await ask(identifier);
  const open = identifier.indexOf("(", 1);
  return found.status === "not_found" && open > 0 ? ask(identifier.slice(0, open)) : found;
}

export async function references(identifier: string, from: boolean, signal: AbortSignal): Promise<Answer<{ hits: Reference[]; note?: string }>> {
  return get("/api/refs", { identifier, from: from || null, maxResults: 500, ...scope.peek() }, signal);
}

/** Groups of references to a symbol, and of those that it makes. A kind can be in two: an address taken reads and writes. */
export const groupsIn: [string, string[]][] = [
  ["Assigned by", ["write", "addr"]], ["Read by", ["read", "addr"]], ["Used by", ["call", "ftn", "rpc"]], ["Instantiated by", ["new"]], ["Overridden by", ["override"]],
  ["Derived by", ["base", "interface"]], ["Exposed by", ["signature"]], ["Mentioned by", ["type", "attribute", "import"]],
];
export const groupsOut: [string, string[]][] = [
  ["Uses", ["call", "ftn", "rpc"]], ["Instantiates", ["new"]], ["Assigns", ["write", "addr"]], ["Reads", ["read", "addr"]], ["Overrides", ["override"]], ["Derives from", ["base", "interface"]],
  ["Exposes", ["signature"]], ["Mentions", ["type", "attribute", "import"]],
];

/** A condition on views that have project, snapshot and is_latest, with its parameters. */
export function whereScope(): [string, Record<string, string | number>] {
  const { project, snapshot } = scope.peek();
  const named = snapshot ? snapshotNamed(snapshot)?.id ?? Number(snapshot) : null;
  const parts: string[] = [], params: Record<string, string | number> = {};
  if (named !== null) {
    parts.push("snapshot = :snapshot");
    params.snapshot = named;
  } else {
    parts.push("is_latest");
  }
  if (project) {
    parts.push("project = :project");
    params.project = project;
  }
  return [parts.join(" AND "), params];
}

export interface Member { kind: string; name: string; signature: string; key: string; isStatic: boolean; isPublic: boolean; line: number | null }

/** A page of a type's members. */
export async function members(type: string, module: string, offset: number, signal: AbortSignal): Promise<{ rows: Member[]; more: boolean }> {
  const [where, params] = whereScope();
  const result = await sql(`SELECT kind, name, signature, "key", is_static, is_public, line FROM members WHERE type = :type AND module = :module AND ${where} LIMIT 1000 OFFSET :offset`, { ...params, type, module, offset }, signal);
  const rows = result.rows.map(([kind, name, signature, key, isStatic, isPublic, line]) => ({
    kind: String(kind), name: String(name), signature: String(signature ?? ""), key: String(key), isStatic: isStatic === 1, isPublic: isPublic === 1, line: line as number | null }));
  return { rows, more: rows.length === 1000 };
}
