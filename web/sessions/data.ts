// A session's record: what it is and what happened, event by event (agent/event.h says what bodies hold).
import { counted } from "../parts/text";
import { get } from "../state/api";

export interface Session {
  id: string; title: string; mode: string; model: string; project: string; startedAt: string; endedAt: string; status: string; turns: number; tokensIn: number; tokensOut: number; parent: string; running: boolean;
}
export interface Event { seq: number; at: string; kind: string; ms?: number; tool?: string; body: Body; findings?: Finding[] }
export interface Finding { kind: string; name: string; full_name: string; key: string; module: string; importance: string; notes: string; verified: boolean }
// Bodies differ by kind; each is read where it is drawn.
export type Body = { [key: string]: unknown };
export interface Record { id: string; title: string; mode: string; model: string; project: string; size: number; running: boolean; undone: number[]; events: Event[]; started_at?: string; parent?: string }

export async function record(id: string, signal?: AbortSignal): Promise<Record> {
  const first = (await get<Record>("/api/session", { id }, signal)).body;
  while (first.events.length < first.size) {
    const last = first.events.at(-1)?.seq ?? 0;
    const next = (await get<Record>("/api/session", { id, after: last }, signal)).body.events;
    if (next.length === 0) break;
    first.events.push(...next);
  }
  return first;
}

export const text = (body: Body, key: string): string => (typeof body[key] === "string" ? (body[key] as string) : "");
export const amount = (body: Body, key: string): number => (typeof body[key] === "number" ? (body[key] as number) : 0);
const inner = (body: Body, key: string): Body => (typeof body[key] === "object" && body[key] !== null ? (body[key] as Body) : {});

/** An event on one line. */
export function lineOf(event: Event): string {
  const { body } = event;
  switch (event.kind) {
    case "message": return text(body, "text");
    case "model_asked": return counted(amount(body, "messages"), "message");
    case "model_settled": return body.error ? "failed: " + text(body, "error") : replied(text(inner(body, "message"), "text")) || calls(inner(body, "message"));
    case "tool_asked": return inputOf(body);
    case "tool_settled": return resultOf(event);
    case "permission": return `${text(body, "capability")}: ${text(body, "decision")} by ${text(body, "by")}`;
    case "edit": return `${text(body, "path")} (+${amount(body, "added")} −${amount(body, "removed")})`;
    case "answer": return text(body, "summary");
    case "progress": return progressOf(body);
    case "ended": return `${text(body, "status")} ${text(body, "reason")}`.trim();
    case "setup": return `${text(body, "system").length} bytes of instructions, ${(body.tools as unknown[] | undefined)?.length ?? 0} tools`;
    case "started": return `${text(body, "mode")} with ${text(body, "model")}${text(body, "root") ? " on " + text(body, "root") : ""}`;
    default: return text(body, "text") || JSON.stringify(body).slice(0, 300);
  }
}

// A reply that is JSON says what it calls, or what it concludes.
function replied(said: string): string {
  if (!said.startsWith("{")) return said;
  try {
    const body = JSON.parse(said) as Body;
    const list = (body.tool_calls as Body[] | undefined) ?? [];
    return list.map((call) => `${text(call, "tool")} ${inputOf(call)}`).join("; ") || text(body, "summary") || said;
  } catch {
    return said;
  }
}

// What a script did: a search, what the model does not get whole, and how it ended.
function progressOf(body: Body): string {
  if (body.event === "search") return `search ${text(body, "query")}: ${(body.found as unknown[] | undefined)?.length ?? 0} tools`;
  if (body.event === "summary") return `${amount(body, "calls")} calls, ${amount(body, "failed")} failed; ${amount(body, "in_sandbox")} bytes stayed in the sandbox, ${amount(body, "returned")} returned`;
  return `${text(body, "event")}: ${text(body, "text")}`;
}

function calls(message: Body): string {
  const list = (message.calls as Body[] | undefined) ?? [];
  return list.map((call) => `${text(call, "tool")} ${inputOf(call)}`).join("; ");
}

export function inputOf(body: Body): string {
  const input = inner(body, "input");
  return Object.values(input).map((value) => (typeof value === "string" ? value.split("\n")[0]!.slice(0, 120) : JSON.stringify(value))).join(" ");
}

export function resultOf(event: Event): string {
  const { body } = event;
  if (body.ok === false) return "failed: " + (typeof body.result === "string" ? body.result : JSON.stringify(body.result)).slice(0, 300);
  const total = amount(body, "total"), result = inner(body, "result");
  if (result.called) return `${(result.called as unknown[]).length} calls, ${(result.searched as unknown[] | undefined)?.length ?? 0} searches`;
  if (typeof result.diff === "string") return `edited ${text(result, "path")} (+${amount(result, "added")} −${amount(result, "removed")})`;
  if (typeof result.content === "string") return `${result.content.split("\n").length} lines`;
  return typeof body.total === "number" && total >= 0 ? `${total}${body.truncated ? " or more" : ""} ${total === 1 ? "hit" : "hits"}` : "done";
}

/** Whether an edit took another one back: it was made by a person, outside of any call. */
export function isReversal(event: Event, events: Event[]): boolean {
  const before = events.findLast((one) => one.seq < event.seq && one.kind !== "edit");
  return event.kind === "edit" && before?.kind !== "tool_asked";
}

/** Which lane of the timeline an event stands in. */
export const lanes = ["model", "tools", "edits", "permissions"] as const;
export type Lane = (typeof lanes)[number];
export function laneOf(kind: string): Lane {
  if (kind === "edit") return "edits";
  if (kind === "permission") return "permissions";
  return kind.startsWith("tool") ? "tools" : "model";
}
