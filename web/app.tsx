// The page: the shell, and the room that the address names. Rooms other than Search load when they are first opened.
import "./look/index.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { lazily } from "./parts/lazily";
import { number } from "./parts/text";
import { Search } from "./search/search";
import { Head, helping } from "./shell/head";
import { Inspector } from "./shell/inspector";
import { keys, Rail } from "./shell/rail";
import { address, go, link, type Room } from "./state/address";
import { online } from "./state/api";
import { changedElsewhere, loaded, project, refresh, refreshAbout, select, selected, snapshots, status, theme } from "./state/store";
import { SymbolRoom } from "./symbol/room";

const Browse = lazily(() => import("./browse/room").then((part) => part.Browse));
const Source = lazily(() => import("./source/room").then((part) => part.Source));
const Ask = lazily(() => import("./ask/room").then((part) => part.Ask));
const Sessions = lazily(() => import("./sessions/room").then((part) => part.Sessions));
const Sql = lazily(() => import("./sql/room").then((part) => part.Sql));
const Compare = lazily(() => import("./compare/room").then((part) => part.Compare));
const Impact = lazily(() => import("./impact/room").then((part) => part.Impact));
const Server = lazily(() => import("./server/room").then((part) => part.Server));
const Welcome = lazily(() => import("./shell/welcome").then((part) => part.Welcome));
const rooms: Record<Room, preact.ComponentType> = {
  search: Search, symbol: SymbolRoom, browse: Browse, file: Source, ask: Ask, session: Sessions, sql: Sql, compare: Compare, impact: Impact, server: Server,
};

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
effect(() => {
  const { room, about, params } = address.value;
  const what = about || params.get("q") || "";
  document.title = `${what ? what.slice(0, 80) + " – " : ""}${room[0]!.toUpperCase()}${room.slice(1)} – dossier`;
});

function useKeys(): void {
  useEffect(() => {
    let leader = -Infinity; // when g was pressed
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable || target.shadowRoot?.activeElement;
      if (event.key === "Escape" && !event.defaultPrevented && selected.peek()) return select("");
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - leader < 1500 && keys[event.key]) go(link(keys[event.key]!, "", { project: project.peek() }));
      else if (event.key === "/") document.getElementById("query")?.focus();
      else if (event.key === "?") helping.value = true;
      else {
        leader = event.key === "g" ? event.timeStamp : -Infinity;
        return;
      }
      leader = -Infinity;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

// Whether the server is there, and what it holds: asked now and then, and at once after it was away.
function useHeartbeat(): void {
  useEffect(() => {
    let timer = 0;
    const beat = () => {
      const wait = online.peek() ? 5000 : 1000;
      timer = window.setTimeout(() => void (document.hidden ? Promise.resolve() : refresh()).catch(() => {}).then(beat), wait);
    };
    void Promise.all([refresh(), refreshAbout()]).catch(() => {}).then(beat);
    return () => clearTimeout(timer);
  }, []);
}

function Foot() {
  return (
    <footer class="foot" role="contentinfo">
      {status.value.map((part, i) => <span key={i}>{number(part)}</span>)}
      {changedElsewhere.value && <span><button class="plain" style={{ height: "20px" }} onClick={() => { changedElsewhere.value = false; location.reload(); }}>The database has changed: show it</button></span>}
    </footer>
  );
}

// Rooms that show no heading of their own have one for who does not look.
const untitled: readonly string[] = ["search", "ask", "sql", "compare", "impact"];

function App() {
  useKeys();
  useHeartbeat();
  const { room } = address.value;
  const Shown = loaded.value && snapshots.value.length === 0 && !["server", "session", "ask"].includes(room) ? Welcome : rooms[room];
  return (
    <div class="shell">
      <a class="button skip" href="#room" onClick={(event) => { event.preventDefault(); document.getElementById("room")?.focus(); }}>To the content</a>
      <Head />
      <Rail />
      <main class="room" id="room" tabIndex={-1} aria-label={room}>
        {untitled.includes(room) && <h1 class="hidden">{document.title.split(" – ").at(-2)}</h1>}
        {!online.value && <p class="said warn" role="alert" style={{ margin: "8px" }}>The server does not answer. What is on the page stays; it goes on when the server is back.</p>}
        <Shown />
      </main>
      <Inspector />
      <Foot />
    </div>
  );
}

render(<App />, document.getElementById("page")!);
