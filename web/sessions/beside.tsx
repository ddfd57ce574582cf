// Two sessions side by side: what they share, and where they part.
import { Of } from "../parts/states";
import { counted } from "../parts/text";
import { link } from "../state/address";
import { useLoad } from "../state/load";
import { nameOf } from "./event";
import { lineOf, record, type Event } from "./data";

export function Beside({ left, right }: { left: string; right: string }) {
  const loaded = useLoad((signal) => Promise.all([record(left, signal), record(right, signal)]), [left, right]);
  return <Of loaded={loaded}>{([a, b]) => {
    let alike = 0;
    while (alike < Math.min(a.events.length, b.events.length) && a.events[alike]!.kind === b.events[alike]!.kind && JSON.stringify(a.events[alike]!.body) === JSON.stringify(b.events[alike]!.body)) ++alike;
    const cell = (event: Event | undefined) => event ? <><b>{nameOf(event)}</b> {event.tool && <code>{event.tool}</code>} {lineOf(event).slice(0, 400)}</> : "";
    return (
      <div class="scroll" tabIndex={0} role="region" aria-label="Side by side"><div class="page stack" style={{ maxWidth: "none" }}>
        <h1>Two sessions</h1>
        <p>{counted(alike, "event")} alike{alike === a.events.length && alike === b.events.length ? "; they do not differ." : `; they part at event ${alike + 1}.`}</p>
        <table><thead><tr><th>Event</th><th><a href={link("session", a.id)}>{a.id}</a> {a.title}</th><th><a href={link("session", b.id)}>{b.id}</a> {b.title}</th></tr></thead>
          <tbody>{Array.from({ length: Math.max(a.events.length, b.events.length) - alike }, (_, i) => i + alike).slice(0, 500).map((i) => <tr key={i}><td class="number">{i + 1}</td><td>{cell(a.events[i])}</td><td>{cell(b.events[i])}</td></tr>)}</tbody></table>
      </div></div>
    );
  }}</Of>;
}
