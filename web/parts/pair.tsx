// Two snapshots: which they are is the address (/compare/A..B, /impact/A..B).
import { address, go, link, type Room } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { at, project, snapshotNamed, snapshots, type Snapshot } from "../state/store";
import { saveCsv, saveDrawn } from "./save";
import { ago, counted, number } from "./text";

/** The two that the address names, else the two newest of a project. */
export function pairOf(): [Snapshot, Snapshot] | null {
  const [before, after] = address.value.about.split("..").map((name) => snapshotNamed(name));
  if (before && after) return [before, after];
  const all = snapshots.value.filter((one) => !project.value || one.project === project.value);
  for (const newest of [...all].reverse()) {
    if (at.value && String(newest.id) !== at.value) continue;
    const older = all.filter((one) => one.project === newest.project && one.id < newest.id).at(-1);
    if (older) return [older, newest];
  }
  return null;
}

export function Pair({ room, pair }: { room: Room; pair: [Snapshot, Snapshot] | null }) {
  const choose = (before: string, after: string) => go(link(room, `${before}..${after}`, { project: project.value }));
  const option = (one: Snapshot) => <option key={one.id} value={String(one.id)}>{one.id} {one.project}{one.label ? " " + one.label : ""} · {ago(one.importedAt)}</option>;
  const [before, after] = [String(pair?.[0].id ?? ""), String(pair?.[1].id ?? "")];
  return (
    <div class="bar grow">
      <label class="bar">Before <select value={before} onChange={(event) => choose(event.currentTarget.value, after)}>{!pair && <option value="" />}{snapshots.value.map(option)}</select></label>
      <label class="bar">after <select value={after} onChange={(event) => choose(before, event.currentTarget.value)}>{!pair && <option value="" />}{snapshots.value.map(option)}</select></label>
      <button onClick={() => choose(after, before)} disabled={!pair} title="The other way round" aria-label="Swap">⇄</button>
    </div>
  );
}

interface Step { one: Snapshot; before: Snapshot | undefined; counts: Record<string, number> | null }

const said = ({ added = 0, removed = 0, changed = 0, moved = 0 }: Record<string, number>) =>
  [added && `+${number(added)}`, removed && `−${number(removed)}`, changed && `~${number(changed)}`, moved && `→${number(moved)}`].filter(Boolean).join(" ") || "nothing";
const named = (one: Snapshot) => one.id + (one.label ? " " + one.label : "");

// The line as one picture.
function Line({ rows, pair }: { rows: Step[]; pair: [Snapshot, Snapshot] }) {
  const step = 150;
  return (
    <svg width={rows.length * step + 16} height="64">
      <line x1="16" x2={rows.length * step} y1="16" y2="16" style={{ stroke: "var(--line)", strokeWidth: "2px" }} />
      {rows.map(({ one, counts }, i) => (
        <g key={one.id}>
          <circle cx={16 + i * step} cy="16" r="6" style={{ stroke: "var(--line-strong)", fill: one.id > pair[0].id && one.id <= pair[1].id ? "var(--accent)" : "var(--ground)" }} />
          <text x={10 + i * step} y="40">{named(one)}</text>
          <text x={10 + i * step} y="56" class="dimmed">{counts ? said(counts) : ""}</text>
        </g>
      ))}
    </svg>
  );
}

/** A line of a project's snapshots, each with what it changed of the one before. */
export function Timeline({ pair, room }: { pair: [Snapshot, Snapshot]; room: Room }) {
  const all = snapshots.value.filter((one) => one.project === pair[1].project).slice(-12);
  const steps = useLoad(async (signal) => Promise.all(all.map(async (one, i): Promise<Step> => {
    const before = all[i - 1];
    const found = before && (await get<{ counts: Record<string, number> }>("/api/diff", { before: before.id, after: one.id, symbols: true, maxResults: 1 }, signal).catch(() => null));
    return { one, before, counts: found?.body.counts ?? null };
  })), [all.map((one) => one.id).join()]);
  if (all.length < 2) return null;
  const rows: Step[] = steps.data ?? all.map((one, i) => ({ one, before: all[i - 1], counts: null }));
  return (
    <div class="snapshots">
      <ol aria-label="Snapshots of the project">
        {rows.map(({ one, before, counts }) => (
          <li key={one.id} class={one.id > pair[0].id && one.id <= pair[1].id ? "inside" : ""}>
            {before ? <a href={link(room, `${before.id}..${one.id}`, { project: project.value })} title={`${one.importedAt}; against snapshot ${before.id}`}>{named(one)}</a> : <span>{named(one)}</span>}
            <span class="dim" title={counts ? Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ") : undefined}>{counts ? said(counts) : before ? "…" : one.files ? counted(one.files, "file") : counted(one.members, "member")}</span>
          </li>
        ))}
      </ol>
      <button class="plain" onClick={() => saveDrawn(`snapshots of ${pair[1].project}`, <Line rows={rows} pair={pair} />)}>SVG</button>
      <button class="plain" onClick={() => saveCsv(`snapshots of ${pair[1].project}`, ["id", "label", "importedAt", "added", "removed", "changed", "moved"], rows.map(({ one, counts }) => [one.id, one.label, one.importedAt, counts?.added, counts?.removed, counts?.changed, counts?.moved]))}>CSV</button>
    </div>
  );
}
