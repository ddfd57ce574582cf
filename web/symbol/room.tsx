// Symbol: everything about one of them, under its own address.
import { useEffect } from "preact/hooks";
import { lazily } from "../parts/lazily";
import { Kind } from "../parts/kind";
import { Empty, Of, Tabs } from "../parts/states";
import { address, changed, go, link } from "../state/address";
import { useLoad } from "../state/load";
import { project, scope, status, symbolLink } from "../state/store";
import { Candidates, Facts, kindOf } from "./card";
import { card, type Card } from "./data";
import { MemberList } from "./members";
import { Notes } from "./notes";
import { References } from "./refs";

const Graph = lazily(() => import("./graph").then((part) => part.Graph));
const Versions = lazily(() => import("./versions").then((part) => part.Versions));
const Family = lazily(() => import("./family").then((part) => part.Family));

function tabsOf(one: Card): [string, string][] {
  const tabs: [string, string][] = [["refs", "References"]];
  if (one.typeKind !== undefined || one.kind === "type") tabs.push(["members", "Members"], ["family", "Base and derived"]);
  tabs.push(["graph", "Graph"]);
  if (one.il?.length || one.ilNote) tabs.push(["il", "IL"]);
  if (one.literals.length) tabs.push(["literals", "Literals"]);
  tabs.push(["versions", "Versions and sessions"]);
  return tabs;
}

function Room({ one, again }: { one: Card; again: () => void }) {
  const tabs = tabsOf(one);
  const asked = address.value.params.get("tab") ?? "refs";
  const tab = tabs.some(([key]) => key === asked) ? asked : "refs";
  const addressOf = (key: string) => changed({ tab: key === "refs" ? null : key });
  return (
    <>
      <div class="page stack" style={{ paddingBottom: "8px" }}>
        <div class="bar">
          <Kind of={kindOf(one)} /><span class="dim">{kindOf(one)}</span>
          <h1 class="code grow" style={{ fontSize: "14px" }}>{one.key}</h1>
          <a class="button" href={link("ask", "", { about: one.key, project: project.value })}>Ask about it</a>
        </div>
        {one.signature && <pre class="listing wrap">{one.modifiers ? one.modifiers + " " : ""}{one.signature}</pre>}
        {one.stale && <p class="said warn">The file at its path has changed since the import; its IL is not shown.</p>}
        {one.doc && <p>{one.doc}</p>}
        <Facts card={one} />
        <Notes of={one.key} notes={one.notes ?? []} changed={again} />
      </div>
      <Tabs label="About the symbol" tabs={tabs} chosen={tab} to={addressOf} choose={(next) => go(addressOf(next), true)} />
      <div class="page" role="tabpanel" aria-label={tabs.find(([key]) => key === tab)?.[1]} style={{ paddingTop: "0", maxWidth: tab === "graph" || tab === "il" ? "none" : undefined }}>
        {tab === "refs" && <div class="two"><div><References of={one.key} from={false} /></div><div><References of={one.key} from /></div></div>}
        {tab === "members" && <MemberList type={one.key} module={one.moduleName} />}
        {tab === "family" && <Family card={one} />}
        {tab === "graph" && <Graph of={one.key} />}
        {tab === "il" && (one.il?.length ? <pre class="listing" tabIndex={0} style={{ marginTop: "12px" }}>{one.il.join("\n")}</pre> : <p class="said" style={{ marginTop: "12px" }}>{one.ilNote}</p>)}
        {tab === "literals" && <ul style={{ marginTop: "8px" }}>{one.literals.map((text, i) => <li key={i} class="item"><a class="main" href={link("search", "", { q: `literal:"${text.replaceAll('"', '\\"')}"`, project: project.value })}>{text}</a></li>)}</ul>}
        {tab === "versions" && <Versions of={one.key} />}
      </div>
    </>
  );
}

export function SymbolRoom() {
  const key = address.value.about;
  const module = address.value.params.get("in");
  const loaded = useLoad((signal) => (key ? card(key, signal, module) : null), [key, module, scope.value.project, scope.value.snapshot]);
  useEffect(() => {
    const one = loaded.data;
    if (one?.status === "ok") status.value = [one.kind, one.moduleName, ...(one.stale ? ["changed since import"] : [])];
  }, [loaded.data]);
  if (!key) return <Empty title="No symbol is named"><p><a href={link("search")}>Search for one</a>.</p></Empty>;
  return (
    <div class="scroll">
      <Of loaded={loaded}>
        {(one) => one.status === "ok" ? <Room key={one.key} one={one} again={loaded.again} />
          : one.status === "ambiguous" ? <div class="page"><h1>{key}</h1><Candidates card={one} /></div>
          : <Empty title={`No stored symbol is called ${key}`}><p>It may be part of the runtime, or of another snapshot. <a href={link("search", "", { q: key.replace(/\(.*/, ""), project: project.value })}>Search for the name</a> or <a href={symbolLink(key, { at: null, project: null })}>look in every project</a>.</p></Empty>}
      </Of>
    </div>
  );
}
