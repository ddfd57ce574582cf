// Sessions, the newest first, and a search through what was said and done in them.
import { useEffect, useState } from "preact/hooks";
import { Rows } from "../parts/rows";
import { Empty, Of } from "../parts/states";
import { ago, counted, number } from "../parts/text";
import { address, changed, go, link } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { status } from "../state/store";
import { lineOf, type Event, type Session } from "./data";

interface Found { session: string; seq: number; kind: string; tool: string; at: string; body: Event["body"] }

function Searched({ words }: { words: string }) {
  const loaded = useLoad((signal) => get<Found[]>("/api/sessions/search", { q: words }, signal), [words]);
  return <Of loaded={loaded} what="Searching">{({ body }) => body.length === 0 ? <Empty title="Nothing was said so"><p>Every word must be in the same event.</p></Empty> : (
    <ul class="page">{body.map((one, i) => (
      <li key={i}><a class="item" href={link("session", one.session, {}, String(one.seq))}><code>{one.session}</code><span class="tag">{one.kind}</span><span class="clip grow">{lineOf(one as unknown as Event)}</span><span class="side nowrap" title={one.at}>{ago(one.at)}</span></a></li>
    ))}</ul>
  )}</Of>;
}

const tone = (one: Session) => (one.running ? "accent" : one.status === "failed" ? "bad" : one.status === "stopped" ? "warn" : one.status === "done" ? "good" : "");

export function SessionList() {
  const words = address.value.params.get("q") ?? "";
  const [typed, setTyped] = useState(words);
  const [chosen, choose] = useState(-1);
  const [marked, mark] = useState<string[]>([]);
  const loaded = useLoad((signal) => get<Session[]>("/api/sessions", {}, signal), []);
  const rows = loaded.data?.body ?? [];
  const toggle = (id: string) => mark((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2)));
  useEffect(() => {
    status.value = [counted(rows.length, "session")];
  }, [rows.length]);
  return (
    <>
      <form class="room-bar" role="search" aria-label="Sessions" onSubmit={(event) => { event.preventDefault(); go(changed({ q: typed })); }}>
        <h1>Sessions</h1>
        <label class="grow" style={{ maxWidth: "480px" }}><span class="hidden">Search sessions</span><input style={{ width: "100%" }} placeholder="Words that were said or looked up" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} /></label>
        <button>Search</button>
        {words && <button type="button" onClick={() => { setTyped(""); go(changed({ q: null })); }}>All</button>}
        {!words && rows.length > 1 && <button type="button" disabled={chosen < 0} title="The one that the arrow keys are on; two can be seen side by side" onClick={() => toggle(rows[chosen]!.id)}>Mark</button>}
        {marked.length === 2 && <a class="button" href={link("session", marked.join(".."))}>Side by side</a>}
      </form>
      {words ? <div class="scroll"><Searched words={words} /></div> : (
        <Of loaded={loaded}>{() => rows.length === 0 ? <Empty title="No sessions yet"><p>Everything that an agent does is recorded here: <a href={link("ask")}>ask something</a>, run <code>dossier ask</code>, or bring the transcripts of other programs with <code>dossier sessions import</code>.</p></Empty> : (
          <Rows count={rows.length} label="Sessions" height={44} chosen={chosen} onChoose={choose} onClick={(index) => go(link("session", rows[index]!.id))} onOpen={(index) => go(link("session", rows[index]!.id))} href={(index) => link("session", rows[index]!.id)} row={(index) => {
            const one = rows[index]!;
            return (
              <>
                {marked.includes(one.id) && <span class="tag accent">marked</span>}
                <span class="session-title"><b>{one.title || "(untitled)"}</b><span class="dim"><code>{one.id}</code> · {one.mode} · {one.model}{one.parent ? ` · from ${one.parent}` : ""}</span></span>
                <span class={"tag " + tone(one)}>{one.running ? "running" : one.status || "open"}</span>
                <span class="end number">{counted(one.turns, "turn")}{one.tokensIn >= 0 && ` · ${number(one.tokensIn + Math.max(0, one.tokensOut))} tokens`}<br /><span title={one.startedAt}>{ago(one.startedAt)}</span></span>
              </>
            );
          }} />
        )}</Of>
      )}
    </>
  );
}
