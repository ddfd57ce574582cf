// Settings of the database, as `dossier config` has them: what conversations begin with, auto-tools and their limits.
// The server keeps them, so every tab, terminal and program that opens the file sees the same ones.
import { computed } from "@preact/signals";
import { useState } from "preact/hooks";
import { Failure, post } from "../state/api";
import { about, mayWrite, tellTabs, type Setting } from "../state/store";

const words: Record<string, string> = {
  enableAutoTools: "Auto-tools", autoApproveRead: "Reading needs no permission", debugMode: "Debug mode", forceTraditionalMode: "Never auto-tools", maxResults: "Results of a search for tools",
  defaultTimeout: "A script may run, in ms", parallelLimit: "Calls of a batch at once", allowedCategories: "Categories of tools that a script reaches",
};

const valueOf = (name: string) => about.value?.settings.find((one) => one.name === name)?.value;
/** What a conversation of this page begins with. */
export const settings = computed(() => ({
  enableAutoTools: valueOf("enableAutoTools") === true && valueOf("forceTraditionalMode") !== true,
  mayAuto: valueOf("forceTraditionalMode") !== true,
  debugMode: valueOf("debugMode") === true,
}));

function One({ one, set }: { one: Setting; set: (value: string | null) => void }) {
  const name = words[one.name] ?? one.name, off = !mayWrite.value;
  if (one.type === "flag") return (
    <label class="check"><input type="checkbox" disabled={off} checked={one.value === true} onChange={(event) => set(String(event.currentTarget.checked))} /><span><b>{name}</b> <span class="dim">{one.about}</span></span></label>
  );
  if (one.type === "number") return (
    <label class="field">{name} ({one.least}–{one.most})<input type="number" disabled={off} min={one.least} max={one.most} value={Number(one.value)} onChange={(event) => set(event.currentTarget.value)} /></label>
  );
  const chosen = Array.isArray(one.value) ? one.value : one.among;
  const turn = (word: string) => {
    const next = one.among.filter((each) => (each === word) !== chosen.includes(each));
    set(next.length === one.among.length ? null : next.join(","));
  };
  return (
    <fieldset class="choices"><legend>{name}</legend>{one.among.map((word) => (
      <label key={word} class="check"><input type="checkbox" disabled={off || (chosen.length === 1 && chosen[0] === word)} checked={chosen.includes(word)} onChange={() => turn(word)} />{word}</label>
    ))}</fieldset>
  );
}

export function SettingsPanel() {
  const [failure, fail] = useState("");
  const set = async (name: string, value: string | null) => {
    try {
      const { body } = await post<Setting>("/api/settings", { name, value });
      if (about.value) about.value = { ...about.value, settings: about.value.settings.map((one) => (one.name === name ? body : one)) };
      fail("");
      tellTabs("settings");
    } catch (error) {
      // What stands in the field is what the server has.
      if (about.value) about.value = { ...about.value, settings: about.value.settings.map((one) => ({ ...one })) };
      fail((error as Failure).message);
    }
  };
  const all = about.value?.settings ?? [];
  const of = (type: Setting["type"]) => all.filter((one) => one.type === type).map((one) => <One key={one.name} one={one} set={(value) => void set(one.name, value)} />);
  return (
    <section class="group" aria-label="Settings">
      <h2>Settings of conversations <span class="count">kept in the database</span></h2>
      <div class="stack" style={{ paddingTop: "4px" }}>
        {of("flag")}
        <div class="bar">{of("number")}</div>
        {of("words")}
        {failure && <p class="said bad" role="alert">{failure}</p>}
      </div>
    </section>
  );
}
