// The members of a type, however many: pages of a thousand as they come into sight.
import { useEffect, useState } from "preact/hooks";
import { Kind } from "../parts/kind";
import { Rows } from "../parts/rows";
import { Failed, Waiting } from "../parts/states";
import { number } from "../parts/text";
import { Failure } from "../state/api";
import { address, changed, go } from "../state/address";
import { scope, select, symbolLink } from "../state/store";
import { members, type Member } from "./data";

export function MemberList({ type, module }: { type: string; module: string }) {
  const [rows, set] = useState<Member[] | null>(null);
  const [more, setMore] = useState(true);
  const [failure, fail] = useState<Failure | null>(null);
  const filter = address.value.params.get("has") ?? "";
  const [chosen, choose] = useState(-1);
  const load = (from: number) => {
    const abort = new AbortController();
    members(type, module, from, abort.signal).then((page) => {
      set((before) => (from === 0 ? page.rows : [...(before ?? []), ...page.rows]));
      setMore(page.more);
    }, (error: Error) => error.name !== "AbortError" && fail(error as Failure));
    return () => abort.abort();
  };
  useEffect(() => load(0), [type, module, scope.value.snapshot]);
  if (failure) return <Failed failure={failure} />;
  if (!rows) return <Waiting />;
  const shown = filter ? rows.filter((one) => (one.name + " " + one.signature).toLowerCase().includes(filter.toLowerCase())) : rows;
  return (
    <div class="stack" style={{ paddingTop: "12px" }}>
      <div class="bar">
        <label class="grow" style={{ maxWidth: "320px" }}><span class="hidden">Filter members</span><input style={{ width: "100%" }} placeholder="Filter" value={filter} onInput={(event) => go(changed({ has: event.currentTarget.value }), true)} /></label>
        <span class="dim">{number(shown.length)}{more ? " so far" : ""}</span>
      </div>
      <div style={{ height: `${Math.min(560, Math.max(1, shown.length) * 28 + 2)}px`, display: "flex", flexDirection: "column", border: "1px solid var(--line)", borderRadius: "4px" }}>
        <Rows count={shown.length} label="Members" chosen={chosen} onChoose={(index) => { choose(index); select("symbol:" + shown[index]!.key); }} onOpen={(index) => go(symbolLink(shown[index]!.key))}
              onEnd={() => more && !filter && load(rows.length)} href={(index) => symbolLink(shown[index]!.key)} row={(index) => {
                const one = shown[index]!;
                return <><Kind of={one.kind} /><span class="main">{one.name}</span><span class="side code">{one.signature}</span><span class="end">{[one.isPublic ? "public" : "", one.isStatic ? "static" : ""].join(" ")}</span></>;
              }} />
      </div>
    </div>
  );
}
