// Source: a stored file. Lines have links, names lead to their definitions, and the gutter says how often what is
// defined on a line is referred to.
import { useEffect, useRef, useState } from "preact/hooks";
import { Kind } from "../parts/kind";
import { Path } from "../parts/path";
import { Empty, Of } from "../parts/states";
import { counted, number } from "../parts/text";
import { address, changed, go, isPlain, link } from "../state/address";
import { useLoad } from "../state/load";
import { fileLink, project, scope, select, status, symbolLink } from "../state/store";
import type { Hit } from "../search/search";
import { cardOf } from "../search/search";
import { defined, definitions, text, uses, type Text } from "./data";
import { commented, pieces } from "./highlight";
import { Hovered } from "./hover";
import { Lines } from "./lines";

function Choices({ name, hits, close }: { name: string; hits: Hit[]; close: () => void }) {
  return (
    <div class="said" role="dialog" aria-label={"Definitions of " + name} style={{ position: "absolute", right: "16px", top: "52px", zIndex: 10, maxWidth: "min(560px, 90%)" }}>
      <div class="spread"><h3>{hits.length ? `${name}: ${counted(hits.length, "definition")}` : `${name} is not defined in what is stored`}</h3><button class="plain" aria-label="Close" onClick={close}>✕</button></div>
      <ul>{hits.slice(0, 12).map((hit, i) => <li key={i}><a class="item" href={hit.line && hit.path ? fileLink(hit.path, hit.line) : symbolLink(cardOf(hit).slice(7))} onClick={close}><Kind of={hit.kind} /><span class="main">{hit.full_name}</span><span class="side">{hit.line ? `line ${hit.line}` : hit.module}</span></a></li>)}</ul>
      <a href={link("search", "", { q: `content:"${name}" kind:line`, project: project.value })}>Every line that says it</a>
    </div>
  );
}

function Shown({ file }: { file: Text & { stale: boolean } }) {
  const path = address.value.about;
  const [body, setBody] = useState(file.text.replace(/\n$/, "").split("\n"));
  const [choices, choose] = useState<{ name: string; hits: Hit[] } | null>(null);
  const symbols = useLoad((signal) => defined(path, signal), [path, scope.value.snapshot]);
  const gutter = useLoad((signal) => uses(path, signal), [path, scope.value.snapshot]);
  const asking = useRef<AbortController | null>(null);
  // A file of more than 2,000 lines comes in parts.
  useEffect(() => {
    if (file.firstLine + body.length > file.lines) return;
    const abort = new AbortController();
    text(path, file.firstLine + body.length, abort.signal).then((next) => setBody((before) => [...before, ...next.text.replace(/\n$/, "").split("\n")]), () => {});
    return () => abort.abort();
  }, [body.length]);
  const [from = 0, to = 0] = /^L(\d+)(?:-L?(\d+))?$/.exec(address.value.place)?.slice(1).map(Number) ?? [0, 0];
  const marks = commented(body);
  const byLine = new Map<number, Hit>();
  for (const hit of symbols.data ?? []) if (!byLine.has(hit.line!)) byLine.set(hit.line!, hit);
  const follow = (name: string) => {
    asking.current?.abort();
    asking.current = new AbortController();
    definitions(name, path, asking.current.signal).then((hits) => {
      const [only] = hits;
      if (hits.length === 1 && only) {
        select(cardOf(only));
        if (only.path === path && only.line) go(changed({}, "L" + only.line));
        else if (only.line && only.path) go(fileLink(only.path, only.line, { sel: cardOf(only) }));
        choose(null);
      } else choose({ name, hits });
    }, () => {});
  };
  // In a new tab, where it is not known yet how many definitions there are: all of them.
  const aside = (name: string) => open(link("search", "", { q: `name:="${name}" (kind:type or kind:member)`, project: project.value }));
  const line = (index: number) => pieces(body[index]!, file.language, marks[index]!, (word, key) => <span key={key} class="name" onClick={(event) => (isPlain(event) ? follow(word) : aside(word))} onAuxClick={(event) => event.button === 1 && aside(word)}>{word}</span>).out;
  const mark = (index: number) => {
    const hit = byLine.get(index + 1), made = gutter.data?.get(index + 1);
    return hit ? <button class="gutter" title={`${hit.full_name}: who refers to it`} aria-label={`References of ${hit.full_name}`} onClick={() => select(cardOf(hit))}><Kind of={hit.kind} /></button>
      : made ? <span class="gutter dim" title={made.join("\n")}>{made.length}</span> : <span class="gutter" />;
  };
  const pick = (index: number, extend: boolean) => {
    const at = index + 1;
    go(changed({}, extend && from && at !== from ? `L${Math.min(from, at)}-${Math.max(from, at)}` : `L${at}`), true);
  };
  useEffect(() => {
    status.value = [counted(file.lines, "line"), file.language, ...(symbols.data ? [counted(symbols.data.length, "symbol")] : []), ...(file.stale ? ["changed on disk since import"] : [])];
  }, [file, symbols.data]);
  return (
    <>
      <div class="room-bar">
        <Path as="h1" class="grow code" of={path} />
        {symbols.data && symbols.data.length > 0 && (
          <label><span class="hidden">Symbols of this file</span>
            <select value="" onChange={(event) => go(changed({}, "L" + event.currentTarget.value))}><option value="">Symbols…</option>{symbols.data.map((hit, i) => <option key={i} value={hit.line!}>{number(hit.line!)} {hit.kind} {hit.name}</option>)}</select></label>
        )}
        {from > 0 && <a class="button" href={link("ask", "", { about: `${path}#L${from}${to ? "-" + to : ""}`, project: project.value })}>Ask about it</a>}
      </div>
      {file.stale && <p class="said warn" style={{ margin: "8px 16px" }}>The file on disk has changed since it was imported; this is the text as imported.</p>}
      {choices && <Choices {...choices} close={() => choose(null)} />}
      <Hovered path={path}><Lines count={body.length} from={from} to={to || from} line={line} mark={mark} pick={pick} follow={follow} text={(index) => body[index]!} /></Hovered>
    </>
  );
}

export function Source() {
  const path = address.value.about;
  const loaded = useLoad((signal) => (path ? text(path, 1, signal) : null), [path, scope.value.project, scope.value.snapshot]);
  if (!path) return <Empty title="No file is named"><p><a href={link("browse")}>Browse the files</a>.</p></Empty>;
  return (
    <Of loaded={loaded}>
      {(file) => file.status !== undefined && file.status !== "ok"
        ? <Empty title={`No stored text of ${path}`}><p>Binary files and those over the import's limit are listed, not stored. <a href={link("search", "", { q: `kind:file ${path.split("/").pop()}`, project: project.value })}>Look for files of that name</a>.</p></Empty>
        : <Shown key={path + scope.value.snapshot} file={file} />}
    </Of>
  );
}
