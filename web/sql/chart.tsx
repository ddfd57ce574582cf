// A bar, line or scatter chart of a result: the first column of texts names the points, a column of numbers is their
// value. Drawn as SVG, because it is saved as SVG and read by people who do not see it; a canvas is neither.
import { scale } from "./scale";
import { useEffect, useRef, useState } from "preact/hooks";
import { saveCsv, saveSvg } from "../parts/save";
import { Empty } from "../parts/states";
import { number } from "../parts/text";
import type { SqlResult } from "../state/api";

type Kind = "bar" | "line" | "scatter";
const height = 320, left = 64, top = 12;

export function Chart({ result }: { result: SqlResult }) {
  const numeric = result.columns.map((_, i) => i).filter((i) => result.rows.some((row) => typeof row[i] === "number"));
  const texts = result.columns.map((_, i) => i).filter((i) => result.rows.some((row) => typeof row[i] === "string"));
  const [kind, setKind] = useState<Kind>("bar");
  const [x, setX] = useState(texts[0] ?? 0);
  const [y, setY] = useState(numeric.find((i) => i !== (texts[0] ?? 0)) ?? numeric[0] ?? -1);
  const [width, setWidth] = useState(800);
  const outer = useRef<HTMLDivElement>(null), picture = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(280, Math.floor(entry.contentRect.width) - 2)));
    watch.observe(outer.current!);
    return () => watch.disconnect();
  }, []);
  if (y < 0) return <Empty title="Nothing to draw"><p>A chart needs a column of numbers.</p></Empty>;
  const rows = result.rows.slice(0, kind === "bar" ? 60 : 1000);
  const values = rows.map((row) => Number(row[y]) || 0);
  const inner = width - left - 12;
  const xs = rows.map((row) => Number(row[x]));
  const alongNumbers = kind !== "bar" && numeric.includes(x);
  const low = Math.min(...xs), span = Math.max(...xs) - low || 1;
  const step = inner / Math.max(1, rows.length);
  const across = (i: number) => left + (alongNumbers ? ((xs[i]! - low) / span) * inner : step * (i + 0.500));
  const every = Math.max(1, Math.ceil(16 / step));
  const label = (i: number) => String(rows[i]![x] ?? "null");
  const short = (i: number) => (label(i).length > 18 ? "…" + label(i).slice(-17) : label(i));
  // Side by side where there is room, else slanted.
  const level = alongNumbers || rows.every((_, i) => short(i).length * 7 < step * every - 8);
  const bottom = level ? 28 : 76;
  const { ticks, place } = scale(Math.min(0, ...values), Math.max(0, ...values), height - bottom, top);
  return (
    <div class="stack" ref={outer}>
      <div class="bar">
        <label class="bar">Chart <select value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}><option value="bar">bars</option><option value="line">line</option><option value="scatter">points</option></select></label>
        <label class="bar">of <select value={y} onChange={(event) => setY(Number(event.currentTarget.value))}>{numeric.map((i) => <option key={i} value={i}>{result.columns[i]}</option>)}</select></label>
        <label class="bar">by <select value={x} onChange={(event) => setX(Number(event.currentTarget.value))}>{result.columns.map((name, i) => <option key={i} value={i}>{name}</option>)}</select></label>
        <span class="grow" />
        <button onClick={() => saveSvg("chart", picture.current!)}>Save SVG</button>
        <button onClick={() => saveCsv("chart", result.columns, result.rows)}>Save CSV</button>
      </div>
      <div class="picture">
        <svg ref={picture} width={width} height={height} role="img" aria-label={`${result.columns[y]} by ${result.columns[x]}; the table has the same values`}>
          {ticks.map((tick) => <g key={tick}><line x1={left} x2={width - 12} y1={place(tick)} y2={place(tick)} style={{ stroke: "var(--line)" }} /><text class="dimmed" x={left - 6} y={place(tick) + 4} text-anchor="end">{number(tick)}</text></g>)}
          {kind === "line" && <path d={rows.map((_, i) => `${i ? "L" : "M"}${across(i)} ${place(values[i]!)}`).join("")} style={{ fill: "none", stroke: "var(--series-1)", strokeWidth: 1.500 }} />}
          {rows.map((_, i) => kind === "bar"
            ? <rect key={i} x={across(i) - Math.min(step * 0.400, 20)} width={Math.min(step * 0.800, 40)} y={Math.min(place(0), place(values[i]!))} height={Math.abs(place(0) - place(values[i]!))} style={{ fill: "var(--series-1)" }}><title>{`${label(i)}: ${number(values[i]!)}`}</title></rect>
            : <circle key={i} cx={across(i)} cy={place(values[i]!)} r="3" style={{ fill: "var(--series-1)" }}><title>{`${label(i)}: ${number(values[i]!)}`}</title></circle>)}
          {!alongNumbers && rows.map((_, i) => i % every === 0 && <text key={i} transform={`translate(${across(i) + (level ? 0 : 3)},${height - bottom + (level ? 16 : 12)}) rotate(${level ? 0 : -35})`} text-anchor={level ? "middle" : "end"}>{short(i)}</text>)}
          {alongNumbers && [low, low + span / 2, low + span].map((value) => <text key={value} x={left + ((value - low) / span) * inner} y={height - bottom + 16} text-anchor="middle">{number(Math.round(value * 100) / 100)}</text>)}
        </svg>
      </div>
    </div>
  );
}
