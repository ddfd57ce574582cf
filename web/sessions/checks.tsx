// What can be done with a record: a strict replay, its calls again with live tools, on from an event, beside another
// one, out as a file.
import { useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { go, link } from "../state/address";
import { Failure, get, post, target } from "../state/api";
import { useLoad } from "../state/load";
import { about, mayWrite, snapshots, tellTabs } from "../state/store";
import type { Session } from "./data";

interface Strict { identical: boolean; events: number; step?: number; expected?: string; got?: string }
interface Call { seq: number; tool: string; input: object; verdict: string; gone: string[]; new: string[] }

export function Checks({ id, at, jump }: { id: string; at: number; jump: (seq: number) => void }) {
  const [strict, setStrict] = useState<Strict | null>(null);
  const [calls, setCalls] = useState<Call[] | null>(null);
  const [failure, fail] = useState("");
  const [busy, setBusy] = useState("");
  const [snapshot, setSnapshot] = useState("");
  const [forking, setForking] = useState(false);
  const [model, setModel] = useState("");
  const others = useLoad((signal) => get<Session[]>("/api/sessions", {}, signal), []).data?.body.filter((one) => one.id !== id) ?? [];
  const run = async (what: string, work: () => Promise<void>) => {
    setBusy(what);
    fail("");
    try {
      await work();
    } catch (error) {
      fail((error as Failure).message);
    }
    setBusy("");
  };
  const fork = () => run("fork", async () => {
    const { body } = await post<{ session: string }>("/api/session/fork", { id, event: at, model: model || undefined });
    tellTabs();
    go(link("session", body.session));
  });
  return (
    <div class="stack">
      <div class="bar">
        <button disabled={!mayWrite.value || busy !== ""} onClick={() => run("strict", async () => { setCalls(null); setStrict((await post<Strict>("/api/session/replay", { id })).body); })}>Replay strictly</button>
        <button disabled={!mayWrite.value || busy !== ""} onClick={() => run("retool", async () => { setStrict(null); setCalls((await post<{ calls: Call[] }>("/api/session/replay", { id, retool: true, snapshot: snapshot || undefined })).body.calls); })}>Re-tool</button>
        <label class="bar">on <select value={snapshot} onChange={(event) => setSnapshot(event.currentTarget.value)} aria-label="Snapshot of live tools"><option value="">the newest</option>{snapshots.value.map((one) => <option key={one.id} value={String(one.id)}>{one.id} {one.project} {one.label}</option>)}</select></label>
        <button disabled={!mayWrite.value || busy !== ""} onClick={() => setForking(true)}>Fork from here</button>
        {others.length > 0 && <select aria-label="Beside" title="Another session side by side with this one" style={{ maxWidth: "220px" }} value="" onChange={(event) => go(link("session", `${id}..${event.currentTarget.value}`))}><option value="">beside…</option>{others.map((one) => <option key={one.id} value={one.id}>{one.title || one.id}</option>)}</select>}
        <a class="button" href={target("/api/session/export", { id })} download={`session-${id}.jsonl`}>Export</a>
        {busy && <span class="dim" role="status">working…</span>}
      </div>
      {failure && <p class="said bad" role="alert">{failure}</p>}
      {strict && (strict.identical ? <p class="said" role="status">Identical: {strict.events} events, byte for byte.</p> : (
        <div class="said warn" role="status"><p>It parts from the record at <a href={`#${strict.step}`} onClick={(event) => { event.preventDefault(); jump(strict.step!); }}>event {strict.step}</a>.</p><p class="code">expected: {strict.expected}</p><p class="code">got: {strict.got}</p></div>
      ))}
      {calls && (calls.length === 0 ? <p class="said" role="status">It called no tools.</p> : (
        <table aria-label="Drift"><thead><tr><th class="number">Event</th><th>Call</th><th>Verdict</th><th>Gone</th><th>New</th></tr></thead><tbody>{calls.map((call) => (
          <tr key={call.seq}><td class="number"><a href={`#${call.seq}`} onClick={(event) => { event.preventDefault(); jump(call.seq); }}>{call.seq}</a></td><td><code>{call.tool}</code> {Object.values(call.input).join(" ").slice(0, 120)}</td><td><span class={"tag " + (call.verdict === "same" ? "good" : "warn")}>{call.verdict}</span></td><td class="code">{call.gone.join(", ")}</td><td class="code">{call.new.join(", ")}</td></tr>
        ))}</tbody></table>
      ))}
      {forking && (
        <Dialog title={`Go on after event ${at}`} onClose={() => setForking(false)}>
          <p>A new session begins, shares what came before, and asks the model again. {at === 0 && "Choose an event first."}</p>
          <label class="field">Model<select value={model} onChange={(event) => setModel(event.currentTarget.value)}>{(about.value?.models ?? []).map((one) => <option key={one} value={one}>{one}</option>)}</select></label>
          <div class="bar"><button class="main" data-first disabled={at === 0} onClick={() => { setForking(false); void fork(); }}>Fork</button><button onClick={() => setForking(false)}>Cancel</button></div>
        </Dialog>
      )}
    </div>
  );
}
