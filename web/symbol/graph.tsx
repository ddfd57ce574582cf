// The neighbourhood of a symbol: who uses it on the left, what it uses on the right. A click on a node's mark grows
// it; at most 60 nodes. The same content stands below as a list.
import dagre from "@dagrejs/dagre";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveCsv, saveSvg } from "../parts/save";
import { Failed, Waiting } from "../parts/states";
import { shortName } from "../parts/text";
import { Failure } from "../state/api";
import { address, changed, go } from "../state/address";
import { scope, symbolLink } from "../state/store";
import { references } from "./data";

interface Net { nodes: string[]; edges: { from: string; to: string; kind: string }[]; grown: string[]; cut: boolean }
const most = 60, firstMost = 14;

async function grow(net: Net, key: string, signal: AbortSignal): Promise<Net> {
  const [into, out] = await Promise.all([references(key, false, signal), references(key, true, signal)]);
  const nodes = new Set(net.nodes).add(key), edges = new Map(net.edges.map((one) => [one.from + "\n" + one.to, one]));
  let cut = net.cut;
  const add = (from: string, to: string, kind: string, other: string, taken: { count: number }) => {
    if (!from || !to || from === to) return;
    if (!nodes.has(other)) {
      if (nodes.size >= most || taken.count >= firstMost) {
        cut = true;
        return;
      }
      ++taken.count;
      nodes.add(other);
    }
    const id = from + "\n" + to;
    if (!edges.has(id)) edges.set(id, { from, to, kind });
  };
  const left = { count: 0 }, right = { count: 0 };
  for (const hit of into.body.hits) add(hit.source || hit.sourceType, key, hit.kind, hit.source || hit.sourceType, left);
  for (const hit of out.body.hits) if (hit.kind !== "type" && hit.kind !== "attribute") add(key, hit.target, hit.kind, hit.target, right);
  return { nodes: [...nodes], edges: [...edges.values()], grown: [...net.grown, key], cut };
}

const width = 190, height = 30;
function laidOut(net: Net) {
  const graph = new dagre.graphlib.Graph({ multigraph: false });
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 70, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of net.nodes) graph.setNode(node, { width, height });
  for (const edge of net.edges) graph.setEdge(edge.from, edge.to);
  dagre.layout(graph);
  return graph;
}

const fit = (text: string, length: number) => (text.length > length ? text.slice(0, length - 1) + "…" : text);

export function Graph({ of }: { of: string }) {
  const [net, set] = useState<Net | null>(null);
  const [failure, fail] = useState<Failure | null>(null);
  const picture = useRef<SVGSVGElement>(null);
  const abort = useRef(new AbortController());
  // What was grown is in the address, one symbol a line.
  const grown = (address.value.params.get("grown") ?? "").split("\n").filter((key) => key !== "");
  const extend = (key: string) => go(changed({ grown: [...grown, key].join("\n") }), true);
  const began = useRef("");
  useEffect(() => {
    const about = [of, scope.value.project, scope.value.snapshot].join("\n");
    const again = began.current !== about;
    began.current = about;
    const mine = (abort.current = new AbortController());
    void (async () => {
      let drawn = again || !net ? await grow({ nodes: [], edges: [], grown: [], cut: false }, of, mine.signal) : net;
      if (again) set(drawn);
      for (const key of grown) if (!drawn.grown.includes(key) && drawn.nodes.includes(key)) set((drawn = await grow(drawn, key, mine.signal)));
    })().catch((error: Error) => error.name !== "AbortError" && fail(error as Failure));
    return () => mine.abort();
  }, [of, scope.value.project, scope.value.snapshot, grown.join("\n")]);
  if (failure) return <Failed failure={failure} />;
  if (!net) return <Waiting what="Drawing" />;
  const graph = laidOut(net);
  const size = graph.graph() as { width: number; height: number };
  const path = (points: { x: number; y: number }[]) => points.map((point, i) => `${i ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("");
  const rows = net.edges.map((edge) => [edge.from, edge.kind, edge.to]);
  return (
    <div class="stack" style={{ marginTop: "12px" }}>
      <div class="bar">
        <span class="dim grow">{net.nodes.length} symbols, {net.edges.length} relations{net.cut ? "; more are not drawn: the list of references has all" : ""}</span>
        <button onClick={() => saveSvg("graph of " + shortName(of), picture.current!)}>Save SVG</button>
        <button onClick={() => saveCsv("relations of " + shortName(of), ["from", "kind", "to"], rows)}>Save CSV</button>
      </div>
      <div class="picture" tabIndex={0} role="region" aria-label="Graph" style={{ maxHeight: "520px" }}>
        <svg ref={picture} width={size.width} height={size.height} role="group" aria-label={`What uses ${of}, and what it uses`}>
          <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" style={{ fill: "var(--line-strong)" }} /></marker></defs>
          {net.edges.map((edge) => {
            const points = (graph.edge(edge.from, edge.to) as { points: { x: number; y: number }[] }).points;
            return <path key={edge.from + edge.to} d={path(points)} style={{ fill: "none", stroke: "var(--line-strong)" }} marker-end="url(#tip)"><title>{`${edge.from} ${edge.kind} ${edge.to}`}</title></path>;
          })}
          {net.nodes.map((node) => {
            const { x, y } = graph.node(node) as { x: number; y: number };
            const own = node === of, done = net.grown.includes(node) || net.nodes.length >= most;
            return (
              <g key={node} transform={`translate(${(x - width / 2).toFixed(1)},${(y - height / 2).toFixed(1)})`}>
                <a href={symbolLink(node, { tab: "graph" })}>
                  <rect width={width} height={height} rx="4" style={{ fill: own ? "var(--chosen)" : "var(--raised)", stroke: own ? "var(--accent)" : "var(--line-strong)" }}><title>{node}</title></rect>
                  <text x="8" y="13">{fit(shortName(node), 26)}</text>
                  <text x="8" y="25" class="dimmed" style={{ fontSize: "9px" }}>{fit(node.replace(/\(.*/, "").split(".").slice(0, -1).join("."), 27)}</text>
                </a>
                {!done && <g role="button" tabIndex={0} aria-label={"Grow " + node} style={{ cursor: "pointer" }} onClick={() => extend(node)} onKeyDown={(event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); extend(node); } }}>
                  <circle cx={width - 12} cy={height / 2} r="8" style={{ fill: "var(--ground)", stroke: "var(--line-strong)" }} /><path d={`M${width - 15} ${height / 2}h6m-3 -3v6`} style={{ stroke: "var(--ink)" }} /></g>}
              </g>
            );
          })}
        </svg>
      </div>
      <details><summary>The same as a table</summary>
        <table><thead><tr><th>From</th><th>Relation</th><th>To</th></tr></thead><tbody>{rows.map(([from, kind, to], i) => <tr key={i}><td class="code"><a href={symbolLink(from!)}>{from}</a></td><td>{kind}</td><td class="code"><a href={symbolLink(to!)}>{to}</a></td></tr>)}</tbody></table>
      </details>
    </div>
  );
}
