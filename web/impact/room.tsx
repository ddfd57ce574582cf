// Impact: a change of .proto files, what it means, and the files that have to follow, each with its points and the
// evidence behind every one.
import { useEffect } from "preact/hooks";
import { Pair, pairOf, Timeline } from "../parts/pair";
import { saveCsv, saveDrawn } from "../parts/save";
import { Empty, Of } from "../parts/states";
import { counted, number } from "../parts/text";
import { address, changed, go, link } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { fileLink, project, status, type Snapshot } from "../state/store";

interface ProtoChange { change: string; kind: string; name: string; from: string; path: string; line: number | null; before: string; after: string; aspects: string[]; breaks: string[] }
interface Evidence { path?: string; line?: number; text: string; name?: string; change?: string }
interface Suspect { score: number; path: string; state: string; movedTo: string; reasons: { rule: string; points: number; evidence: Evidence[] }[]; lines: unknown[] }

function Changes({ pair: [before, after] }: { pair: [Snapshot, Snapshot] }) {
  const loaded = useLoad((signal) => get<{ partlyRead: string[]; changes: ProtoChange[] }>("/api/proto/changes", { before: before.id, after: after.id }, signal), [before.id, after.id]);
  return (
    <section class="group" aria-label="Changes">
      <Of loaded={loaded} what="Reading the .proto files">{({ body }) => (
        <>
          <h2>What changed <span class="count">{number(body.changes.length)}</span></h2>
          {body.partlyRead.map((path) => <p key={path} class="said warn">{path} could be read only in part.</p>)}
          {body.changes.length === 0 ? <p class="dim">No .proto file differs between these snapshots.</p> : (
            <div style={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label="Changes of .proto files"><table>
              <thead><tr><th>Change</th><th>What</th><th>Before</th><th>After</th><th>Breaks</th><th>Where</th></tr></thead>
              <tbody>{body.changes.map((one, i) => (
                <tr key={i}><td><span class={"tag " + (one.change === "removed" ? "bad" : one.change === "added" ? "good" : "warn")}>{one.change}</span></td>
                  <td><span class="dim">{one.kind}</span> <code><Broken name={one.name} /></code>{one.from && one.from !== one.name && <div class="dim">from <code><Broken name={one.from} /></code></div>}</td>
                  <td class="code">{one.before}</td><td class="code">{one.after}</td><td>{one.breaks.map((rule) => <span key={rule} class="tag bad" style={{ margin: "0 4px 2px 0" }}>{rule}</span>)}</td>
                  <td><a href={fileLink(one.path, one.line, { at: one.change === "removed" ? before.id : after.id })}><Broken name={one.path} />{one.line ? ":" + one.line : ""}</a></td></tr>
              ))}</tbody>
            </table></div>
          )}
        </>
      )}</Of>
    </section>
  );
}

// A name that is broken after a dot, a slash or an underscore, before it is broken anywhere.
const Broken = ({ name }: { name: string }) => <>{name.split(/(?<=[._/])/).map((part, i) => <>{i > 0 && <wbr />}{part}</>)}</>;

const colours = ["--series-1", "--series-2", "--series-3", "--series-4"];
// A rule's colour: four, then the same ones paler, twice.
function shade(rules: string[], rule: string) {
  const at = rules.indexOf(rule);
  return { fill: `var(${colours[at % colours.length]})`, opacity: [1, 0.600, 0.300][Math.floor(at / colours.length)] ?? 0.300 };
}
function swatch(rules: string[], rule: string) {
  const { fill, opacity } = shade(rules, rule);
  return { background: fill, opacity };
}

function Points({ one, most, rules, ...place }: { one: Suspect; most: number; rules: string[]; x?: number; y?: number }) {
  let from = 0;
  return (
    <svg {...place} class="bar-of-points" width="220" height="14" viewBox="0 0 220 14" role="img" aria-label={one.reasons.map((reason) => `${reason.rule} ${reason.points}`).join(", ")}>
      <rect width="220" height="14" style={{ fill: "var(--sunk)" }} />
      {one.reasons.map((reason) => {
        const width = (Math.max(0, reason.points) / most) * 220, x = from;
        from += width;
        return <rect key={reason.rule} x={x} width={Math.max(0, width - 1)} height="14" style={shade(rules, reason.rule)}><title>{`${reason.rule}: ${reason.points}`}</title></rect>;
      })}
    </svg>
  );
}

// The table as one picture: the rules with their colours, then a file a line.
function Bars({ suspects, most, rules }: { suspects: Suspect[]; most: number; rules: string[] }) {
  const line = 20, above = (rules.length + 1) * line;
  return (
    <svg width="900" height={above + suspects.length * line + 8}>
      {rules.map((rule, i) => <g key={rule}><rect x="8" y={i * line + 5} width="12" height="12" style={shade(rules, rule)} /><text x="28" y={i * line + 15}>{rule}</text></g>)}
      {suspects.map((one, i) => (
        <g key={one.path}>
          <text x="48" y={above + i * line + 11} text-anchor="end">{one.score}</text>
          <Points one={one} most={most} rules={rules} x={60} y={above + i * line} />
          <text x="292" y={above + i * line + 11}>{one.path}</text>
        </g>
      ))}
    </svg>
  );
}

function Suspects({ pair: [before, after] }: { pair: [Snapshot, Snapshot] }) {
  const opened = address.value.params.get("one") ?? "";
  const loaded = useLoad((signal) => get<{ files: number; total: number; suspects: Suspect[] }>("/api/proto/suspects", { before: before.id, after: after.id, maxResults: 100 }, signal), [before.id, after.id]);
  useEffect(() => {
    if (loaded.data) status.value = [`${number(loaded.data.body.total)} suspected of ${counted(loaded.data.body.files, "file")}`, `${Math.round(loaded.data.ms)} ms`];
  }, [loaded.data]);
  return (
    <section class="group" aria-label="Suspects">
      <Of loaded={loaded} what="Looking for what has to follow">{({ body }) => {
        const most = Math.max(1, ...body.suspects.map((one) => one.score));
        const told = body.suspects.some((one) => one.movedTo || (one.state && one.state !== "same"));
        const rules = [...new Set(body.suspects.flatMap((one) => one.reasons.map((reason) => reason.rule)))];
        return (
          <>
            <h2>Files that have to follow <span class="count">{number(body.total)} of {number(body.files)}</span>
              {body.suspects.length > 0 && <a class="button" style={{ marginLeft: "auto" }} href={link("ask", "", { mode: "agent", project: project.value, at: after.id, text: `The .proto files changed between snapshot ${before.id} and ${after.id}. Bring the files that have to follow up to date, beginning with ${body.suspects.slice(0, 5).map((one) => one.path).join(", ")}.` })}>Fix them with an agent</a>}
              {body.suspects.length > 0 && <button class="plain" onClick={() => saveDrawn(`suspects ${before.id}..${after.id}`, <Bars suspects={body.suspects} most={most} rules={rules} />)}>SVG</button>}
              {body.suspects.length > 0 && <button class="plain" onClick={() => saveCsv(`suspects ${before.id}..${after.id}`, ["score", "path", "state", ...rules], body.suspects.map((one) => [one.score, one.path, one.state, ...rules.map((rule) => one.reasons.find((reason) => reason.rule === rule)?.points ?? 0)]))}>CSV</button>}</h2>
            {rules.length > 0 && <ul class="legend" aria-label="Rules">{rules.map((rule) => <li key={rule}><span class="dot" style={swatch(rules, rule)} />{rule}</li>)}</ul>}
            {body.suspects.length === 0 ? <p class="dim">No file is concerned.</p> : (
              <div style={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label="Table of files"><table><thead><tr><th class="number">Score</th><th>File</th><th>Points by rule</th>{told && <th>State</th>}</tr></thead>
                <tbody>{body.suspects.map((one, i) => [
                  <tr key={i}><td class="number">{one.score.toFixed(2)}</td><td><span class="unfold"><button class="plain" aria-expanded={opened === one.path} onClick={() => go(changed({ one: opened === one.path ? null : one.path }), true)}>{opened === one.path ? "▾" : "▸"}</button><a href={fileLink(one.path, null, { at: before.id })}>{one.path}</a></span></td><td><Points one={one} most={most} rules={rules} /></td>{told && <td>{one.state && one.state !== "same" && <span class="tag">{one.state}</span>}{one.movedTo && <> to {one.movedTo}</>}</td>}</tr>,
                  opened === one.path && <tr key={i + "e"}><td /><td colSpan={told ? 3 : 2}>{one.reasons.map((reason) => (
                    <div key={reason.rule}><b>{reason.rule}</b> <span class="dim">{reason.points} points</span>
                      <ul>{reason.evidence.slice(0, 12).map((seen, k) => <li key={k} class="item"><code class="main">{seen.text}</code>{seen.line && <a class="side" href={fileLink(seen.path || one.path, seen.line, { at: before.id })}>line {seen.line}</a>}{seen.change && <span class="tag">{seen.change}</span>}</li>)}</ul></div>
                  ))}</td></tr>,
                ])}</tbody></table></div>
            )}
          </>
        );
      }}</Of>
    </section>
  );
}

export function Impact() {
  const pair = pairOf();
  return (
    <>
      <div class="room-bar"><Pair room="impact" pair={pair} /></div>
      {pair && <Timeline pair={pair} room="impact" />}
      {pair ? <div class="scroll" tabIndex={0} role="region" aria-label="Impact"><div class="page" style={{ maxWidth: "none", paddingTop: 0 }}><Changes pair={pair} /><Suspects pair={pair} /></div></div>
        : <Empty title="Two snapshots are needed"><p>Import a repository before and after its .proto files changed: <code>dossier import REPO --rev v1</code>, then <code>--rev v2</code>.</p></Empty>}
    </>
  );
}
