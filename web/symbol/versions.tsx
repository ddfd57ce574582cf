// A symbol through its snapshots, and the sessions that looked at it.
import { Of } from "../parts/states";
import { ago } from "../parts/text";
import { link } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { project, snapshots, symbolLink } from "../state/store";
import type { Card } from "./data";

interface Cited { session: string; seq: number; how: string; importance?: string; verified?: boolean; notes?: string; events?: number; title: string }

export function Versions({ of }: { of: string }) {
  const newest = snapshots.value.filter((one) => !project.value || one.project === project.value).slice(-30);
  const states = useLoad(async (signal) => {
    const cards = await Promise.all(newest.map((one) => get<Card>("/api/show", { identifier: of, snapshot: one.id }, signal).then((answer) => answer.body, () => null)));
    let before = "";
    return newest.map((one, i) => {
      const card = cards[i] ?? null;
      const has = card?.status === "ok" ? JSON.stringify([card.signature, card.modifiers, card.baseType, card.attributes, card.value, card.literals, card.il]) : "";
      const says = !has ? (before ? "removed" : "not there") : !before ? "first seen" : before === has ? "as before" : "changed";
      before = has;
      return { one, says, signature: card?.signature ?? "" };
    }).reverse();
  }, [of, newest.map((one) => one.id).join()]);
  const cited = useLoad((signal) => get<Cited[]>("/api/session/cited", { symbol: of }, signal), [of]);
  return (
    <>
      <section class="group"><h2>Snapshots</h2>
        <Of loaded={states}>{(rows) => (
          <table><thead><tr><th>Snapshot</th><th>Imported</th><th>State</th><th>Signature</th></tr></thead><tbody>{rows.map(({ one, says, signature }) => (
            <tr key={one.id}><td><a href={symbolLink(of, { at: one.id, project: one.project })}>{one.id} {one.label}</a> <span class="dim">{one.project}</span></td><td title={one.importedAt} class="nowrap">{ago(one.importedAt)}</td>
              <td><span class={"tag " + (says === "changed" ? "warn" : says === "removed" ? "bad" : says === "first seen" ? "good" : "")}>{says}</span></td><td class="code">{signature}</td></tr>
          ))}</tbody></table>
        )}</Of>
      </section>
      <section class="group"><h2>Sessions</h2>
        <Of loaded={cited}>{(answer) => answer.body.length === 0 ? <p class="dim">No session looked at it or reported it.</p> : (
          <ul>{answer.body.map((one, i) => (
            <li key={i} class="item"><a class="main" href={link("session", one.session, {}, String(one.seq))}>{one.session}</a><span class="clip">{one.title}</span><span class="tag">{one.how}</span>{one.notes && <span class="dim">{one.notes}</span>}</li>
          ))}</ul>
        )}</Of>
      </section>
    </>
  );
}
