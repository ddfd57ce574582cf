// Where the page is. Every state has an address, and the address is the state: a room, what it is about, parameters,
// and a place in it. Rejected: a router package; this is a signal and a listener.
import { computed, signal } from "@preact/signals";

export type Room = "search" | "browse" | "symbol" | "file" | "ask" | "session" | "sql" | "compare" | "impact" | "server";
const rooms: readonly string[] = ["search", "browse", "symbol", "file", "ask", "session", "sql", "compare", "impact", "server"];

export interface Address {
  room: Room;
  about: string; // a symbol's key, a path, an id; "" = none
  params: URLSearchParams;
  place: string; // after #
}

const href = signal(location.pathname + location.search + location.hash);

export function parse(text: string): Address {
  const url = new URL(text, location.origin);
  const [first = "", ...rest] = url.pathname.slice(1).split("/");
  const room = (rooms.includes(first) ? first : "search") as Room;
  return { room, about: decode(rest.join("/")), params: url.searchParams, place: decode(url.hash.slice(1)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is itself
  }
}

export const address = computed(() => parse(href.value));

export type Params = Record<string, string | number | boolean | null | undefined>;

/** The address of a room; parameters that are empty are left out. `at` is kept where none is given. */
export function link(room: Room, about = "", params: Params = {}, place = ""): string {
  const query = new URLSearchParams();
  const all: Params = { at: address.value.params.get("at"), ...params };
  for (const [key, value] of Object.entries(all)) if (value) query.set(key, String(value));
  const path = about.split("/").map(encodeURIComponent).join("/");
  const text = query.toString();
  return `/${room}${about ? "/" + path : ""}${text ? "?" + text : ""}${place ? "#" + encodeURIComponent(place) : ""}`;
}

/** This address with other parameters. */
export function changed(params: Params, place?: string): string {
  const url = new URL(href.peek(), location.origin);
  for (const [key, value] of Object.entries(params))
    if (value === null || value === undefined || value === "" || value === false) url.searchParams.delete(key);
    else url.searchParams.set(key, String(value));
  if (place !== undefined) url.hash = place;
  return url.pathname + url.search + url.hash;
}

/** Goes there: a new entry of the history, or the same one with another address. */
export function go(to: string, replace = false): void {
  if (to === href.peek()) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  href.value = to;
}

/** A click that is no wish for a new tab or window, or to save. */
export const isPlain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

addEventListener("popstate", () => (href.value = location.pathname + location.search + location.hash));
addEventListener("hashchange", () => (href.value = location.pathname + location.search + location.hash));
// A plain click on a link of the page stays in the page.
addEventListener("click", (event) => {
  if (event.defaultPrevented || !isPlain(event)) return;
  const anchor = (event.target as Element | null)?.closest?.("a");
  if (!anchor || anchor.hasAttribute("download") || anchor.target === "_blank") return;
  const to = anchor.getAttribute("href") ?? "";
  if (!to.startsWith("/") || to.startsWith("/api/") || to.startsWith("/assets/")) return;
  event.preventDefault();
  go(to);
});
