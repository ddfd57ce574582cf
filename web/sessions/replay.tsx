// One session: its timeline, its events as a player shows them, what it changed, and what can be done with it.
import { useEffect, useMemo } from "preact/hooks";
import { Empty, Of } from "../parts/states";
import { ago, counted, duration } from "../parts/text";
import { address, changed, go, isPlain, link } from "../state/address";
import { useLoad } from "../state/load";
import { status } from "../state/store";
import { Checks } from "./checks";
import { Edits } from "./edits";
import { EventCard, nameOf } from "./event";
import { laneOf, lanes, lineOf, record, type Event, type Lane, type Record } from "./data";
import { Player } from "./player";
import { Timeline } from "./timeline";

function Shown({ one, again }: { one: Record; again: () => void }) {
  const only = (address.value.params.get("lane") ?? "") as Lane | "";
  const events = useMemo(() => one.events.filter((event) => !only || laneOf(event.kind) === only), [one, only]);
  const at = Number(address.value.place) || events.at(-1)?.seq || 0;
  const jump = (seq: number) => go(changed({}, String(seq)), true);
  const here: Event | undefined = events.findLast((event) => event.seq <= at) ?? events[0];
  const first = one.events[0], last = one.events.at(-1);
  useEffect(() => {
    if (first && last) status.value = [counted(one.size, "event"), duration(new Date(last.at).getTime() - new Date(first.at).getTime()), one.running ? "running" : "recorded"];
  }, [one]);
  useEffect(() => {
    // Within the list alone: the page stays where it is.
    const row = document.getElementById("event-" + here?.seq), list = row?.parentElement;
    if (!row || !list) return;
    const from = row.offsetTop - list.offsetTop;
    if (from < list.scrollTop) list.scrollTop = from;
    else if (from + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = from + row.offsetHeight - list.clientHeight;
  }, [here?.seq]);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Session"><div class="page stack" style={{ maxWidth: "none" }}>
      <div class="bar"><h1 class="grow">{one.title || one.id}</h1><span class="tag">{one.mode}</span><span class="dim">{one.model}{first && <> · <span title={first.at}>{ago(first.at)}</span></>}</span>
        {(one.mode === "agent" || one.mode === "ask" || one.running) && <a class="button" href={link("ask", one.id)}>{one.running ? "Watch" : "Go on"}</a>}</div>
      <Checks id={one.id} at={here?.seq ?? 0} jump={jump} />
      <Edits one={one} again={again} />
      <Timeline events={one.events} until={at} choose={jump} name={one.id} />
      <Player events={events} at={here?.seq ?? 0} jump={jump} />
      <div class="bar" role="group" aria-label="Filter">{lanes.map((lane) => <button key={lane} class="chip" aria-pressed={only === lane} onClick={() => go(changed({ lane: only === lane ? null : lane }), true)}>{lane} <b>{one.events.filter((event) => laneOf(event.kind) === lane).length}</b></button>)}</div>
      <div class="two-panes">
        <ol class="events" aria-label="Events">
          {events.map((event) => (
            <li key={event.seq} id={"event-" + event.seq}><a class={"event-row" + (event.seq > (here?.seq ?? 0) ? " later" : "")} href={changed({}, String(event.seq))} aria-current={event.seq === here?.seq ? "step" : undefined} onClick={(press) => { if (isPlain(press)) { press.preventDefault(); jump(event.seq); } }}>
              <span class="dim number">{event.seq}</span><span class={"lane " + laneOf(event.kind)} /><b>{nameOf(event)}</b>{event.tool && <code>{event.tool}</code>}<span class="clip grow">{lineOf(event)}</span>{event.ms !== undefined && event.ms >= 0 && <span class="dim number">{duration(event.ms)}</span>}
            </a></li>
          ))}
        </ol>
        <div aria-live="polite">{here && <EventCard key={here.seq} event={here} />}</div>
      </div>
    </div></div>
  );
}

export function Replay({ id }: { id: string }) {
  const loaded = useLoad((signal) => record(id, signal), [id]);
  return <Of loaded={loaded} what="Reading the record">{(one) => one.events.length === 0 ? <Empty title="Nothing happened in it yet" /> : <Shown one={one} again={loaded.again} />}</Of>;
}
