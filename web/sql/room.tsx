// SQL: statements over the views, their rows as a table and as a chart, their plan, and what was saved.
import { useEffect, useRef, useState } from "preact/hooks";
import { lazily } from "../parts/lazily";
import { Empty, Waiting } from "../parts/states";
import { counted, duration, number } from "../parts/text";
import { address, changed, go } from "../state/address";
import { Failure, post, sql, type SqlResult } from "../state/api";
import { useLoad } from "../state/load";
import { keep, kept, status } from "../state/store";
import { Table } from "./table";

const Editor = lazily(() => import("./editor").then((part) => part.Editor));
const Chart = lazily(() => import("./chart").then((part) => part.Chart));

const examples: [string, string][] = [
  ["Largest types", "SELECT type, count(*) AS members FROM members WHERE is_latest GROUP BY type ORDER BY members DESC LIMIT 20"],
  ["What is called most", "SELECT target, count(*) AS calls FROM refs WHERE is_latest AND kind = 'call' GROUP BY target ORDER BY calls DESC LIMIT 20"],
  ["Kinds of members", "SELECT kind, count(*) AS members FROM members WHERE is_latest GROUP BY kind ORDER BY members DESC"],
  ["What agents called", "SELECT tool, count(*) AS calls, sum(ms) AS ms FROM tool_calls GROUP BY tool ORDER BY calls DESC"],
  ["Files by language", "SELECT language, count(*) AS files, sum(lines) AS lines FROM files WHERE is_latest GROUP BY language ORDER BY lines DESC"],
];

const nothing: Record<string, string[]> = {};

async function schemaOf(signal: AbortSignal): Promise<Record<string, string[]>> {
  const found = await sql("SELECT m.name, p.name FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'view' ORDER BY m.name, p.cid", {}, signal).catch(() => null);
  const views: Record<string, string[]> = {};
  for (const [view, column] of found?.rows ?? []) (views[String(view)] ??= []).push(String(column));
  return Object.keys(views).length ? views : { types: ["full_name"], members: ["full_name"], refs: ["target"], sessions: ["id"], snapshots: ["id"], files: ["path"] };
}

function saved(): [string, string][] {
  try {
    return JSON.parse(kept("sql.saved") || "[]") as [string, string][];
  } catch {
    return [];
  }
}

export function Sql() {
  const asked = address.value.params.get("q") ?? "";
  // A draft that holds what the address asks is what it was selected in.
  const [given, give] = useState({ text: kept("sql.draft").includes(asked) ? kept("sql.draft") : asked });
  const [text, setText] = useState(given.text);
  const [selected, setSelected] = useState("");
  const [results, set] = useState<SqlResult[] | null>(null);
  const [failure, fail] = useState("");
  const [running, run] = useState(false);
  const [own, setOwn] = useState(saved());
  const schema = useLoad(schemaOf, []);
  const abort = useRef<AbortController | null>(null);
  const { params } = address.value;
  const view = params.get("view") ?? "table";

  const execute = async (statement: string) => {
    abort.current?.abort();
    const mine = (abort.current = new AbortController());
    run(true);
    fail("");
    const start = performance.now();
    try {
      const answer = await post<{ success: boolean; results: SqlResult[] }>("/api/sql", { sql: statement }, mine.signal);
      const good = answer.body.results.filter((one) => !one.error);
      set(good);
      fail(answer.body.results.find((one) => one.error)?.error ?? "");
      const rows = good.reduce((sum, one) => sum + one.rows.length, 0);
      status.value = good.length ? [counted(rows, "row") + (good.some((one) => one.truncated) ? ", cut" : ""), duration(performance.now() - start)] : [];
    } catch (error) {
      if ((error as Error).name === "AbortError") return;
      fail((error as Failure).message);
    }
    run(false);
  };
  const put = (statement: string) => {
    give({ text: statement });
    setText(statement);
  };
  const runAndKeep = (statement: string) => {
    if (statement === asked) void execute(statement);
    else go(changed({ q: statement, sort: null, has: null, result: null }));
  };
  useEffect(() => {
    if (!asked) return;
    if (!text.includes(asked)) put(asked);
    void execute(asked);
  }, [asked]);
  // The last one, or that of the address.
  const which = Math.min(Number(params.get("result")) || results?.length || 0, results?.length ?? 0);
  const shown = results?.[which - 1];
  return (
    <div class="scroll"><div class="page stack" style={{ maxWidth: "none" }}>
      <Editor given={given} schema={schema.data ?? nothing} onChange={(next) => { setText(next); keep("sql.draft", next); }} onSelect={setSelected} onRun={runAndKeep} />
      <div class="bar">
        <button class="main" onClick={() => runAndKeep(selected.trim() ? selected : text)} disabled={!text.trim() || running}>Run</button>
        {running && <button onClick={() => { abort.current?.abort(); run(false); }}>Stop</button>}
        <button disabled={!text.trim()} onClick={() => { go(changed({ sort: null, has: null, result: null }), true); void execute("EXPLAIN QUERY PLAN " + (selected.trim() ? selected : text)); }}>Plan</button>
        <button disabled={!text.trim()} onClick={() => { const next: [string, string][] = [[text.replace(/\s+/g, " ").slice(0, 60), text], ...own.filter(([, one]) => one !== text)].slice(0, 40) as [string, string][]; keep("sql.saved", JSON.stringify(next)); setOwn(next); }}>Save</button>
        <label><span class="hidden">Saved and examples</span>
          <select value="" style={{ maxWidth: "220px" }} onChange={(event) => { const chosen = event.currentTarget.value; if (chosen) { put(chosen); runAndKeep(chosen); } }}>
            <option value="">Saved and examples…</option>
            {own.length > 0 && <optgroup label="Saved">{own.map(([name, one]) => <option key={one} value={one}>{name}</option>)}</optgroup>}
            <optgroup label="Examples">{examples.map(([name, one]) => <option key={name} value={one}>{name}</option>)}</optgroup>
          </select></label>
        <span class="grow" />
        {shown && shown.rows.length > 0 && <div class="bar" role="group" aria-label="View">
          <button aria-pressed={view === "table"} onClick={() => go(changed({ view: null }), true)}>Table</button>
          <button aria-pressed={view === "chart"} onClick={() => go(changed({ view: "chart" }), true)}>Chart</button></div>}
      </div>
      {failure && <p class="said bad code" role="alert">{failure}</p>}
      {running && !results && <Waiting what="Running" />}
      {!results && !running && !failure && <Empty title="Ask the database"><p>The views are {Object.keys(schema.data ?? {}).map((name, i) => <>{i > 0 && ", "}<code key={name}>{name}</code></>)}. A statement reads and never writes; it gets a second and 1,000 rows.</p></Empty>}
      {results && results.length > 1 && <label class="bar">Result
        <select value={which} onChange={(event) => go(changed({ result: event.currentTarget.value, sort: null, has: null }), true)}>
          {results.map((one, i) => <option key={i} value={i + 1}>{`${i + 1} of ${number(results.length)}: ${counted(one.rows.length, "row")} of ${one.columns.slice(0, 4).join(", ")}${one.columns.length > 4 ? ", …" : ""}`}</option>)}
        </select></label>}
      {shown && (view === "chart" && shown.rows.length > 0 ? <Chart key={`${which} ${shown.columns.join()}`} result={shown} /> : <Table key={`${which} ${shown.columns.join()}`} result={shown} />)}
    </div></div>
  );
}
