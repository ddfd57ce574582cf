// A stored file's text, and where its names are defined.
import { get, sql } from "../state/api";
import { scope } from "../state/store";
import type { Hit } from "../search/search";
import { whereScope } from "../symbol/data";

export interface Text { status: string; path: string; language: string; lines: number; firstLine: number; lastLine: number; text: string; stale?: boolean }

export async function text(path: string, first: number, signal: AbortSignal): Promise<Text & { stale: boolean }> {
  const answer = await get<Text>("/api/source", { path, firstLine: first, ...scope.peek() }, signal);
  return { ...answer.body, stale: answer.stale };
}

/** Symbols that are defined in the file, by line. */
export async function defined(path: string, signal: AbortSignal): Promise<Hit[]> {
  const found = await get<{ rows: Hit[] }>("/api/find", { q: `file:="${path.replaceAll('"', '\\"')}" (kind:type or kind:member) limit:500 sort:line`, ...scope.peek() }, signal);
  return found.body.rows.filter((row) => row.line && row.path.endsWith(path));
}

/** The definitions of a name, those of the same file first. */
export async function definitions(name: string, path: string, signal?: AbortSignal): Promise<Hit[]> {
  const found = await get<{ rows: Hit[] }>("/api/find", { q: `name:="${name}" (kind:type or kind:member) limit:20`, ...scope.peek() }, signal);
  return found.body.rows.sort((a, b) => Number(b.path === path) - Number(a.path === path));
}

/** How many references each line makes. */
export async function uses(path: string, signal: AbortSignal): Promise<Map<number, string[]>> {
  const [where, params] = whereScope();
  const result = await sql(`SELECT line, kind, target FROM refs WHERE path = :path AND ${where} ORDER BY line LIMIT 1000`, { ...params, path }, signal);
  const lines = new Map<number, string[]>();
  for (const [line, kind, target] of result.rows) lines.set(Number(line), [...(lines.get(Number(line)) ?? []), `${kind} ${target}`]);
  return lines;
}
