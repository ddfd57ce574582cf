// A treemap of what a node holds: area by members, lines or bytes, colour by what changed since the snapshot before. The
// node and what its areas mean are in the address.
import { hierarchy, treemap, type HierarchyRectangularNode } from "d3-hierarchy";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveCsv, saveSvg } from "../parts/save";
import { Of } from "../parts/states";
import { number } from "../parts/text";
import { address, changed, go } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { leadsTo, nodeLink, snapshots } from "./links";
import { areasOf, nameOf, sizesIn, type Area } from "./sizes";
import { below, type Node } from "./tree";

const under = 84; // pixels of the status line and of what tells the same as a table
interface Tile { node: Node; value: number; changed: number }

async function tiles(of: Node, area: Area, signal: AbortSignal): Promise<Tile[]> {
  const [nodes, sizes, names] = await Promise.all([below(of, signal), sizesIn(of, area, signal), changes(of.snapshot, signal)]);
  return nodes.filter((one) => of.kind !== "project" || one.count > 0).slice(0, 300).map((one) => ({
    node: one, value: Math.max(1, sizes.get(one.kind === "module" ? one.module : one.key) ?? (area === "bytes" ? 0 : one.size || one.count)), changed: names.filter((name) => name === one.key || name.startsWith(one.key + ".") || name.startsWith(one.key + "/") || (one.kind === "module" && name.startsWith(one.name))).length }));
}

// The nodes from a root down to the one that the address names; as far as there are such nodes.
async function descend(roots: Node[], to: string, signal: AbortSignal): Promise<Node[]> {
  const path: Node[] = [];
  for (let nodes = roots; ; nodes = await below(path.at(-1)!, signal)) {
    const next = nodes.find((one) => to === one.id || to.startsWith(one.id + "\t"));
    if (!next) return path;
    path.push(next);
    if (next.id === to) return path;
  }
}

// Names of what the snapshot before does not have so; none when there is none.
async function changes(snapshot: number, signal: AbortSignal): Promise<string[]> {
  const own = snapshots.value.find((one) => one.id === snapshot);
  const before = snapshots.value.filter((one) => one.project === own?.project && one.id < snapshot).at(-1);
  if (!before) return [];
  const found = await get<{ hits: { path?: string; name?: string; fullName?: string }[] }>("/api/diff", { before: before.id, after: snapshot, symbols: true, maxResults: 500 }, signal).catch(() => null);
  return (found?.body.hits ?? []).map((hit) => hit.fullName || hit.name || hit.path || "");
}

export function Treemap({ roots }: { roots: Node[] }) {
  const to = address.value.params.get("in") ?? "";
  const within = useLoad((signal) => descend(roots, to, signal), [to, roots.map((one) => one.id).join()]);
  return <Of loaded={within} what="Measuring">{(path) => <Shown roots={roots} path={path} />}</Of>;
}

function Shown({ roots, path }: { roots: Node[]; path: Node[] }) {
  const [box, setBox] = useState({ width: 800, height: 480 });
  const outer = useRef<HTMLDivElement>(null), picture = useRef<SVGSVGElement>(null);
  const here = path.at(-1) ?? (roots.length === 1 ? roots[0]! : null);
  const areas = here ? areasOf(here) : [];
  const area = areas.find((one) => one === address.value.params.get("area")) ?? areas[0] ?? "members";
  const loaded = useLoad((signal) => (here ? tiles(here, area, signal) : Promise.resolve(roots.map((node): Tile => ({ node, value: Math.max(1, node.count), changed: 0 })))), [here?.id, area, roots.map((one) => one.id).join()]);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setBox({ width: Math.max(240, Math.floor(entry.contentRect.width) - 2), height: Math.max(240, Math.floor(innerHeight - outer.current!.getBoundingClientRect().top - under)) }));
    watch.observe(outer.current!);
    return () => watch.disconnect();
  }, []);
  const leads = (node: Node) => leadsTo(node) || changed({ in: node.id });
  const steps = path[0] && roots.length === 1 ? path.slice(1) : path;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Treemap"><div class="page stack" style={{ maxWidth: "none" }}>
      <div class="bar">
        <nav aria-label="Where" class="bar grow" style={{ minWidth: "160px" }}>
          <a class="button plain" href={changed({ in: null })}>{roots.length === 1 ? roots[0]!.name : "Every project"}</a>
          {steps.map((one) => <a key={one.id} class="button plain" href={changed({ in: one.id })} aria-current={one === here ? "page" : undefined}>› {one.name}</a>)}
        </nav>
        {here && areas.length > 1 ? <label class="bar">Area <select value={area} onChange={(event) => go(changed({ area: event.currentTarget.value }), true)}>{areas.map((one) => <option key={one} value={one}>{nameOf(one, here)}</option>)}</select></label> : <span class="tag">area: members or files</span>}
        {loaded.data?.some((one) => one.changed > 0) ? <span class="tag warn">changed since the snapshot before</span> : <span class="dim">no change to show</span>}
        <button onClick={() => picture.current && saveSvg("treemap", picture.current)}>Save SVG</button>
        <button onClick={() => loaded.data && saveCsv("treemap", ["kind", "name", "size", "changed"], loaded.data.map((one) => [one.node.kind, one.node.name, one.value, one.changed]))}>Save CSV</button>
      </div>
      <div ref={outer} style={{ width: "100%" }}>
        <Of loaded={loaded} what="Measuring">{(all) => {
          const root = treemap<{ children?: Tile[]; value?: number }>().size([box.width, box.height]).paddingInner(2)(
            hierarchy<{ children?: Tile[]; value?: number }>({ children: all } as never, (one) => one.children as never).sum((one) => one.value ?? 0).sort((a, b) => (b.value ?? 0) - (a.value ?? 0)));
          return (
            <>
              <div class="picture">
                <svg ref={picture} width={box.width} height={box.height} role="group" aria-label="Treemap">
                  {(root.leaves() as unknown as HierarchyRectangularNode<Tile>[]).filter((leaf) => leaf.data.node).map((leaf) => {
                    const { node, value, changed } = leaf.data, w = leaf.x1 - leaf.x0, h = leaf.y1 - leaf.y0;
                    return (
                      <g key={node.id} transform={`translate(${leaf.x0},${leaf.y0})`}><a href={leads(node)} aria-label={w > 46 && h > 18 ? undefined : `${node.name} ${number(value)}`}>
                        <rect width={Math.max(0, w)} height={Math.max(0, h)} stroke-width="0.5" style={{ fill: changed ? "var(--warn-soft)" : "var(--sunk)", stroke: changed ? "var(--warn)" : "var(--line-strong)" }}><title>{`${node.kind} ${node.name}: ${number(value)}${changed ? `, ${changed} changed` : ""}`}</title></rect>
                        {w > 46 && h > 18 && <text x="5" y="14">{node.name.length * 6.500 > w - 10 ? node.name.slice(0, Math.max(1, Math.floor((w - 16) / 6.500))) + "…" : node.name}</text>}
                        {w > 46 && h > 34 && <text x="5" y="28" class="dimmed">{number(value)}</text>}
                      </a></g>
                    );
                  })}
                </svg>
              </div>
              <details><summary>The same as a table</summary>
                <table><thead><tr><th>Kind</th><th>Name</th><th class="number">Size</th><th class="number">Changed</th></tr></thead>
                  <tbody>{all.map((one) => <tr key={one.node.id}><td>{one.node.kind}</td><td><a href={nodeLink(one.node)}>{one.node.name}</a></td><td class="number">{number(one.value)}</td><td class="number">{one.changed || ""}</td></tr>)}</tbody></table>
              </details>
            </>
          );
        }}</Of>
      </div>
    </div></div>
  );
}
