// What a component waits for: the newest request wins, and an older one is cancelled.
import { useEffect, useRef, useState } from "preact/hooks";
import { Failure } from "./api";

export interface Loaded<T> {
  data: T | null;
  failure: Failure | null;
  waiting: boolean;
  again: () => void;
}

/** Runs `ask` whenever `keys` change. The answer before stays until the next one comes. */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T> | null, keys: unknown[]): Loaded<T> {
  const [state, set] = useState<{ data: T | null; failure: Failure | null; waiting: boolean }>({ data: null, failure: null, waiting: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    const mine = ++latest.current;
    const abort = new AbortController();
    const promise = ask(abort.signal);
    if (!promise) {
      set({ data: null, failure: null, waiting: false });
      return;
    }
    set((before) => ({ ...before, waiting: true }));
    promise.then(
      (data) => mine === latest.current && set({ data, failure: null, waiting: false }),
      (error: Error) => {
        if (error.name === "AbortError" || mine !== latest.current) return;
        set({ data: null, failure: error instanceof Failure ? error : new Failure(0, error.message), waiting: false });
      },
    );
    return () => abort.abort();
  }, [...keys, turn]);
  return { ...state, again: () => setTurn((n) => n + 1) };
}
