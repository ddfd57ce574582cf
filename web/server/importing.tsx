// Imports: a path that the server can read, or an export that is sent in pieces, with numbers while it runs.
import { useEffect, useRef, useState } from "preact/hooks";
import { bytes, counted, number } from "../parts/text";
import { Failure, headers, post, target } from "../state/api";
import { keep, kept, mayWrite, refresh, tellTabs } from "../state/store";
import { listen } from "../state/stream";

interface Import { id: string; state: "running" | "done" | "failed"; modules: number; rows: number; bytes: number; totalBytes: number | null; problem: string; snapshot: number | null; warnings: string[] }
const piece = 1 << 20;

async function send(file: File, project: string, progress: (sent: number) => void): Promise<string> {
  const begun = await post<{ upload: string }>("/api/import/begin", { name: file.name, size: file.size });
  const upload = begun.body.upload;
  for (let from = 0; from < file.size; from += piece) {
    const response = await fetch(target("/api/import/piece", { upload, offset: from }), { method: "POST", body: file.slice(from, from + piece), headers: { ...headers(), "Content-Type": "application/octet-stream" } });
    if (!response.ok) throw new Failure(response.status, ((await response.json().catch(() => null)) as { error?: string } | null)?.error ?? "the upload was refused");
    progress(Math.min(file.size, from + piece));
  }
  return (await post<{ import: string }>("/api/import", { upload, project })).body.import;
}

export function Importing({ first = false }: { first?: boolean }) {
  const [path, setPath] = useState(kept("import.path"));
  const [project, setProject] = useState(kept("import.project"));
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState<[number, number] | null>(null);
  const [running, set] = useState<Import | null>(null);
  const [failure, fail] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const id = running?.id;
  useEffect(() => {
    if (!id) return;
    const abort = new AbortController();
    void listen("/api/import/watch", { id }, "", ({ data }) => {
      const now = data as Import;
      set(now);
      if (now.state === "done") {
        for (const [draft, forget] of [["import.path", setPath], ["import.project", setProject]] as const) {
          keep(draft, "");
          forget("");
        }
        tellTabs();
        void refresh();
      }
      if (now.state === "failed") fail(now.problem);
      return now.state !== "running";
    }, abort.signal);
    return () => abort.abort();
  }, [id]);
  const begin = async (start: () => Promise<string>) => {
    fail("");
    set(null);
    try {
      const begun = await start();
      set({ id: begun, state: "running", modules: 0, rows: 0, bytes: 0, totalBytes: null, problem: "", snapshot: null, warnings: [] });
    } catch (error) {
      fail((error as Error).message);
    }
    setSent(null);
  };
  const take = (file: File | undefined) => file && void begin(() => send(file, project, (done) => setSent([done, file.size])));
  const byPath = (name: string) => void begin(async () => (await post<{ import: string }>("/api/import", { path: name, project })).body.import);
  const busy = sent !== null || running?.state === "running";
  if (!mayWrite.value) return <p class="dim">This server only reads: imports are made by <code>dossier import</code>.</p>;
  return (
    <div class="stack" style={{ maxWidth: "720px" }}>
      <form class="bar" onSubmit={(event) => { event.preventDefault(); byPath(path); }}>
        <label class="field grow" style={{ minWidth: "220px" }}>Path on the server<input value={path} spellcheck={false} placeholder="…/Game_Data/Managed" onInput={(event) => { setPath(event.currentTarget.value); keep("import.path", event.currentTarget.value); }} /></label>
        <label class="field">Project (optional)<input value={project} onInput={(event) => { setProject(event.currentTarget.value); keep("import.project", event.currentTarget.value); }} /></label>
        <button class="main" style={{ alignSelf: "flex-end" }} disabled={busy || !path.trim()}>Import</button>
      </form>
      <div class={"drop" + (over ? " over" : "")} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={(event) => { event.preventDefault(); setOver(false); take(event.dataTransfer?.files[0]); }}>
        <span>Drop an export here (<code>.project.json</code>, also gzipped), or</span>
        <button type="button" disabled={busy} onClick={() => chooser.current?.click()}>Choose a file</button>
        <input ref={chooser} type="file" hidden aria-label="Export" onChange={(event) => take(event.currentTarget.files?.[0])} />
        {first && <button type="button" disabled={busy} onClick={() => void begin(async () => (await post<{ import: string }>("/api/import", { sample: true })).body.import)}>Try the sample</button>}
      </div>
      {sent && <div role="status"><div class="progress"><div style={{ width: `${(sent[0] / Math.max(1, sent[1])) * 100}%` }} /></div><p class="dim">{bytes(sent[0])} of {bytes(sent[1])} sent</p></div>}
      {running?.state === "running" && (
        <div role="status"><div class="progress"><div style={{ width: running.totalBytes ? `${Math.min(100, (running.bytes / running.totalBytes) * 100)}%` : "30%" }} /></div>
          <p class="dim">{counted(running.modules, "module")}, {number(running.rows)} rows{running.totalBytes ? `, ${bytes(running.bytes)} of ${bytes(running.totalBytes)}` : ""}</p></div>
      )}
      {running?.state === "done" && <p class="said" role="status">Imported as snapshot {running.snapshot}.{running.warnings.map((text) => " " + text)}</p>}
      {failure && <p class="said bad" role="alert">{failure}</p>}
    </div>
  );
}
