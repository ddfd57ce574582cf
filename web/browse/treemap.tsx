// A treemap of what a node holds: area by members or lines, colour by what changed since the snapshot before.
import { hierarchy, treemap, type HierarchyRectangularNode } from "d3-hierarchy";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveCsv, saveSvg } from "../parts/save";
import { Of } from "../parts/states";
import { number } from "../parts/text";
import { go } from "../state/address";
import { get, sql } from "../state/api";
import { useLoad } from "../state/load";
import { fileLink, nodeLink, snapshots, symbolLink } from "./links";
import { below, type Node } from "./tree";

interface Tile { node: Node; value: number; changed: number }

async function tiles(of: Node, signal: AbortSignal): Promise<Tile[]> {
  const nodes = await below(of, signal);
  const sizes = new Map<string, number>();
  if (of.kind === "module" || of.kind === "namespace") {
    const by = of.kind === "module" ? "t.namespace" : "t.full_name";
    const found = await sql(`SELECT ${by}, count(m.name) + count(DISTINCT t.full_name) FROM types t LEFT JOIN members m ON m.snapshot = t.snapshot AND m.module = t.module AND m.type = t.full_name WHERE t.snapshot = :s AND t.module = :m${of.kind === "namespace" ? " AND t.namespace = :n" : ""} GROUP BY 1`,
      of.kind === "namespace" ? { s: of.snapshot, m: of.module, n: of.space } : { s: of.snapshot, m: of.module }, signal).catch(() => null);
    for (const [key, size] of found?.rows ?? []) sizes.set(String(key), Number(size));
  }
  const names = await changes(of.snapshot, signal);
  return nodes.filter((one) => of.kind !== "project" || one.count > 0).slice(0, 300).map((one) => ({
    node: one, value: Math.max(1, sizes.get(one.key) ?? (one.size || one.count)), changed: names.filter((name) => name === one.key || name.startsWith(one.key + ".") || name.startsWith(one.key + "/") || (one.kind === "module" && name.startsWith(one.name))).length }));
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
  const [path, setPath] = useState<Node[]>([]);
  const [box, setBox] = useState({ width: 800, height: 480 });
  const outer = useRef<HTMLDivElement>(null), picture = useRef<SVGSVGElement>(null);
  const here = path.at(-1) ?? (roots.length === 1 ? roots[0]! : null);
  const loaded = useLoad((signal) => (here ? tiles(here, signal) : Promise.resolve(roots.map((node): Tile => ({ node, value: Math.max(1, node.count), changed: 0 })))), [here?.id, roots.map((one) => one.id).join()]);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setBox({ width: Math.max(240, Math.floor(entry.contentRect.width)), height: Math.max(240, Math.floor(innerHeight * 0.6)) }));
    watch.observe(outer.current!);
    return () => watch.disconnect();
  }, []);
  const enter = (tile: Tile) => {
    if (tile.node.kind === "file") go(fileLink(tile.node.key));
    else if (tile.node.type) go(symbolLink(tile.node.key));
    else setPath([...path, tile.node]);
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Treemap"><div class="page stack" style={{ maxWidth: "none" }}>
      <div class="bar">
        <nav aria-label="Where" class="bar grow">
          <button class="plain" onClick={() => setPath([])}>{roots.length === 1 ? roots[0]!.name : "Every project"}</button>
          {path.map((one, i) => <button key={one.id} class="plain" onClick={() => setPath(path.slice(0, i + 1))}>› {one.name}</button>)}
        </nav>
        <span class="tag">area: {!here ? "members or files" : loaded.data?.some((one) => one.node.size > 0) ? "lines" : here.kind === "project" ? "types" : "members"}</span>{loaded.data?.some((one) => one.changed > 0) ? <span class="tag warn">changed since the snapshot before</span> : <span class="dim">no change to show</span>}
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
                      <g key={node.id} transform={`translate(${leaf.x0},${leaf.y0})`} role="button" tabIndex={0} aria-label={w > 46 && h > 18 ? undefined : `${node.name} ${number(value)}`} style={{ cursor: "pointer" }}
                         onClick={() => enter(leaf.data)} onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), enter(leaf.data))}>
                        <rect width={Math.max(0, w)} height={Math.max(0, h)} style={{ fill: changed ? "var(--warn-soft)" : "var(--sunk)", stroke: changed ? "var(--warn)" : "var(--line)" }}><title>{`${node.kind} ${node.name}: ${number(value)}${changed ? `, ${changed} changed` : ""}`}</title></rect>
                        {w > 46 && h > 18 && <text x="5" y="14">{node.name.length * 6.500 > w - 10 ? node.name.slice(0, Math.max(1, Math.floor((w - 16) / 6.500))) + "…" : node.name}</text>}
                        {w > 46 && h > 34 && <text x="5" y="28" class="dimmed">{number(value)}</text>}
                      </g>
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
