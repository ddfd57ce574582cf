// The timeline of a session: a lane each for the model, tools, edits and permissions. Width is time, height tokens.
import { useEffect, useRef, useState } from "preact/hooks";
import { saveCsv, saveSvg } from "../parts/save";
import { duration, number } from "../parts/text";
import { amount, laneOf, lanes, lineOf, type Event } from "./data";

const laneHeight = 34, left = 84, top = 4;
const colour = { model: "--series-1", tools: "--series-3", edits: "--series-2", permissions: "--series-4" } as const;

export function Timeline({ events, until, choose, name }: { events: Event[]; until: number; choose: (seq: number) => void; name: string }) {
  const outer = useRef<HTMLDivElement>(null), picture = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(280, Math.floor(entry.contentRect.width) - 2)));
    watch.observe(outer.current!);
    return () => watch.disconnect();
  }, []);
  const shown = events.filter((one) => one.kind !== "setup" && one.kind !== "model_asked" && one.kind !== "tool_asked");
  const begin = new Date(events[0]?.at ?? 0).getTime();
  const end = Math.max(begin + 1, ...events.map((one) => new Date(one.at).getTime()));
  const across = (time: number) => left + ((time - begin) / (end - begin)) * (width - left - 16);
  const tokens = (one: Event) => Math.max(0, amount(one.body, "tokens_in")) + Math.max(0, amount(one.body, "tokens_out"));
  const most = Math.max(1, ...shown.map(tokens));
  const blocks = shown.map((one) => {
    const at = new Date(one.at).getTime(), ms = Math.max(0, one.ms ?? 0), lane = laneOf(one.kind);
    const from = across(at - ms), to = across(at);
    const height = lane === "model" && tokens(one) > 0 ? 8 + (tokens(one) / most) * (laneHeight - 14) : 16;
    return { one, lane, x: Math.max(left, from), width: Math.max(5, to - from), height };
  });
  const height = top + lanes.length * laneHeight + 20;
  return (
    <div ref={outer} class="stack">
      <div class="picture">
        <svg ref={picture} width={width} height={height} role="group" aria-label="Timeline">
          {lanes.map((lane, i) => <g key={lane}><text x="8" y={top + i * laneHeight + 21}>{lane}</text><line x1={left} x2={width - 16} y1={top + (i + 1) * laneHeight} y2={top + (i + 1) * laneHeight} style={{ stroke: "var(--line)" }} /></g>)}
          {blocks.map(({ one, lane, x, width: wide, height: high }) => {
            const row = lanes.indexOf(lane), past = one.seq <= until;
            return <rect key={one.seq} x={x} y={top + row * laneHeight + (laneHeight - high) - 3} width={wide} height={high} rx="2" style={{ fill: `var(${colour[lane]})`, opacity: past ? 1 : 0.300, cursor: "pointer" }} onClick={() => choose(one.seq)}><title>{`${one.seq} ${one.kind} ${lineOf(one).slice(0, 200)}${one.ms !== undefined && one.ms >= 0 ? " · " + duration(one.ms) : ""}${tokens(one) ? ` · ${number(tokens(one))} tokens` : ""}`}</title></rect>;
          })}
          {[0, 0.500, 1].map((part) => <text key={part} class="dimmed" x={left + part * (width - left - 16)} y={height - 5} text-anchor={part === 0 ? "start" : part === 1 ? "end" : "middle"}>{duration((end - begin) * part)}</text>)}
        </svg>
      </div>
      <div class="bar"><span class="dim grow">width: time · height: tokens</span>
        <button class="plain" onClick={() => saveSvg("timeline " + name, picture.current!)}>Save SVG</button>
        <button class="plain" onClick={() => saveCsv("events " + name, ["seq", "at", "kind", "tool", "ms", "tokens", "text"], events.map((one) => [one.seq, one.at, one.kind, one.tool ?? "", one.ms ?? "", tokens(one), lineOf(one)]))}>Save CSV</button></div>
    </div>
  );
}
