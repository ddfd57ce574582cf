// What differs between two snapshots.
import { get } from "../state/api";

export type What = "added" | "removed" | "changed" | "moved";
export interface Change { change: What; kind: string; name: string; from: string; path: string }
export interface Difference { before: number; after: number; counts: Record<What, number>; hits: Change[] }
export const whats: [What, string][] = [["added", "good"], ["removed", "bad"], ["changed", "warn"], ["moved", "accent"]];

export const difference = (before: number, after: number, signal: AbortSignal) => get<Difference>("/api/diff", { before, after, symbols: true, maxResults: 500 }, signal);

export interface Group { name: string; rows: Change[] }
/** By what holds them: the file, or the type's namespace. */
export function grouped(rows: Change[]): Group[] {
  const groups = new Map<string, Change[]>();
  for (const row of rows) {
    const plain = row.name.replace(/\(.*/, "");
    const holder = row.kind === "file" ? row.name.slice(0, Math.max(0, row.name.lastIndexOf("/"))) || "(root)" : row.path && row.path.includes("/") && !row.path.startsWith("/") ? row.path : plain.split(/[.:]+/).slice(0, -1).join(".") || "(global)";
    groups.set(holder, [...(groups.get(holder) ?? []), row]);
  }
  return [...groups].map(([name, held]) => ({ name, rows: held })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
