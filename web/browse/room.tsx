// Browse: the tree from projects to members, or of files, and a treemap of what a node holds.
import { useEffect, useState } from "preact/hooks";
import { Kind } from "../parts/kind";
import { lazily } from "../parts/lazily";
import { Empty, Failed } from "../parts/states";
import { Rows } from "../parts/rows";
import { counted, number } from "../parts/text";
import { address, changed, go } from "../state/address";
import { Failure } from "../state/api";
import { at, fileLink, loaded, project, select, snapshots, status, symbolLink } from "../state/store";
import { leadsTo } from "./links";
import { below, roots, type Node } from "./tree";

const Treemap = lazily(() => import("./treemap").then((part) => part.Treemap));
// What was opened stays open, also when another room was between or the page was loaded again.
const kept = new Map<string, Node[]>();
const open = new Set<string>();
const before = new Set<string>(JSON.parse(sessionStorage.getItem("browse.open") || "[]") as string[]);

function flat(nodes: Node[], depth = 0, out: { node: Node; depth: number }[] = []) {
  for (const one of nodes) {
    out.push({ node: one, depth });
    if (open.has(one.id)) flat(kept.get(one.id) ?? [], depth + 1, out);
  }
  return out;
}

export function Browse() {
  const [, draw] = useState(0);
  const [failure, fail] = useState<Failure | null>(null);
  const [chosen, choose] = useState(-1);
  const tops = roots(project.value);
  const view = address.value.params.get("view") ?? "tree";
  const toggle = async (one: Node, want = !open.has(one.id)) => {
    if (one.leaf) return;
    if (!want) open.delete(one.id);
    else {
      if (!kept.has(one.id)) {
        try {
          kept.set(one.id, await below(one));
        } catch (error) {
          fail(error as Failure);
        }
      }
      open.add(one.id);
      // What was open within it before the page was loaded again is opened with it.
      for (const inner of kept.get(one.id) ?? []) if (before.delete(inner.id)) void toggle(inner, true);
    }
    sessionStorage.setItem("browse.open", JSON.stringify([...open, ...before].slice(0, 500)));
    draw((n) => n + 1);
  };
  useEffect(() => {
    const [only] = tops;
    if (tops.length === 1 && only && !open.has(only.id)) void toggle(only, true);
    for (const one of tops) if (before.delete(one.id) && !open.has(one.id)) void toggle(one, true);
  }, [tops.length, at.value, snapshots.value]);
  const rows = flat(tops);
  useEffect(() => {
    status.value = [`${number(tops.length)} project${tops.length === 1 ? "" : "s"}`, `${number(rows.length)} rows`];
  }, [rows.length, tops.length]);
  const show = (index: number) => {
    choose(index);
    const one = rows[index]!.node;
    if (one.kind === "file") select("file:" + one.key);
    else if (one.type || one.leaf) select("symbol:" + one.key);
  };
  const enter = (index: number) => {
    const one = rows[index]!.node;
    if (one.kind === "file") go(fileLink(one.key));
    else if (one.leaf) go(symbolLink(one.key));
    else void toggle(one);
  };
  const onKey = (event: KeyboardEvent) => {
    const one = rows[chosen]?.node;
    if (!one) return;
    if (event.key === "ArrowRight") open.has(one.id) ? choose(Math.min(rows.length - 1, chosen + 1)) : void toggle(one, true);
    else if (event.key === "ArrowLeft" && open.has(one.id)) void toggle(one, false);
    else if (event.key === "ArrowLeft") choose(Math.max(0, rows.findLastIndex((row, i) => i < chosen && row.depth < rows[chosen]!.depth)));
    else return;
    event.preventDefault();
  };
  if (loaded.value && tops.length === 0) return <Empty title="No snapshot is chosen"><p><a href={changed({ at: null, project: null })}>Look at the newest of every project</a>.</p></Empty>;
  return (
    <>
      <div class="room-bar">
        <h1 class="grow">{at.value ? `Snapshot ${at.value}` : project.value || "Every project"}</h1>
        <div class="bar" role="group" aria-label="View">
          <button aria-pressed={view === "tree"} onClick={() => go(changed({ view: null }), true)}>Tree</button>
          <button aria-pressed={view === "map"} onClick={() => go(changed({ view: "map" }), true)}>Treemap</button>
        </div>
      </div>
      {failure && <Failed failure={failure} again={() => fail(null)} />}
      {view === "map" ? <Treemap roots={tops} /> : (
        <div class="grow" style={{ display: "flex", flexDirection: "column", minHeight: 0 }} onKeyDown={onKey}>
          <Rows count={rows.length} label="Tree" chosen={chosen} onChoose={show} onOpen={enter} href={(index) => leadsTo(rows[index]!.node)} row={(index) => {
            const { node: one, depth } = rows[index]!;
            return (
              <>
                <span style={{ width: `${depth * 16}px`, flex: "none" }} />
                {one.leaf ? <span style={{ width: "20px", flex: "none" }} /> : <span class="twist" aria-hidden="true" onClick={(event) => { event.stopPropagation(); void toggle(one); }}>{open.has(one.id) ? "▾" : "▸"}</span>}
                <Kind of={one.kind} />
                <span class="hidden">{one.kind}{one.leaf ? "" : open.has(one.id) ? ", open" : ", closed"} level {depth + 1} </span>
                <span class="main">{one.name}</span>
                <span class="end number">{one.count > 0 ? counted(one.count, one.unit) : ""}</span>
              </>
            );
          }} />
        </div>
      )}
    </>
  );
}
