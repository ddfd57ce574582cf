// A conversation as it is watched: its record so far, and what runs now. Both come in one stream, which goes on after
// the last event when it breaks.
import { useEffect, useState } from "preact/hooks";
import { listen } from "../state/stream";
import type { Event } from "../sessions/data";

export interface Question { id: number; tool: string; within: string; category: string; capability: string; input: string }
export interface Live { running: boolean; text: string; calling: string; question: Question | null; problem: string }
const quiet: Live = { running: false, text: "", calling: "", question: null, problem: "" };

export interface Talk { events: Event[]; live: Live; open: boolean; known: boolean }

export function useTalk(id: string): Talk {
  const [talk, set] = useState<Talk>({ events: [], live: quiet, open: false, known: true });
  useEffect(() => {
    set({ events: [], live: quiet, open: false, known: true });
    if (!id) return;
    const abort = new AbortController();
    void listen("/api/session/watch", { id }, "0", ({ event, data }) => {
      if (event === "record") set((before) => (before.events.at(-1)?.seq ?? 0) < (data as Event).seq ? { ...before, events: [...before.events, data as Event] } : before);
      else if (event === "state") set((before) => ({ ...before, live: data as Live }));
    }, abort.signal, (open) => set((before) => ({ ...before, open }))).then(() => !abort.signal.aborted && set((before) => ({ ...before, known: before.events.length > 0 })));
    return () => abort.abort();
  }, [id]);
  return talk;
}
