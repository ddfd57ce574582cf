// What stands where there is nothing, or not yet.
import type { ComponentChildren } from "preact";
import { isPlain } from "../state/address";
import type { Loaded } from "../state/load";
import type { Failure } from "../state/api";

/** Nothing within the first 150 ms; then a word. */
export const Waiting = ({ what = "Loading" }: { what?: string }) => <p class="wait" role="status">{what}…</p>;

export function Failed({ failure, again }: { failure: Failure; again?: () => void }) {
  return (
    <div class="empty" role="alert">
      <p class="said bad">{failure.message}</p>
      {again && <p class="bar" style={{ marginTop: "8px" }}><button onClick={again}>Try again</button></p>}
    </div>
  );
}

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty"><h2>{title}</h2>{children}</div>
);

/** What was loaded, or why not. */
export function Of<T>({ loaded, children, what }: { loaded: Loaded<T>; what?: string; children: (data: T) => ComponentChildren }) {
  if (loaded.failure) return <Failed failure={loaded.failure} again={loaded.again} />;
  if (loaded.data === null) return loaded.waiting ? <Waiting what={what} /> : null;
  return <>{children(loaded.data)}</>;
}

/** Tabs whose arrow keys move between them; each has an address. */
export function Tabs({ label, tabs, chosen, to, choose }: { label: string; tabs: [string, string][]; chosen: string; to: (tab: string) => string; choose: (tab: string) => void }) {
  const onKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex(([key]) => key === chosen);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length]!;
    choose(next[0]);
    const list = event.currentTarget as HTMLElement;
    requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabs.map(([key, name]) => (
        <a key={key} role="tab" href={to(key)} aria-selected={key === chosen} tabIndex={key === chosen ? 0 : -1} onClick={(event) => { if (isPlain(event)) { event.preventDefault(); choose(key); } }}>{name}</a>
      ))}
    </div>
  );
}
