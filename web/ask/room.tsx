// Ask: one question with an answer that is checked (automation), or a conversation in mode Ask or Agent. The answer
// streams, every call is a line, edits can be undone, permissions are asked for, Stop stops.
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { Empty } from "../parts/states";
import { counted } from "../parts/text";
import { address, go, link } from "../state/address";
import { Failure, get, online, post } from "../state/api";
import { about, at, keep, kept, mayWrite, project, selected, status, tellTabs } from "../state/store";
import { settings, SettingsPanel } from "../server/settings";
import { text as textOf } from "../sessions/data";
import { Permission } from "./permission";
import { Said, withoutActions } from "./said";
import { useTalk } from "./talk";

type Mode = "automation" | "ask" | "agent";
const modes: [Mode, string, string][] = [["automation", "Automation", "one question, lookups, one checked answer"], ["ask", "Ask", "a conversation; no file is read or changed"], ["agent", "Agent", "the model may read and edit files"]];

export function Ask() {
  const { about: id, params } = address.value;
  const talk = useTalk(id);
  const [mode, setMode] = useState<Mode>((params.get("mode") as Mode) || (kept("ask.mode") as Mode) || "automation");
  const [model, setModel] = useState(kept("ask.model"));
  const [root, setRoot] = useState(kept("ask.root"));
  const [edits, setEdits] = useState(kept("ask.edits") || "allow");
  const [auto, setAuto] = useState<boolean | null>(null); // as the settings say
  const [text, setText] = useState(params.get("text") ?? kept("ask.draft." + id));
  const [failure, fail] = useState("");
  const [panel, setPanel] = useState(false);
  const [sending, send] = useState(false);
  const [undone, setUndone] = useState<number[]>([]);
  const bottom = useRef<HTMLDivElement>(null);
  const started = talk.events.findLast((one) => one.kind === "started");
  const talkMode = started ? (textOf(started.body, "mode") as Mode) : mode;
  const chosen = params.get("about") || (selected.value.startsWith("symbol:") ? selected.value.slice(7) : "");
  const [withChosen, setWithChosen] = useState(true);
  useEffect(() => setText(params.get("text") ?? kept("ask.draft." + id)), [id]);
  useEffect(() => {
    if (id) void fetchUndone(id).then(setUndone, () => {});
  }, [id, talk.events.length]);
  useEffect(() => {
    bottom.current?.scrollIntoView({ block: "end" });
  }, [talk.events.length, talk.live.text.length > 0, talk.live.calling]);
  useEffect(() => {
    status.value = id ? [counted(talk.events.length, "event"), talk.live.running ? "answering" : "ready", talk.open ? "live" : "reconnecting"] : [];
  }, [talk]);
  const draft = (value: string) => {
    setText(value);
    keep("ask.draft." + id, value);
  };

  const automatic = settings.value.mayAuto && (auto ?? settings.value.enableAutoTools);
  const submit = async (event?: Event0) => {
    event?.preventDefault();
    if (!text.trim() || sending) return;
    send(true);
    fail("");
    try {
      const said = text.trim();
      if (id && talkMode !== "automation") {
        await post("/api/chat/say", { id, text: said });
        draft("");
      } else if (mode === "automation") {
        const { body } = await post<{ session: string }>("/api/ask", { question: said, about: withChosen && chosen ? chosen : undefined, project: project.value, snapshot: at.value, model: known(model) });
        draft("");
        go(link("ask", body.session, { project: project.value, sel: selected.value }));
      } else {
        const permit = edits === "allow" ? "" : `write=${edits}`;
        const { body } = await post<{ session: string }>("/api/chat", { mode, model: known(model), project: project.value, root: folder || undefined, snapshot: at.value || undefined, permit, autoTools: automatic });
        const whole = withChosen && chosen ? `${said}\n\n(About ${chosen}.)` : said;
        await post("/api/chat/say", { id: body.session, text: whole });
        draft("");
        go(link("ask", body.session, { project: project.value, sel: selected.value }));
      }
      tellTabs();
    } catch (error) {
      fail((error as Failure).message);
    }
    send(false);
  };
  const folder = about.value?.roots.includes(root) ? root : "";
  const known = (name: string) => (about.value?.models.includes(name) ? name : undefined);
  const change = async (next: Mode) => {
    if (id && talkMode !== "automation" && next !== "automation") await post("/api/chat/mode", { id, mode: next }).catch((error: Error) => fail(error.message));
    else {
      setMode(next);
      keep("ask.mode", next);
      if (id) go(link("ask", "", { project: project.value }));
    }
  };
  const rootOf = started ? textOf(started.body, "root") : "";
  const begun = talk.events.length > 0;
  const finished = id !== "" && talkMode === "automation";
  return (
    <>
      <div class="room-bar">
        <div class="bar" role="group" aria-label="Mode">{modes.map(([key, name, says]) => <button key={key} aria-pressed={talkMode === key} title={says} disabled={talk.live.running} onClick={() => void change(key)}>{name}</button>)}</div>
        {started && talkMode !== "automation"
          ? <button aria-pressed={started.body.auto === true} disabled={talk.live.running || !settings.value.mayAuto} title="The model gets one tool, which runs scripts that search and call the others" onClick={() => void post("/api/chat/tools", { id, autoTools: started.body.auto !== true }).catch((error: Error) => fail(error.message))}>Auto-Tools</button>
          : automatic && talkMode !== "automation" && <span class="tag accent">Auto-Tools</span>}
        <span class="grow" />
        {id && <a class="button" href={link("session", id)}>Record</a>}
        {id && <a class="button" href={link("ask", "", { project: project.value })}>New</a>}
        <button onClick={() => setPanel(true)}>Settings</button>
      </div>
      <div class="talk" tabIndex={0} role="log" aria-label="Conversation"><div class="page">
        {!id && <Empty title="Ask about the program">
          <p>{modes.find(([key]) => key === mode)?.[2]}. What you select in another room can be given along.</p>
          <ul>{["Where are the attack power and health values of the player?", "Who changes the health of an enemy, and when?", "What happens when the game is saved?"].map((one) => <li key={one}><button class="plain" onClick={() => draft(one)}>{one}</button></li>)}</ul>
        </Empty>}
        {id && !talk.known && <Empty title={`No session begins with ${id}`}><p><a href={link("session")}>Every session</a></p></Empty>}
        {begun && <Said id={id} events={talk.events} undone={undone} again={() => void fetchUndone(id).then(setUndone)} />}
        {talk.live.text && !/^\s*\{/.test(talk.live.text) && <p class="prose" style={{ whiteSpace: "pre-wrap" }}>{withoutActions(talk.live.text)}</p>}
        {talk.live.running && <p class="dim" role="status">{talk.live.calling ? `calling ${talk.live.calling}…` : "the model is answering…"}</p>}
        {talk.live.problem && <p class="said bad" role="alert">{talk.live.problem}</p>}
        {id && !talk.open && talk.known && begun && <p class="said warn" role="status">Reconnecting; nothing is lost.</p>}
        <div ref={bottom} />
      </div></div>
      <div class="compose"><form onSubmit={(event) => void submit(event)}>
        {!mayWrite.value && about.value && <p class="said warn">{about.value.readOnly ? "This server only reads: nothing can be asked." : "The server does not answer."}</p>}
        {failure && <p class="said bad" role="alert">{failure}</p>}
        <label><span class="hidden">{talkMode === "automation" ? "Question" : "Message"}</span>
          <textarea rows={2} id="question" value={text} disabled={!online.value && !text} placeholder={finished ? "Another question begins another session" : talkMode === "automation" ? "A question about the program" : "A message"} onInput={(event) => draft(event.currentTarget.value)}
                    onKeyDown={(event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit(event as unknown as Event0); }} /></label>
        <div class="bar">
          {!id || finished ? <>
            <label><span class="hidden">Model</span><select value={known(model) ?? about.value?.models[0] ?? ""} onChange={(event) => { setModel(event.currentTarget.value); keep("ask.model", event.currentTarget.value); }}>{(about.value?.models ?? []).map((one) => <option key={one} value={one}>{one}</option>)}</select></label>
            {mode !== "automation" && <label><span class="hidden">Files</span><select value={folder} onChange={(event) => { setRoot(event.currentTarget.value); keep("ask.root", event.currentTarget.value); }}><option value="">files of the snapshot</option>{(about.value?.roots ?? []).map((one) => <option key={one} value={one}>{one}</option>)}</select></label>}
            {mode === "agent" && <label><span class="hidden">Edits</span><select value={edits} onChange={(event) => { setEdits(event.currentTarget.value); keep("ask.edits", event.currentTarget.value); }}><option value="allow">edits allowed</option><option value="ask">ask for each edit</option><option value="deny">no edits</option></select></label>}
            {mode !== "automation" && <label class="check" title="The model gets one tool, which runs scripts that search and call the others"><input type="checkbox" disabled={!settings.value.mayAuto} checked={automatic} onChange={(event) => setAuto(event.currentTarget.checked)} />Auto-Tools</label>}
            {chosen && <label class="check" title={chosen}><input type="checkbox" checked={withChosen} onChange={(event) => setWithChosen(event.currentTarget.checked)} /><span class="clip" style={{ maxWidth: "260px" }}>with {chosen}</span></label>}
          </> : <span class="dim clip">{started && textOf(started.body, "model")}{rootOf && ` on ${rootOf}`}</span>}
          <span class="grow" />
          {talk.live.running ? <button type="button" onClick={() => void post("/api/session/stop", { id }).catch(() => {})}>Stop</button>
            : <button class="main" disabled={!text.trim() || sending || !mayWrite.value} title="Ctrl Enter">{talkMode === "automation" ? "Ask" : "Send"}</button>}
        </div>
      </form></div>
      {talk.live.question && <Permission key={talk.live.question.id} session={id} question={talk.live.question} root={rootOf} />}
      {panel && <Dialog title="Settings" onClose={() => setPanel(false)}><SettingsPanel /><div class="bar"><button data-first onClick={() => setPanel(false)}>Close</button></div></Dialog>}
    </>
  );
}

type Event0 = { preventDefault: () => void };

async function fetchUndone(id: string): Promise<number[]> {
  return (await get<{ undone: number[] }>("/api/session", { id, limit: 1 })).body.undone;
}
