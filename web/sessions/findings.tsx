// What an answer reported: rows that open symbols; those that the store does not have are marked.
import { Kind } from "../parts/kind";
import { link } from "../state/address";
import { project, select, symbolLink } from "../state/store";
import type { Finding } from "./data";

export function Findings({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return <p class="dim">It reported no symbol.</p>;
  return (
    <ul class="findings" aria-label="Findings">
      {findings.map((one, i) => (
        <li key={i}>
          <a class="item" href={one.verified ? symbolLink(one.key || one.full_name) : link("search", "", { q: one.full_name, project: project.value })}
             onClick={(event) => { if (one.verified && innerWidth >= 900 && !event.metaKey && !event.ctrlKey && event.detail > 0) { event.preventDefault(); select("symbol:" + (one.key || one.full_name), false); } }}>
            <Kind of={one.kind} /><span class="main">{one.full_name}</span>
            {!one.verified && <span class="tag warn">unverified</span>}
            <span class={"tag " + (one.importance === "high" ? "accent" : "")}>{one.importance}</span>
            <span class="side">{one.module}</span>
          </a>
          {one.notes && <p class="finding-note">{one.notes}</p>}
        </li>
      ))}
    </ul>
  );
}
