// The query box: the query language with completion. What is typed is the address of Search; Enter opens the first
// result. An error of the query stands under its character.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { address, go, link } from "../state/address";
import { project, snapshots } from "../state/store";
import { fields, valuesOf } from "./fields";

export interface Complaint { text: string; column: number } // 0-based
export const complaint = signal<Complaint | null>(null);
/** Names that the rows on screen hold, offered as completions. */
export const names = signal<string[]>([]);
/** Called by Down and Enter in the box: into the results, or to the first of them. */
export const results = { enter: () => {}, open: () => {} };

interface Offer { text: string; says: string }

function wordAt(text: string, caret: number): [number, string] {
  let start = caret;
  while (start > 0 && !/[\s(]/.test(text[start - 1]!)) --start;
  return [start, text.slice(start, caret)];
}

function offersFor(word: string): Offer[] {
  const plain = word.replace(/^-/, ""), sign = word.slice(0, word.length - plain.length);
  const colon = plain.indexOf(":");
  if (colon > 0) {
    const field = plain.slice(0, colon), begun = plain.slice(colon + 1).toLowerCase();
    const values = field === "project" ? [...new Set(snapshots.value.map((one) => one.project))]
      : field === "at" ? snapshots.value.map((one) => one.label || String(one.id)) : valuesOf(field);
    return values.filter((one) => one.toLowerCase().startsWith(begun) && one.toLowerCase() !== begun).slice(0, 12).map((one) => ({ text: `${sign}${field}:${/\s/.test(one) ? `"${one}"` : one}`, says: "" }));
  }
  if (plain.length < 1) return [];
  const lower = plain.toLowerCase();
  const found = fields.filter(([name]) => name.startsWith(lower)).map(([name, says]) => ({ text: `${sign}${name}:`, says }));
  const known = plain.length > 1 ? names.value.filter((one) => one.toLowerCase().startsWith(lower) && one !== plain).slice(0, 6).map((one) => ({ text: sign + one, says: "name" })) : [];
  return [...found.slice(0, 6), ...known];
}

export function QueryBox() {
  const here = address.value;
  const shown = here.room === "search" ? here.params.get("q") ?? "" : "";
  const [text, setText] = useState(shown);
  const [offers, setOffers] = useState<Offer[]>([]);
  const [chosen, choose] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const typing = useRef(false);
  useEffect(() => {
    if (!typing.current) setText(shown);
    typing.current = false;
  }, [shown, here.room]);

  const search = (value: string, caret: number) => {
    typing.current = true;
    setText(value);
    setOffers(offersFor(wordAt(value, caret)[1]));
    choose(-1);
    const again = address.peek().room === "search";
    go(link("search", "", { q: value, project: project.peek() }), again);
  };
  const take = (offer: Offer) => {
    const caret = box.current!.selectionStart ?? text.length;
    const [start] = wordAt(text, caret);
    const value = text.slice(0, start) + offer.text + (offer.text.endsWith(":") ? "" : " ") + text.slice(caret).trimStart();
    const place = start + offer.text.length + (offer.text.endsWith(":") ? 0 : 1);
    search(value, place);
    requestAnimationFrame(() => box.current?.setSelectionRange(place, place));
  };
  const onKey = (event: KeyboardEvent) => {
    const open = offers.length > 0;
    if (event.key === "Escape" && open) setOffers([]);
    else if (event.key === "Tab" && open && !event.shiftKey) take(offers[Math.max(0, chosen)]!);
    else if (event.key === "ArrowDown" && open) choose((chosen + 1) % offers.length);
    else if (event.key === "ArrowUp" && open) choose((chosen - 1 + offers.length) % offers.length);
    else if (event.key === "Enter" && open && chosen >= 0) take(offers[chosen]!);
    else if (event.key === "Enter") { setOffers([]); results.open(); }
    else if (event.key === "ArrowDown") results.enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const wrong = here.room === "search" ? complaint.value : null;
  return (
    <div class="query" role="search">
      <input id="query" ref={box} type="text" value={text} autocomplete="off" autocapitalize="off" spellcheck={false} placeholder="Search: player health, kind:field writes:…" aria-label="Query"
             role="combobox" aria-expanded={offers.length > 0} aria-controls="offers" aria-autocomplete="list" aria-invalid={wrong ? true : undefined} aria-describedby={wrong ? "complaint" : undefined}
             aria-activedescendant={chosen >= 0 ? "offer-" + chosen : undefined} onInput={(event) => search(event.currentTarget.value, event.currentTarget.selectionStart ?? 0)}
             onKeyDown={onKey} onBlur={() => setOffers([])} />
      <kbd aria-hidden="true">/</kbd>
      <ul class="offers" id="offers" role="listbox" aria-label="Completions" hidden={offers.length === 0}>
        {offers.map((offer, i) => (
          <li key={offer.text} id={"offer-" + i} role="option" aria-selected={i === chosen} onMouseDown={(event) => { event.preventDefault(); take(offer); }}>
            <code>{offer.text}</code><span class="dim">{offer.says}</span>
          </li>
        ))}
      </ul>
      {wrong && offers.length === 0 && <div class="complaint" id="complaint" role="alert">{" ".repeat(Math.max(0, Math.min(wrong.column, text.length)))}^ {wrong.text}</div>}
    </div>
  );
}
