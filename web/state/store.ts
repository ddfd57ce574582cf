// The one store of state that rooms share: what the database holds, what is looked at, how the page looks. What
// belongs to a room alone is in the room; what has an address is in the address.
import { computed, signal } from "@preact/signals";
import { address, changed, go, link } from "./address";
import { get, online } from "./api";

export interface Snapshot {
  id: number;
  project: string;
  label: string;
  kind: string;
  source: string;
  revision: string;
  importedAt: string;
  isLatest: boolean;
  modules: number;
  types: number;
  members: number;
  references: number;
  files: number;
}

export interface About {
  readOnly: boolean;
  models: string[];
  roots: string[];
  settings: Setting[];
}

export interface Setting {
  name: string;
  type: "flag" | "number" | "words";
  value: boolean | number | string[] | null;
  about: string;
  least: number;
  most: number;
  among: string[];
}

export const snapshots = signal<Snapshot[]>([]);
export const loaded = signal(false); // the list of snapshots came once
export const about = signal<About | null>(null);
export const status = signal<string[]>([]); // the status line, part by part
export const changedElsewhere = signal(false); // another tab or program imported or dropped something

/** The project that lookups are about; "" = every one. */
export const project = computed(() => address.value.params.get("project") ?? "");
/** The snapshot that lookups are about; "" = the newest. */
export const at = computed(() => address.value.params.get("at") ?? "");

/** The scope as parameters of a lookup. */
export const scope = computed(() => ({ project: project.value, snapshot: at.value }));

/** What the inspector shows: "symbol:KEY", "file:PATH"; "" = nothing. */
export const selected = computed(() => address.value.params.get("sel") ?? "");
export function select(what: string, replace = true): void {
  go(changed({ sel: what }), replace);
}

export const theme = signal<"light" | "dark">(kept("theme") === "dark" ? "dark" : kept("theme") === "light" ? "light" : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
export function turnTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  keep("theme", theme.value);
}

/** A draft or a choice that a reload keeps; a browser that refuses storage forgets it. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem("dossier." + name, value);
  } catch {
    // full or forbidden
  }
}
export function kept(name: string): string {
  try {
    return localStorage.getItem("dossier." + name) ?? "";
  } catch {
    return "";
  }
}

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("dossier") : null;
/** Tells other tabs that the database changed. */
export function tellTabs(what: "changed" | "settings" = "changed"): void {
  channel?.postMessage(what);
}
if (channel) channel.onmessage = ({ data }) => void (data === "settings" ? refreshAbout() : refresh().then(() => (changedElsewhere.value = true)));

export async function refresh(): Promise<void> {
  const answer = await get<Snapshot[]>("/api/snapshots");
  const before = JSON.stringify(snapshots.peek());
  if (loaded.peek() && before !== JSON.stringify(answer.body)) changedElsewhere.value = true;
  snapshots.value = answer.body;
  loaded.value = true;
}

export async function refreshAbout(): Promise<void> {
  about.value = (await get<About>("/api/settings")).body;
}

/** Whether the server may be told to write. */
export const mayWrite = computed(() => about.value !== null && !about.value.readOnly && online.value);

export function snapshotNamed(name: string): Snapshot | undefined {
  return snapshots.value.find((one) => String(one.id) === name || (one.label !== "" && one.label === name));
}

export const symbolLink = (key: string, params = {}) => link("symbol", key, { project: project.value, ...params });
export const fileLink = (path: string, line?: number | null, params = {}) =>
  link("file", path, { project: project.value, ...params }, line ? "L" + line : "");
