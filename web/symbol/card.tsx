// The card of a symbol in the inspector: what it is, and who reads, assigns and uses it.
import { Kind } from "../parts/kind";
import { Path } from "../parts/path";
import { Of } from "../parts/states";
import { number, shortName } from "../parts/text";
import { useLoad } from "../state/load";
import { fileLink, scope, symbolLink } from "../state/store";
import { Notes } from "./notes";
import { card, type Card } from "./data";
import { References } from "./refs";

export const kindOf = (one: Card) => one.typeKind || one.kind;

export function Candidates({ card: one }: { card: Card }) {
  return (
    <>
      <p class="dim">Several symbols have this name:</p>
      <ul>{(one.candidates ?? []).map((other) => (
        <li key={other.key + other.assemblyPath}><a class="item" href={symbolLink(other.key, { in: other.moduleName })}><Kind of={other.kind} /><span class="main">{other.key}</span><span class="side">{other.moduleName}</span></a></li>
      ))}</ul>
    </>
  );
}

export function Facts({ card: one }: { card: Card }) {
  const rows: [string, preact.ComponentChildren][] = [];
  if (one.type && one.type !== one.key) rows.push(["in", <a href={symbolLink(one.type)}>{one.type}</a>]);
  if (one.modifiers) rows.push(["modifiers", <code>{one.modifiers}</code>]);
  if (one.baseType) rows.push(["base", <a href={symbolLink(one.baseType)}>{one.baseType}</a>]);
  if (one.interfaces?.length) rows.push(["implements", one.interfaces.map((name, i) => <>{i > 0 && ", "}<a href={symbolLink(name)}>{name}</a></>)]);
  if (one.genericParameters?.length) rows.push(["generic", one.genericParameters.join(", ")]);
  if (one.value) rows.push(["value", <code>{one.value}</code>]);
  if (one.attributes?.length) rows.push(["attributes", one.attributes.map((text) => <div><code>[{text}]</code></div>)]);
  rows.push(["module", one.moduleName]);
  // A source's module is its path in the snapshot; an assembly's is a file somewhere else.
  const isSource = one.assemblyPath === one.moduleName;
  if (one.assemblyPath) rows.push(["file", isSource ? <a href={fileLink(one.assemblyPath)}><Path of={one.assemblyPath} /></a> : <Path of={one.assemblyPath} />]);
  if (one.token) rows.push(["token", <code>{one.token}</code>]);
  return <dl class="facts">{rows.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={name + "="}>{value}</dd>])}</dl>;
}

export function SymbolCard({ about, close }: { about: string; close: () => void }) {
  const loaded = useLoad((signal) => card(about, signal), [about, scope.value.project, scope.value.snapshot]);
  const one = loaded.data;
  return (
    <>
      <header>
        {one?.status === "ok" && <Kind of={kindOf(one)} />}
        <h2 class="grow clip" title={about}>{shortName(about)}</h2>
        <a class="button" href={symbolLink(one?.status === "ok" ? one.key : about)}>Open</a>
        <button class="plain" aria-label="Close the inspector" onClick={close}>✕</button>
      </header>
      <div class="scroll" tabIndex={0} role="region" aria-label="Card">
        <Of loaded={loaded}>
          {(data) => data.status === "not_found" ? <p class="dim">No stored symbol has this name. It may be a part of the runtime, or of a snapshot that is not looked at.</p>
            : data.status === "ambiguous" ? <Candidates card={data} /> : (
              <div class="stack">
                <pre class="listing wrap">{data.signature || data.key}</pre>
                {data.stale && <p class="said warn">The file at its path has changed since the import.</p>}
                {data.doc && <p>{data.doc}</p>}
                <Facts card={data} />
                <Notes of={data.key} notes={data.notes ?? []} changed={loaded.again} />
                {Object.keys(data.referencesIn).length > 0 ? <References of={data.key} from={false} most={12} /> : <p class="dim">Nothing that is stored refers to it.</p>}
                {data.literals.length > 0 && <p class="dim">{number(data.literals.length + (data.literalsMore ?? 0))} literals</p>}
              </div>
            )}
        </Of>
      </div>
    </>
  );
}
