// An event, opened: what a person wants of its kind, and its body as it was recorded.
import { Diff } from "../parts/diff";
import { Prose } from "../parts/prose";
import { duration } from "../parts/text";
import { amount, inputOf, lineOf, resultOf, text, type Body, type Event } from "./data";
import { Findings } from "./findings";

const names: Record<string, string> = { started: "Began", setup: "Set up", message: "Message", model_asked: "Model asked", model_settled: "Model", permission: "Permission", tool_asked: "Call", tool_settled: "Result", edit: "Edit", summary: "Summary", progress: "Script", answer: "Answer", ended: "Ended" };
export const nameOf = (event: Event) => (event.kind === "message" && text(event.body, "role") ? `Message of ${text(event.body, "role")}` : names[event.kind] ?? event.kind);

export const Raw = ({ body }: { body: unknown }) => <pre class="listing wrap" tabIndex={0} style={{ maxHeight: "360px", overflow: "auto" }}>{JSON.stringify(body, null, 2)}</pre>;

/** A script of auto-tools: its code, what it called, its logs. */
export function Script({ event, debug }: { event: Event; debug: boolean }) {
  const result = (event.body.result ?? {}) as Body;
  const called = (result.called as { name: string; ok: boolean; ms: number }[] | undefined) ?? [];
  const searched = (result.searched as { query: string; found: string[] }[] | undefined) ?? [];
  const logs = (result.logs as unknown[] | undefined) ?? [];
  return (
    <div class="stack">
      <p class="dim">{searched.map((one) => `searched “${one.query}” (${one.found.length})`).concat(called.map((one) => `${one.name}${one.ok ? "" : " failed"} ${duration(one.ms)}`)).join(" → ") || "no calls"}</p>
      {debug && <><h3>Code</h3><pre class="listing" tabIndex={0}>{text((event.body.input ?? {}) as Body, "code")}</pre></>}
      {debug && logs.length > 0 && <><h3>Logs</h3><pre class="listing wrap">{logs.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")}</pre></>}
      {text(result, "error") && <p class="said bad">{text(result, "error")}</p>}
      <details open={!debug}><summary>Result</summary><Raw body={result.result} /></details>
    </div>
  );
}

// A reply is prose, or what a program reads.
function Reply({ said }: { said: string }) {
  try {
    const value: unknown = JSON.parse(said);
    if (typeof value === "object" && value !== null) return <Raw body={value} />;
  } catch {
    // prose
  }
  return <Prose text={said} />;
}

export function EventCard({ event }: { event: Event }) {
  const { body } = event;
  return (
    <div class="stack">
      <div class="bar"><h2>{nameOf(event)}</h2>{event.tool && <code>{event.tool}</code>}{event.ms !== undefined && event.ms >= 0 && <span class="tag">{duration(event.ms)}</span>}<span class="dim" title={event.at}>{new Date(event.at).toLocaleTimeString()}</span></div>
      {event.kind === "message" && <Prose text={text(body, "text")} />}
      {event.kind === "model_settled" && (body.error ? <p class="said bad">{text(body, "error")}</p> : <>
        <Reply said={text((body.message ?? {}) as Body, "text")} />
        {((body.message as Body | undefined)?.calls as Body[] | undefined)?.map((call, i) => <p key={i}><code>{text(call, "tool")}</code> {inputOf(call)}</p>)}
        {amount(body, "tokens_in") >= 0 && <p class="dim">{amount(body, "tokens_in")} tokens in, {amount(body, "tokens_out")} out</p>}</>)}
      {event.kind === "edit" && <Diff text={text(body, "diff")} label={"Edit of " + text(body, "path")} />}
      {event.kind === "answer" && <><p>{text(body, "summary")}</p><Findings findings={event.findings ?? []} /></>}
      {event.kind === "tool_settled" && (event.tool === "run_auto_tool" ? <Script event={event} debug /> : <p>{resultOf(event)}</p>)}
      {["permission", "ended", "started", "setup", "tool_asked", "model_asked", "summary", "progress"].includes(event.kind) && <p>{lineOf(event)}</p>}
      <details><summary>As recorded: event {event.seq}</summary><Raw body={body} /></details>
    </div>
  );
}
