// A file in the inspector: what it is, the lines around a place, what it defines.
import { Kind } from "../parts/kind";
import { Path } from "../parts/path";
import { Of } from "../parts/states";
import { baseName, counted } from "../parts/text";
import { useLoad } from "../state/load";
import { fileLink, scope, symbolLink } from "../state/store";
import { cardOf } from "../search/search";
import { defined, text } from "./data";
import { commented, pieces } from "./highlight";

export function FileCard({ about, close }: { about: string; close: () => void }) {
  const [path = "", place = ""] = about.split(/#L(?=\d+$)/);
  const at = Number(place) || 0;
  const first = Math.max(1, at - 8);
  const loaded = useLoad((signal) => text(path, first, signal), [about, scope.value.project, scope.value.snapshot]);
  const symbols = useLoad((signal) => defined(path, signal), [path, scope.value.snapshot]);
  return (
    <>
      <header><Kind of="file" /><h2 class="grow clip" title={path}>{baseName(path)}</h2><a class="button" href={fileLink(path, at)}>Open</a><button class="plain" aria-label="Close the inspector" onClick={close}>✕</button></header>
      <div class="scroll stack" tabIndex={0} role="region" aria-label="Card">
        <Path as="p" class="dim" of={path} />
        <Of loaded={loaded}>{(file) => {
          if (!file.text) return <p class="dim">Its text is not stored.</p>;
          const lines = file.text.split("\n").slice(0, at ? 24 : 30), marks = commented(lines);
          return <>
            <p class="dim">{counted(file.lines, "line")} of {file.language || "text"}</p>
            <div class="listing" tabIndex={0}>{lines.map((line, i) => <div key={i} class={first + i === at ? "marked" : ""}><span class="dim">{String(first + i).padStart(4)} </span>{pieces(line, file.language, marks[i]!, (word) => word).out}</div>)}</div>
          </>;
        }}</Of>
        {symbols.data && symbols.data.length > 0 && <section class="group"><h3>Defines <span class="count">{symbols.data.length}</span></h3>
          <ul>{symbols.data.slice(0, 60).map((hit, i) => <li key={i}><a class="item" href={symbolLink(cardOf(hit).slice(7))}><Kind of={hit.kind} /><span class="main">{hit.name}</span><span class="side">{hit.line}</span></a></li>)}</ul></section>}
      </div>
    </>
  );
}
