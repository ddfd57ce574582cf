// Asks the server that the page came from, and no other. A failure says what the server said, or that it is away.
import { signal } from "@preact/signals";
import type { Params } from "./address";

export class Failure extends Error {
  /** `begin`: the byte of a query that the message is about. */
  constructor(readonly status: number, message: string, readonly begin = -1) {
    super(message);
  }
}

export interface Answer<T> {
  body: T;
  total: string; // "12" or ">=500"; "" where it is not counted
  truncated: boolean;
  snapshot: string;
  stale: boolean;
  ms: number;
}

/** Whether the server answers; false from the first request that does not arrive to the next that does. */
export const online = signal(true);

// A token comes with the first address and is kept for this tab only; the address loses it at once.
const given = new URLSearchParams(location.search).get("token");
if (given) {
  sessionStorage.setItem("token", given);
  const url = new URL(location.href);
  url.searchParams.delete("token");
  history.replaceState(null, "", url.pathname + url.search + url.hash);
}

export function headers(): Record<string, string> {
  const token = sessionStorage.getItem("token");
  return token ? { Authorization: "Bearer " + token } : {};
}

export function target(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params))
    if (value !== null && value !== undefined && value !== "" && value !== false) query.set(key, String(value));
  const text = query.toString();
  return text ? path + "?" + text : path;
}

async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  const start = performance.now();
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string>) } });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    online.value = false;
    throw new Failure(0, "the server does not answer; is dossier serve still running?");
  }
  online.value = true;
  const text = await response.text();
  let body: unknown = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    if (response.ok) body = text;
  }
  if (!response.ok) {
    const { error: said = `status ${response.status}`, begin = -1 } = (body ?? {}) as { error?: string; begin?: number };
    if (response.status === 503 && /deadline/.test(said)) throw new Failure(503, "This took longer than the server gives it. More letters, kind:, project: or in: make it faster.");
    throw new Failure(response.status, response.status === 401 ? "this server wants a token: open the address that it printed, with ?token=" : said, begin);
  }
  const head = response.headers;
  return {
    body: body as T,
    total: head.get("Dossier-Total") ?? "",
    truncated: head.get("Dossier-Truncated") === "true",
    snapshot: head.get("Dossier-Snapshot") ?? "",
    stale: head.get("Dossier-Stale") === "true",
    ms: performance.now() - start,
  };
}

export function get<T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<Answer<T>> {
  return send<T>(target(path, params), { signal });
}

export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer<T>> {
  return send<T>(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });
}

export interface SqlResult {
  columns: string[];
  rows: (string | number | null)[][];
  truncated: boolean;
  elapsed_ms: number;
  error: string | null;
}

/** Rows of one statement over the views. Fails with what SQLite says. */
export async function sql(text: string, params: unknown = {}, signal?: AbortSignal): Promise<SqlResult> {
  const answer = await post<{ success: boolean; results: SqlResult[] }>("/api/sql", { sql: text, params }, signal);
  const result = answer.body.results[0] ?? { columns: [], rows: [], truncated: false, elapsed_ms: 0, error: null };
  if (!answer.body.success) throw new Failure(400, answer.body.results.at(-1)?.error ?? "the statement failed");
  return result;
}
