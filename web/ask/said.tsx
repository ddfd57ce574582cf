// A conversation drawn from its record: what the person said, the model's text, a line for each call, edits with undo,
// the answer with its findings.
import { Prose } from "../parts/prose";
import { duration } from "../parts/text";
import { Findings } from "../sessions/findings";
import { OneEdit } from "../sessions/edits";
import { Raw, Script } from "../sessions/event";
import { inputOf, isReversal, lineOf, resultOf, text, type Body, type Event } from "../sessions/data";
import { settings } from "../server/settings";

/** A reply without its actions, which are shown as calls. */
export const withoutActions = (reply: string) => reply.replace(/^ACTION:[\s\S]*$/m, "").trim();

function Call({ event }: { event: Event }) {
  const input = (event.body.input ?? {}) as Body;
  return (
    <details class="call">
      <summary><code>{event.tool}</code><span class="clip grow dim">{event.tool === "run_auto_tool" ? "script" : inputOf(event.body)}</span><span class={event.body.ok === false ? "tag bad" : "tag"}>{resultOf(event).slice(0, 80)}</span>{event.ms !== undefined && event.ms >= 0 && <span class="dim nowrap">{duration(event.ms)}</span>}</summary>
      <div class="stack">{event.tool === "run_auto_tool" ? <Script event={event} debug={settings.value.debugMode} /> : <><h2>Input</h2><Raw body={input} /><h2>Output</h2><Raw body={event.body.result} /></>}</div>
    </details>
  );
}

// What the program tells the model of a reply stands in the record as the person's: in an automation everything after
// the question, in a chat what begins so.
function isCorrection(event: Event, events: Event[], automation: boolean): boolean {
  return automation ? events.some((one) => one.kind === "message" && one.seq < event.seq) : /^Your (answer|reply) /.test(text(event.body, "text"));
}

function isJsonAnswer(reply: string): boolean {
  return /^\s*(```json)?\s*\{/.test(reply);
}

export function Said({ id, events, undone, again }: { id: string; events: Event[]; undone: number[]; again: () => void }) {
  const mode = text(events.find((one) => one.kind === "started")?.body ?? {}, "mode");
  const automation = mode === "automation";
  return (
    <>
      {events.map((event) => {
        const { body } = event;
        if (event.kind === "message" && text(body, "role") === "user" && isCorrection(event, events, automation))
          return <details key={event.seq} class="call"><summary><span class="dim">The answer was sent back to be corrected</span></summary><div><pre class="listing wrap">{text(body, "text")}</pre></div></details>;
        if (event.kind === "message" && text(body, "role") === "user") return <div key={event.seq} class="mine">{text(body, "text").replace(/\n\nThe user has selected [\s\S]*$/, "")}</div>;
        if (event.kind === "model_settled") {
          if (body.error) return <p key={event.seq} class="said bad">{text(body, "error")}</p>;
          const reply = withoutActions(text((body.message ?? {}) as Body, "text"));
          return reply && !(automation && isJsonAnswer(reply)) ? <Prose key={event.seq} text={reply} /> : null;
        }
        if (event.kind === "tool_settled" && event.tool !== "resolve_findings") return <Call key={event.seq} event={event} />;
        if (isReversal(event, events)) return <p key={event.seq} class="dim">Took back an edit of {text(body, "path")}</p>;
        if (event.kind === "edit") return <OneEdit key={event.seq} id={id} event={event} undone={undone.includes(event.seq)} again={again} />;
        if (event.kind === "permission" && text(body, "by") === "user") return <p key={event.seq} class="dim">{text(body, "decision") === "allowed" || body.allowed === true || text(body, "decision") === "allow" ? "Allowed" : "Denied"}: {text(body, "capability")} {event.tool}</p>;
        if (event.kind === "progress" && body.event !== "summary") return <p key={event.seq} class={body.event === "warning" ? "said warn" : "dim"}>{lineOf(event)}</p>;
        if (event.kind === "started" && event.seq > 1) return <p key={event.seq} class="dim">Mode: {text(body, "mode")}{body.auto === true && ", auto-tools"}</p>;
        if (event.kind === "answer") return <section key={event.seq} class="answer stack" aria-label="Answer"><p>{text(body, "summary")}</p><Findings findings={event.findings ?? []} /><details><summary>As strict JSON</summary><Raw body={body} /></details></section>;
        if (event.kind === "ended" && text(body, "status") !== "done") return <p key={event.seq} class="said warn">{text(body, "status")}: {text(body, "reason")}</p>;
        return null;
      })}
    </>
  );
}
