// Compare: what was added, removed, changed and moved between two snapshots, as a tree with counts, and the texts side
// by side.
import { useEffect, useState } from "preact/hooks";
import { Kind } from "../parts/kind";
import { Pair, pairOf, Timeline } from "../parts/pair";
import { saveCsv } from "../parts/save";
import { Empty, Of } from "../parts/states";
import { counted, number } from "../parts/text";
import { address, changed, go } from "../state/address";
import { useLoad } from "../state/load";
import { status, type Snapshot } from "../state/store";
import { Beside } from "./beside";
import { difference, grouped, whats, type Change, type What } from "./data";

function Tree({ rows, chosen }: { rows: Change[]; chosen: string }) {
  const groups = grouped(rows);
  const [closed, close] = useState<Set<string>>(new Set());
  const toggle = (name: string) => close((before) => { const next = new Set(before); next.delete(name) || next.add(name); return next; });
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.name}>
          <button class="plain item" style={{ width: "100%", justifyContent: "flex-start" }} aria-expanded={!closed.has(group.name)} onClick={() => toggle(group.name)}>
            <span aria-hidden="true">{closed.has(group.name) ? "▸" : "▾"}</span><span class="main clip">{group.name}</span><span class="side">{number(group.rows.length)}</span>
          </button>
          {!closed.has(group.name) && <ul>{group.rows.map((row, i) => {
            const id = row.change + row.name;
            return (
              <li key={i}><a class="item" href={changed({ one: id })} aria-current={id === chosen ? "true" : undefined} style={{ paddingLeft: "24px" }}>
                <Kind of={row.kind} /><span class="main">{row.kind === "file" ? row.name.slice(row.name.lastIndexOf("/") + 1) : row.name.startsWith(group.name + ".") ? row.name.slice(group.name.length + 1) : row.name}</span>
                <span class={"tag " + whats.find(([what]) => what === row.change)?.[1]} style={{ marginLeft: "auto" }}>{row.change}</span></a></li>
            );
          })}</ul>}
        </li>
      ))}
    </ul>
  );
}

function Shown({ pair }: { pair: [Snapshot, Snapshot] }) {
  const [before, after] = pair;
  const loaded = useLoad((signal) => difference(before.id, after.id, signal), [before.id, after.id]);
  const only = (address.value.params.get("only") ?? "") as What | "";
  const chosen = address.value.params.get("one") ?? "";
  useEffect(() => {
    const counts = loaded.data?.body.counts;
    if (counts) status.value = [...whats.map(([what]) => `${counts[what]} ${what}`), `${Math.round(loaded.data!.ms)} ms`];
  }, [loaded.data]);
  return (
    <Of loaded={loaded} what="Comparing">{({ body, truncated }) => {
      const rows = only ? body.hits.filter((row) => row.change === only) : body.hits;
      const row = body.hits.find((one) => one.change + one.name === chosen);
      if (body.hits.length === 0) return <Empty title="They are alike"><p>Snapshot {before.id} and snapshot {after.id} hold the same files and symbols.</p></Empty>;
      return (
        <div class={row ? "split" : "split closed"}>
          <div class="scroll" tabIndex={0} role="region" aria-label="Differences" style={{ padding: "8px" }}>
            <div class="bar" role="group" aria-label="Only" style={{ padding: "0 4px 8px" }}>
              {whats.map(([what]) => <button key={what} class="chip" aria-pressed={only === what} onClick={() => go(changed({ only: only === what ? null : what }), true)}>{what} <b>{number(body.counts[what] ?? 0)}</b></button>)}
              <button class="chip" onClick={() => saveCsv(`changes ${before.id}..${after.id}`, ["change", "kind", "name", "from", "path"], body.hits.map((one) => [one.change, one.kind, one.name, one.from, one.path]))}>CSV</button>
            </div>
            {truncated && <p class="said warn">The first {counted(body.hits.length, "difference")}; <code>changed:{before.id}..{after.id}</code> in Search pages through all.</p>}
            <Tree rows={rows} chosen={chosen} />
          </div>
          <div class="scroll" tabIndex={0} role="region" aria-label="Side by side" style={{ padding: "12px 16px" }}>
            {row ? <Beside key={chosen} row={row} before={before} after={after} /> : <p class="dim">Choose what to see side by side.</p>}
          </div>
        </div>
      );
    }}</Of>
  );
}

export function Compare() {
  const pair = pairOf();
  return (
    <>
      <div class="room-bar"><Pair room="compare" pair={pair} /></div>
      {pair && <Timeline pair={pair} room="compare" />}
      {pair ? <Shown key={pair[0].id + ".." + pair[1].id} pair={pair} /> : <Empty title="There is nothing to compare yet"><p>Import another version of a project: each import is a snapshot, and two of them can be compared.</p></Empty>}
    </>
  );
}
