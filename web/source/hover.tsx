// The card of a name under the pointer: what it is, what is said about it, and who uses it. It is a reading aid; the
// way to the definition is the click, and F12 for the keyboard.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Kind } from "../parts/kind";
import { counted } from "../parts/text";
import { useLoad } from "../state/load";
import { scope } from "../state/store";
import { cardOf } from "../search/search";
import { card } from "../symbol/data";
import { definitions } from "./data";

interface Over { name: string; x: number; y: number }

function Shown({ over: { name, x, y }, path }: { over: Over; path: string }) {
  const loaded = useLoad(async (signal) => {
    const hits = await definitions(name, path, signal);
    const first = hits[0] ? await card(cardOf(hits[0]).slice("symbol:".length), signal).catch(() => null) : null;
    return { hits, first: first?.status === "ok" ? first : null };
  }, [name, path, scope.value.snapshot]);
  if (!loaded.data || loaded.data.hits.length === 0) return null;
  const { hits, first } = loaded.data, [hit] = hits;
  const uses = Object.values(first?.referencesIn ?? {}).reduce((sum, one) => sum + one, 0);
  const low = y > innerHeight * 0.600;
  return (
    <div class="hover" role="tooltip" style={{ left: `${Math.max(8, Math.min(x, innerWidth - 440))}px`, [low ? "bottom" : "top"]: `${low ? innerHeight - y + 6 : y + 22}px` }}>
      <p class="bar"><Kind of={hit!.kind} /><b class="code">{hit!.full_name}</b></p>
      {(first?.signature || hit!.signature) && <pre class="listing wrap">{first?.signature || hit!.signature}</pre>}
      {first?.doc && <p>{first.doc.slice(0, 400)}</p>}
      <p class="dim">{hit!.path ? `${hit!.path}${hit!.line ? `:${hit!.line}` : ""}` : hit!.module}{first ? ` · ${uses ? counted(uses, "reference") : "nothing refers to it"}` : ""}{hits.length > 1 ? ` · ${counted(hits.length - 1, "other definition")}` : ""}</p>
    </div>
  );
}

/** Shows the card of a `.name` below it once the pointer has rested there. */
export function Hovered({ path, children }: { path: string; children: ComponentChildren }) {
  const [over, set] = useState<Over | null>(null);
  const timer = useRef(0);
  const onOver = (event: MouseEvent) => {
    const name = (event.target as Element).closest?.(".name");
    clearTimeout(timer.current);
    if (!name) return set(null);
    const { left, top } = name.getBoundingClientRect();
    timer.current = window.setTimeout(() => set({ name: name.textContent ?? "", x: left, y: top }), over ? 80 : 250);
  };
  const close = () => {
    clearTimeout(timer.current);
    set(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div class="hovered" onMouseOver={onOver} onMouseLeave={close} onMouseDown={close} onWheel={close} onKeyDown={close}>
      {children}
      {over && <Shown key={over.name + over.x + over.y} over={over} path={path} />}
    </div>
  );
}
