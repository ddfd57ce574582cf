// Search: what the query matches, as it is typed, grouped by kind with counts that filter on a click.
import { useEffect, useRef, useState } from "preact/hooks";
import { Kind } from "../parts/kind";
import { Rows } from "../parts/rows";
import { Empty, Failed } from "../parts/states";
import { number } from "../parts/text";
import { address, changed, go, link } from "../state/address";
import { Failure, get, type Answer } from "../state/api";
import { fileLink, project, scope, select, snapshots, status, symbolLink } from "../state/store";
import { complaint, names, results } from "../shell/query";
import { placeOf } from "./place";

export interface Hit {
  kind: string;
  name: string;
  full_name: string;
  signature: string;
  module: string;
  project: string;
  path: string;
  line: number | null;
  value?: string;
  count?: number;
}
interface Found {
  total: number;
  exact: boolean;
  returned: number;
  truncated: boolean;
  stale: boolean;
  snapshots: number[];
  cursor: string | null;
  kinds: Record<string, number>;
  other_kinds: Record<string, number>;
  other_kinds_exact: boolean;
  rows: Hit[];
  hints?: string[];
  notes?: string[];
}

const page = 100;

/** What the inspector shows of a row. */
export function cardOf(hit: Hit): string {
  if (hit.kind === "file") return "file:" + hit.path;
  if (hit.kind === "line") return "file:" + hit.path + (hit.line ? `#L${hit.line}` : "");
  if (hit.kind === "session") return "session:" + hit.full_name;
  return "symbol:" + hit.full_name + (hit.kind === "method" || hit.kind === "constructor" ? parameters(hit.signature) : "");
}

/** "(System.Int32,System.String)" of a signature that names its parameters: as a key has them. */
export function parameters(signature: string): string {
  const open = signature.indexOf("(");
  if (open < 0) return "";
  const inside = signature.slice(open + 1, signature.lastIndexOf(")"));
  if (!inside.trim()) return "()";
  const parts: string[] = [];
  let depth = 0, start = 0;
  for (let i = 0; i <= inside.length; ++i) {
    const c = inside[i];
    if (c === "<" || c === "[" || c === "(") ++depth;
    else if (c === ">" || c === "]" || c === ")") --depth;
    else if ((c === "," && depth === 0) || c === undefined) {
      parts.push(inside.slice(start, i).trim().replace(/\s+\S+$/, ""));
      start = i + 1;
    }
  }
  return "(" + parts.join(",") + ")";
}

/** Where a row leads; "" = nowhere. */
export function hitLink(hit: Hit): string {
  if (hit.count !== undefined) return "";
  if (hit.kind === "file" || hit.kind === "line") return fileLink(hit.path, hit.line);
  if (hit.kind === "session") return link("session", hit.full_name);
  return symbolLink(cardOf(hit).slice("symbol:".length));
}

const openHit = (hit: Hit) => void (hitLink(hit) && go(hitLink(hit)));

function useFound(query: string) {
  const [found, set] = useState<(Found & { ms: number }) | null>(null);
  const [failure, fail] = useState<Failure | null>(null);
  const abort = useRef<AbortController | null>(null);
  const more = useRef(false);
  const { project: where, snapshot } = scope.value;
  useEffect(() => {
    abort.current?.abort();
    more.current = false;
    complaint.value = null;
    if (!query.trim()) {
      set(null);
      fail(null);
      status.value = [];
      return;
    }
    const mine = (abort.current = new AbortController());
    get<Found>("/api/find", { q: query, limit: page, project: where, snapshot }, mine.signal).then(
      (answer: Answer<Found>) => {
        if (mine.signal.aborted) return;
        set({ ...answer.body, ms: answer.ms });
        fail(null);
        names.value = [...new Set(answer.body.rows.map((row) => row.name))].filter((name) => name && !/\s/.test(name)).slice(0, 40);
        performance.mark("results");
      },
      (error: Error) => {
        if (error.name === "AbortError" || mine.signal.aborted) return;
        const failed = error instanceof Failure ? error : new Failure(0, error.message);
        if (failed.status === 400) complaint.value = placeOf(query, failed);
        else fail(failed);
      },
    );
    return () => mine.abort();
  }, [query, where, snapshot]);

  const next = () => {
    if (!found?.cursor || more.current) return;
    more.current = true;
    get<Found>("/api/find", { q: query, limit: 500, cursor: found.cursor, project: where, snapshot }, abort.current?.signal).then(
      (answer) => {
        more.current = false;
        // The same array grows: copying 100,000 rows for each page of them would stop the scrolling.
        set((before) => {
          before?.rows.push(...answer.body.rows);
          return before && { ...before, cursor: answer.body.cursor, total: answer.body.total, exact: answer.body.exact, returned: before.rows.length };
        });
      },
      () => (more.current = false),
    );
  };
  return { found, failure, next };
}

function Kinds({ found, query }: { found: Found; query: string }) {
  const only = /(?:^|\s)kind:(\S+)/.exec(query)?.[1] ?? "";
  // What is listed first, then what else the words are found in.
  const most = (kinds: Record<string, number>) => Object.entries(kinds).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  const counts = [...most(found.kinds), ...most(found.other_kinds).filter(([kind]) => !(kind in found.kinds))];
  if (counts.length < 1) return null;
  const without = query.replace(/(?:^|\s)kind:\S+/g, "").trim();
  return (
    <div class="room-bar" role="group" aria-label="Kinds">
      {only && <button class="chip" onClick={() => go(changed({ q: without }))}>Every kind</button>}
      {counts.map(([kind, count]) => (
        <button key={kind} class="chip" aria-pressed={only === kind} onClick={() => go(changed({ q: only === kind ? without : `${without} kind:${kind}`.trim() }))}>
          <Kind of={kind} />{kind} <b>{number(count)}{!found.exact && count >= 500 ? "+" : ""}</b>
        </button>
      ))}
    </div>
  );
}

export function Line({ hit }: { hit: Hit }) {
  if (hit.count !== undefined) return <><span class="main">{hit.value || "(none)"}</span><span class="end number">{number(hit.count)}</span></>;
  const isLine = hit.kind === "line";
  const own = hit.kind === "method" || hit.kind === "constructor" || hit.kind === "field" || hit.kind === "property" || hit.kind === "event";
  return (
    <>
      <Kind of={hit.kind} />
      <span class="hidden">{hit.kind} </span>
      <span class="main">{isLine ? hit.signature.trim() : hit.full_name || hit.name}</span>
      {!isLine && hit.signature && <span class="side code">{own ? hit.signature : hit.signature}</span>}
      <span class="end" title={hit.path}>{isLine ? `${hit.path}:${hit.line}` : hit.kind === "file" ? hit.project : hit.module}</span>
    </>
  );
}

function Begin() {
  const examples: [string, string][] = [["player health", "words in names and signatures"], ["kind:type base:MonoBehaviour", "types by their base"], ["kind:field name:health", "fields by name"],
    ["calls:ApplyDamage", "who calls a method"], ["writes:_health", "who assigns a field"], ["kind:line return", "lines of the stored sources"], ["kind:session", "what agents did"]];
  return (
    <Empty title="What are you looking for?">
      <p>Type any part of a name above. Fields narrow it down; they are offered as you type.</p>
      <ul>{examples.map(([query, says]) => <li key={query}><a href={link("search", "", { q: query, project: project.value })}><code>{query}</code></a> <span class="dim">{says}</span></li>)}</ul>
    </Empty>
  );
}

export function Search() {
  const query = address.value.params.get("q") ?? "";
  const { found, failure, next } = useFound(query);
  const [chosen, choose] = useState(-1);
  const timer = useRef(0);
  const rows = found?.rows ?? [];
  useEffect(() => choose(-1), [query]);
  // The inspector follows the list; without a choice it previews the first row once typing rests.
  useEffect(() => {
    clearTimeout(timer.current);
    const hit = rows[Math.max(0, chosen)];
    if (!hit || hit.count !== undefined || (chosen < 0 && innerWidth < 900)) return;
    timer.current = window.setTimeout(() => select(cardOf(hit)), chosen < 0 ? 250 : 60);
    return () => clearTimeout(timer.current);
  }, [chosen, found?.rows[0]?.full_name, query]);
  useEffect(() => {
    results.enter = () => {
      choose(0);
      document.querySelector<HTMLElement>('[role="listbox"][aria-label="Results"]')?.focus();
    };
    results.open = () => rows[Math.max(0, chosen)] && openHit(rows[Math.max(0, chosen)]!);
    return () => {
      results.enter = results.open = () => {};
    };
  });
  useEffect(() => {
    if (!found) return;
    const ids = found.snapshots.map((id) => snapshots.value.find((one) => one.id === id)).filter((one) => one !== undefined);
    status.value = [`${number(rows.length)} of ${number(found.total)}${found.exact ? "" : " or more"}`, `${Math.round(found.ms)} ms`,
      ids.length > 3 ? `${ids.length} snapshots` : ids.map((one) => `snapshot ${one.id}${one.isLatest ? " (newest)" : ""}`).join(", "), ...(found.stale ? ["files changed since import, or not the newest"] : [])];
  }, [found, snapshots.value]);

  if (failure) return <Failed failure={failure} again={() => location.reload()} />;
  if (!query.trim()) return <Begin />;
  if (!found) return null;
  return (
    <>
      <Kinds found={found} query={query} />
      {rows.length === 0 ? (
        <Empty title="Nothing matches">
          <p>{found.total === 0 && scope.value.project ? <>Nothing in project {scope.value.project}. <a href={changed({ project: null })}>Look in every project</a>.</> : "Fewer words find more. A part of a name is enough, and case does not matter."}</p>
          {[...(found.notes ?? []), ...(found.hints ?? [])].map((text) => <p key={text} class="said">{text}</p>)}
          {Object.keys(found.other_kinds).length > 0 && <p>There is something of another kind above.</p>}
        </Empty>
      ) : (
        <Rows count={rows.length} label="Results" chosen={chosen} onChoose={choose} onOpen={(index) => openHit(rows[index]!)} onEnd={next} href={(index) => hitLink(rows[index]!)} row={(index) => <Line hit={rows[index]!} />} />
      )}
    </>
  );
}
