// Two snapshots: which they are is the address (/compare/A..B, /impact/A..B).
import { address, go, link, type Room } from "../state/address";
import { at, project, snapshotNamed, snapshots, type Snapshot } from "../state/store";
import { ago } from "./text";

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

/** A line of a project's snapshots, each with what it has more or less than the one before. */
export function Timeline({ pair, room }: { pair: [Snapshot, Snapshot]; room: Room }) {
  const all = snapshots.value.filter((one) => one.project === pair[1].project).slice(-12);
  if (all.length < 2) return null;
  const signed = (value: number) => (value > 0 ? "+" + value : value < 0 ? "−" + -value : "±0");
  const [what, size] = pair[1].files ? ["files", (one: Snapshot) => one.files] as const : ["members", (one: Snapshot) => one.members] as const;
  return (
    <ol class="snapshots" aria-label="Snapshots of the project">
      {all.map((one, i) => {
        const before = all[i - 1];
        const inside = one.id > pair[0].id && one.id <= pair[1].id;
        return (
          <li key={one.id} class={inside ? "inside" : ""}>
            {before ? <a href={link(room, `${before.id}..${one.id}`, { project: project.value })} title={one.importedAt}>{one.id}{one.label ? " " + one.label : ""}</a> : <span>{one.id}{one.label ? " " + one.label : ""}</span>}
            <span class="dim">{before ? `${signed(size(one) - size(before))} ${what}` : `${size(one)} ${what}`}</span>
          </li>
        );
      })}
    </ol>
  );
}
