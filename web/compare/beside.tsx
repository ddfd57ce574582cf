// One difference: a file's or symbol's two texts side by side.
import { Diff, unified } from "../parts/diff";
import { Of } from "../parts/states";
import { link } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import type { Snapshot } from "../state/store";
import type { Text } from "../source/data";
import type { Card } from "../symbol/data";
import type { Change } from "./data";

async function fileText(path: string, snapshot: number, signal: AbortSignal): Promise<string> {
  let all = "";
  for (let first = 1; ; ) {
    const { body } = await get<Text>("/api/source", { path, snapshot, firstLine: first }, signal);
    if (!body.text) return all;
    all += body.text;
    first = body.lastLine + 1;
    if (first > body.lines || first > 20000) return all;
  }
}

async function cardText(name: string, snapshot: number, signal: AbortSignal): Promise<string> {
  const { body } = await get<Card & { members?: string[] }>("/api/show", { identifier: name, snapshot }, signal);
  if (body.status === "not_found") return "";
  if (body.status === "ambiguous") return (body.candidates ?? []).map((one) => one.key).join("\n");
  const lines = [`${body.modifiers} ${body.signature ?? body.key}`.trim()];
  if (body.baseType) lines.push("base " + body.baseType);
  for (const one of body.interfaces ?? []) lines.push("implements " + one);
  for (const one of body.attributes ?? []) lines.push(`[${one}]`);
  if (body.value) lines.push("= " + body.value);
  lines.push(...(body.members ?? []), ...body.literals.map((one) => "literal " + JSON.stringify(one)), ...(body.il ?? []));
  return lines.join("\n");
}

export function Beside({ row, before, after }: { row: Change; before: Snapshot; after: Snapshot }) {
  const isFile = row.kind === "file";
  const text = isFile ? fileText : cardText;
  const old = row.from || row.name;
  const loaded = useLoad(async (signal) => {
    const [left, right] = await Promise.all([row.change === "added" ? "" : text(old, before.id, signal).catch(() => ""), row.change === "removed" ? "" : text(row.name, after.id, signal).catch(() => "")]);
    return { left, right };
  }, [row.name, row.change, before.id, after.id]);
  const room = isFile ? "file" : "symbol";
  return (
    <div class="stack">
      <h2 class="code" style={{ overflowWrap: "anywhere" }}>{row.change} {row.kind} {row.name}</h2>
      {row.from && row.from !== row.name && <p class="dim">from <code>{row.from}</code></p>}
      <div class="bar">
        {row.change !== "added" && <a href={link(room, old, { at: before.id })}>In snapshot {before.id}</a>}
        {row.change !== "removed" && <a href={link(room, row.name, { at: after.id })}>In snapshot {after.id}</a>}
      </div>
      <Of loaded={loaded}>{({ left, right }) => left === "" && right === "" ? <p class="dim">Its text is not stored.</p> : <Diff text={unified(left, right)} label="Before and after" />}</Of>
    </div>
  );
}
