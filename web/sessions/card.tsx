// A session in the inspector: what it was, and its answer.
import { Of } from "../parts/states";
import { ago, counted } from "../parts/text";
import { link } from "../state/address";
import { useLoad } from "../state/load";
import { lineOf, record } from "./data";
import { Findings } from "./findings";

export function SessionCard({ about, close }: { about: string; close: () => void }) {
  const loaded = useLoad((signal) => record(about, signal), [about]);
  return (
    <>
      <header><h2 class="grow clip">Session {about}</h2><a class="button" href={link("session", about)}>Open</a><button class="plain" aria-label="Close the inspector" onClick={close}>✕</button></header>
      <div class="scroll stack" tabIndex={0} role="region" aria-label="Card">
        <Of loaded={loaded}>{(one) => {
          const answer = one.events.findLast((event) => event.kind === "answer");
          return <>
            <p>{one.title}</p>
            <p class="dim">{one.mode} · {one.model} · {counted(one.size, "event")} · {one.events[0] && ago(one.events[0].at)}</p>
            {answer ? <><p>{lineOf(answer)}</p><Findings findings={answer.findings ?? []} /></> : <p class="dim">{lineOf(one.events.at(-1)!)}</p>}
          </>;
        }}</Of>
      </div>
    </>
  );
}
