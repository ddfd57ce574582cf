// What a conversation begins with: auto-tools and their limits. Kept in this browser and sent with each conversation,
// which records them.
import { signal } from "@preact/signals";
import { about, keep, kept, type Settings } from "../state/store";

const fallback: Settings = { enableAutoTools: false, maxResults: 10, defaultTimeout: 30000, parallelLimit: 5, autoApproveRead: true, debugMode: false };

function load(): Settings {
  try {
    return { ...fallback, ...about.peek()?.defaults, ...(JSON.parse(kept("settings") || "{}") as Partial<Settings>) };
  } catch {
    return fallback;
  }
}
export const settings = signal<Settings>(load());

const numbers: [keyof Settings & ("maxResults" | "defaultTimeout" | "parallelLimit"), string, number, number][] = [
  ["maxResults", "Results of a search for tools", 1, 50], ["defaultTimeout", "A script may run, in ms", 100, 60000], ["parallelLimit", "Calls of a batch at once", 1, 10],
];
const flags: [keyof Settings & ("enableAutoTools" | "autoApproveRead" | "debugMode"), string, string][] = [
  ["enableAutoTools", "Auto-tools", "the model gets one tool, which runs scripts that search and call the others"],
  ["autoApproveRead", "Reading needs no permission", "without it, every file that is read is asked about"],
  ["debugMode", "Debug mode", "shows the code and the logs of scripts"],
];

export function SettingsPanel() {
  const set = (change: Partial<Settings>) => {
    settings.value = { ...settings.value, ...change };
    keep("settings", JSON.stringify(settings.value));
  };
  return (
    <section class="group" aria-label="Settings">
      <h2>Settings of conversations</h2>
      <div class="stack" style={{ paddingTop: "4px" }}>
        {flags.map(([key, name, says]) => <label key={key} class="check"><input type="checkbox" checked={settings.value[key]} onChange={(event) => set({ [key]: event.currentTarget.checked })} /><span><b>{name}</b> <span class="dim">{says}</span></span></label>)}
        <div class="bar">{numbers.map(([key, name, low, high]) => (
          <label key={key} class="field">{name} ({low}–{high})<input type="number" min={low} max={high} value={settings.value[key]} onChange={(event) => set({ [key]: Math.min(high, Math.max(low, Math.round(Number(event.currentTarget.value)) || low)) })} /></label>
        ))}</div>
      </div>
    </section>
  );
}
