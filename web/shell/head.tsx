// The top line: what is looked at, the query box, whether the server is there, the theme, the keys.
import { signal } from "@preact/signals";
import { changed, go } from "../state/address";
import { online } from "../state/api";
import { about, at, project, snapshots, theme, turnTheme } from "../state/store";
import { Copy } from "../parts/copy";
import { Dialog } from "../parts/dialog";
import { ago } from "../parts/text";
import { QueryBox } from "./query";

export const helping = signal(false);

function Where() {
  const projects = [...new Set(snapshots.value.map((one) => one.project))];
  const mine = snapshots.value.filter((one) => !project.value || one.project === project.value).reverse();
  return (
    <>
      <select aria-label="Project" value={project.value} onChange={(event) => go(changed({ project: event.currentTarget.value, at: null }))}>
        <option value="">Every project</option>
        {projects.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
      <select aria-label="Snapshot" value={at.value} onChange={(event) => go(changed({ at: event.currentTarget.value }))}>
        <option value="">Newest snapshot</option>
        {mine.map((one) => (
          <option key={one.id} value={String(one.id)}>{one.id}{one.label ? ` ${one.label}` : ""}{one.isLatest ? " (newest)" : ""} · {ago(one.importedAt)}</option>
        ))}
      </select>
    </>
  );
}

const help: [string, string][] = [
  ["/", "to the query box"], ["↑ ↓", "through a list; Page Up, Page Down, Home, End likewise"], ["Enter", "open what is chosen"], ["Esc", "close the inspector, a list of offers, a dialog"],
  ["g s", "Search"], ["g b", "Browse"], ["g a", "Ask"], ["g h", "Sessions"], ["g q", "SQL"], ["g c", "Compare"], ["g i", "Impact"], ["g v", "Server"],
  ["Ctrl Enter", "run the SQL, or send the question"], ["Space", "play or pause a session"], ["?", "these keys"],
];

export function Head() {
  return (
    <header class="head">
      <span class="brand">dossier</span>
      <Where />
      <QueryBox />
      <span class={online.value ? "live" : "live off"} role="status">{online.value ? "live" : "offline"}{about.value?.readOnly ? " · read-only" : ""}</span>
      <Copy plain label="Copy the link to this view" text={() => location.href}>Link</Copy>
      <button class="plain" aria-label={theme.value === "dark" ? "Light theme" : "Dark theme"} title="Theme" onClick={turnTheme}>{theme.value === "dark" ? "☀" : "◐"}</button>
      <button class="plain" aria-label="Keys" title="Keys (?)" onClick={() => (helping.value = true)}>?</button>
      {helping.value && (
        <Dialog title="Keys" onClose={() => (helping.value = false)}>
          <dl class="facts">{help.map(([key, what]) => [<dt key={key}><kbd>{key}</kbd></dt>, <dd key={key + "d"}>{what}</dd>])}</dl>
          <div class="bar"><button data-first onClick={() => (helping.value = false)}>Close</button></div>
        </Dialog>
      )}
    </header>
  );
}
