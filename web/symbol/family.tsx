// Base and derived types as a tree.
import { Kind } from "../parts/kind";
import { Of } from "../parts/states";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { scope, symbolLink } from "../state/store";
import { card, type Card } from "./data";

interface Derived { depth: number; fullName: string; kind: string; relation: string; of: string }

async function bases(one: Card, signal: AbortSignal): Promise<string[]> {
  const chain: string[] = [];
  for (let next = one.baseType; next && chain.length < 20 && !chain.includes(next); ) {
    chain.unshift(next);
    const above = await card(next, signal).catch(() => null);
    next = above?.status === "ok" ? above.baseType : undefined;
  }
  return chain;
}

export function Family({ card: one }: { card: Card }) {
  const above = useLoad((signal) => bases(one, signal), [one.key, scope.value.snapshot]);
  const below = useLoad((signal) => get<{ hits: Derived[] }>("/api/derived", { identifier: one.key, maxResults: 500, ...scope.peek() }, signal), [one.key, scope.value.snapshot]);
  const depth = (above.data ?? []).length;
  const Item = ({ name, level, own = false, says = "" }: { name: string; level: number; own?: boolean; says?: string }) => (
    <li class="item" style={{ paddingLeft: `${4 + Math.min(level, 12) * 20}px` }}><Kind of="type" />{own ? <b class="main">{name}</b> : <a class="main" href={symbolLink(name, { tab: "family" })}>{name}</a>}{says && <span class="tag">{says}</span>}</li>
  );
  return (
    <ul style={{ marginTop: "12px" }}>
      {(above.data ?? []).map((name, i) => <Item key={name} name={name} level={i} />)}
      <Item name={one.key} level={depth} own />
      <Of loaded={below}>{(answer) => <>{answer.body.hits.map((hit, i) => <Item key={i} name={hit.fullName} level={depth + hit.depth} says={hit.relation === "interface" ? "implements" : ""} />)}</>}</Of>
    </ul>
  );
}
