// Server: its health and log, the projects and snapshots with their sizes, imports, settings.
import { useEffect, useState } from "preact/hooks";
import { saveCsv } from "../parts/save";
import { Of } from "../parts/states";
import { ago, bytes, duration, number } from "../parts/text";
import { link } from "../state/address";
import { get } from "../state/api";
import { useLoad } from "../state/load";
import { about, snapshots, status } from "../state/store";
import { listen } from "../state/stream";
import { Importing } from "./importing";
import { SettingsPanel } from "./settings";

interface Status { serverUrl: string; status: string; version: string; database: string; uptime: number; counts: { modules: number; types: number; members: number }; snapshots: { id: number; bytes: number }[] }
interface LogLine { id: string; time: string; text: string }

function Log() {
  const [lines, set] = useState<LogLine[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    void listen("/api/events", {}, "", (event) => {
      set((before) => [...before, { ...(event.data as LogLine), id: event.id }].slice(-200));
    }, abort.signal, setOpen);
    return () => abort.abort();
  }, []);
  return (
    <section class="group" aria-label="Events">
      <h2>Events <span class={open ? "live" : "live off"}>{open ? "following" : "reconnecting"}</span></h2>
      <ol class="listing" tabIndex={0} style={{ maxHeight: "240px", overflow: "auto" }} aria-label="Log">{[...lines].reverse().map((line) => <li key={line.id} title={line.time}><span class="dim">{line.time.slice(11, 19)}</span> {line.text}</li>)}</ol>
    </section>
  );
}

function Snapshots() {
  const rows = [...snapshots.value].reverse();
  // What they weigh is counted when it is asked for: the files of every snapshot.
  const status = useLoad((signal) => get<Status>("/api/status", { sizes: true }, signal), [rows.map((one) => one.id).join()]);
  const sizes = new Map(status.data?.body.snapshots.map((one) => [one.id, one.bytes]));
  const size = (id: number) => sizes.get(id);
  return (
    <section class="group" aria-label="Snapshots">
      <h2>Projects and snapshots <span class="count">{number(rows.length)}</span>
        {rows.length > 0 && <button class="plain" style={{ marginLeft: "auto" }} onClick={() => saveCsv("snapshots", ["id", "project", "label", "kind", "importedAt", "modules", "types", "members", "references", "files", "bytes", "source"], rows.map((one) => [one.id, one.project, one.label, one.kind, one.importedAt, one.modules, one.types, one.members, one.references, one.files, size(one.id), one.source]))}>CSV</button>}</h2>
      <div style={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label="Table of snapshots"><table>
        <thead><tr><th class="number">Id</th><th>Project</th><th>Label</th><th>Kind</th><th>Imported</th><th class="number">Types</th><th class="number">Members</th><th class="number">References</th><th class="number">Files</th><th class="number" title="Of the files; without files, of the names and signatures that are kept">Size</th></tr></thead>
        <tbody>{rows.map((one) => (
          <tr key={one.id} title={one.source}><td class="number">{one.id}</td><td><a href={link("browse", "", { at: one.id })}>{one.project}</a>{one.isLatest && <> <span class="tag good">newest</span></>}</td><td style={{ minWidth: "72px" }}>{one.label}</td><td class="nowrap">{one.kind}</td><td class="nowrap" title={one.importedAt}>{ago(one.importedAt)}</td>
            <td class="number">{number(one.types)}</td><td class="number">{number(one.members)}</td><td class="number">{number(one.references)}</td><td class="number">{number(one.files)}</td><td class="number nowrap" title={sizes.has(one.id) ? `${number(size(one.id)!)} bytes` : undefined}>{sizes.has(one.id) ? bytes(size(one.id)!) : "…"}</td></tr>
        ))}</tbody>
      </table></div>
    </section>
  );
}

export function Server() {
  const loaded = useLoad((signal) => get<Status>("/api/status", {}, signal), []);
  useEffect(() => {
    if (loaded.data) status.value = ["dossier " + loaded.data.body.version, "up " + duration(loaded.data.body.uptime * 1000)];
  }, [loaded.data]);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Server"><div class="page">
      <Of loaded={loaded}>{({ body }) => (
        <>
          <h1>dossier {body.version} <span class="tag good">{body.status}</span>{about.value?.readOnly && <> <span class="tag warn">read-only</span></>}</h1>
          <dl class="facts" style={{ marginTop: "8px" }}>
            <dt>address</dt><dd>{body.serverUrl}</dd><dt>database</dt><dd>{body.database}</dd><dt>up</dt><dd>{duration(body.uptime * 1000)}</dd>
            <dt>newest</dt><dd>{number(body.counts.modules)} modules, {number(body.counts.types)} types, {number(body.counts.members)} members</dd>
            <dt>models</dt><dd>{about.value?.models.join(", ") ?? ""}</dd>
          </dl>
        </>
      )}</Of>
      <Snapshots />
      <section class="group" aria-label="Import"><h2>Import</h2><Importing /></section>
      <SettingsPanel />
      <Log />
    </div></div>
  );
}
