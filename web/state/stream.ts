// Server-sent events over fetch, which can carry a token. A stream that breaks is opened again after the last event
// that came, so nothing is missed and nothing comes twice.
import { headers, online, target } from "./api";
import type { Params } from "./address";

export interface Heard {
  id: string;
  event: string;
  data: unknown;
}

/** Listens until `done` says so or the caller aborts. `state` hears whether the stream is open. */
export async function listen(path: string, params: Params, last: string, heard: (event: Heard) => boolean | void,
                             signal: AbortSignal, state?: (open: boolean) => void): Promise<void> {
  let wait = 250;
  for (let id = last; !signal.aborted; ) {
    try {
      const response = await fetch(target(path, { ...params, after: id }), { headers: headers(), signal });
      if (response.status >= 400 && response.status < 500) return;
      if (!response.ok || !response.body) throw new Error(String(response.status));
      online.value = true;
      state?.(true);
      wait = 250;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        rest += value;
        for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
          const event = read(rest.slice(0, end));
          rest = rest.slice(end + 2);
          if (!event) continue;
          if (event.id) id = event.id;
          if (heard(event)) return;
        }
      }
    } catch {
      if (signal.aborted) return;
      online.value = false;
    }
    state?.(false);
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, 4000);
  }
}

function read(text: string): Heard | null {
  const event: Heard = { id: "", event: "message", data: null };
  let data = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("id: ")) event.id = line.slice(4);
    else if (line.startsWith("event: ")) event.event = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  if (!data) return null;
  event.data = JSON.parse(data);
  return event;
}
