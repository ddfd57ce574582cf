// References, one list: in and out, grouped by what they do.
import { Kind } from "../parts/kind";
import { Of } from "../parts/states";
import { number } from "../parts/text";
import { useLoad } from "../state/load";
import { fileLink, scope, symbolLink } from "../state/store";
import { groupsIn, groupsOut, references, type Reference } from "./data";

const doubts = {
  likely: "The receiver's type is not known; of what bears the name this is the only one, or the only one that the file sees, what overrides it aside.",
  "by name": "The reader matched the name; it did not see the type.",
};

function Item({ one, from }: { one: Reference; from: boolean }) {
  const shown = from ? one.target : one.source || one.moduleName;
  const key = from ? one.target : one.source;
  const place = one.line ? `${one.assemblyPath}:${one.line}` : one.ilOffset !== null && one.ilOffset !== undefined ? `IL_${one.ilOffset.toString(16).padStart(4, "0")}` : "";
  return (
    <li class="item">
      <a class="main" href={key ? symbolLink(key) : fileLink(one.assemblyPath, one.line)}>{shown}</a>
      {one.byName && one.sure !== "resolved" && <span class="tag warn" title={doubts[one.sure ?? "by name"]}>{one.sure ?? "by name"}</span>}
      <span class="side">{one.line ? <a href={fileLink(one.assemblyPath, one.line)}>{place}</a> : place || one.kind}</span>
    </li>
  );
}

function Group({ title, rows, from, most }: { title: string; rows: Reference[]; from: boolean; most: number }) {
  const seen = new Set<string>();
  const distinct = rows.filter((one) => !seen.has(one.source + one.target + (one.line ?? one.ilOffset)) && seen.add(one.source + one.target + (one.line ?? one.ilOffset)));
  return (
    <section class="group">
      <h2>{title} <span class="count">{number(distinct.length)}</span></h2>
      <ul>{distinct.slice(0, most).map((one, i) => <Item key={i} one={one} from={from} />)}</ul>
      {distinct.length > most && <p class="dim">{number(distinct.length - most)} more in References</p>}
    </section>
  );
}

export function References({ of, from, most = 500 }: { of: string; from: boolean; most?: number }) {
  const loaded = useLoad((signal) => references(of, from, signal), [of, from, scope.value.project, scope.value.snapshot]);
  return (
    <Of loaded={loaded} what="Looking for references">
      {(answer) => {
        const hits = answer.body.hits;
        const groups = (from ? groupsOut : groupsIn).map(([title, kinds]): [string, Reference[]] => [title, hits.filter((one) => kinds.includes(one.kind))]).filter(([, rows]) => rows.length > 0);
        return (
          <>
            {groups.map(([title, rows]) => <Group key={title} title={title} rows={rows} from={from} most={most} />)}
            {hits.length === 0 && <p class="dim" style={{ marginTop: "8px" }}>{answer.body.note ?? (from ? "It refers to nothing that is stored." : "Nothing that is stored refers to it.")}</p>}
            {answer.truncated && <p class="said warn" style={{ marginTop: "8px" }}>The first {number(hits.length)} of {number(answer.total.replace(">=", "at least "))}. <Kind of="reference" /> Search <code>{from ? "refby" : "refs"}:</code> pages through all of them.</p>}
          </>
        );
      }}
    </Of>
  );
}
