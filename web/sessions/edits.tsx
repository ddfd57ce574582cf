// What a session changed: each edit side by side, with undo.
import { useState } from "preact/hooks";
import { Diff } from "../parts/diff";
import { counted } from "../parts/text";
import { Failure, post } from "../state/api";
import { mayWrite, tellTabs } from "../state/store";
import { amount, isReversal, text, type Event } from "./data";

interface Edited { id: string; undone: number[]; events: Event[] }

export async function undoEdits(id: string, edits: number[], force = false): Promise<void> {
  await post("/api/session/undo", { id, edits, force });
  tellTabs();
}

export function OneEdit({ id, event, undone, again }: { id: string; event: Event; undone: boolean; again: () => void }) {
  const [failure, fail] = useState("");
  const undo = async (force: boolean) => {
    try {
      await undoEdits(id, [event.seq], force);
      fail("");
      again();
    } catch (error) {
      fail((error as Failure).message);
    }
  };
  return (
    <div class="stack edit">
      <div class="bar"><code class="grow">{text(event.body, "path")}</code><span class="tag good">+{amount(event.body, "added")}</span><span class="tag bad">−{amount(event.body, "removed")}</span>
        {undone ? <span class="tag warn">undone</span> : <button disabled={!mayWrite.value} onClick={() => void undo(false)}>Undo</button>}</div>
      {failure && <p class="said bad" role="alert">{failure} {/changed since/.test(failure) && <button onClick={() => void undo(true)}>Undo all the same</button>}</p>}
      <Diff text={text(event.body, "diff")} label={"Edit of " + text(event.body, "path")} />
    </div>
  );
}

export function Edits({ one, again }: { one: Edited; again: () => void }) {
  const edits = one.events.filter((event) => event.kind === "edit" && !isReversal(event, one.events));
  if (edits.length === 0) return null;
  const standing = edits.filter((event) => !one.undone.includes(event.seq));
  return (
    <details class="group"><summary>{counted(edits.length, "edit")}{standing.length < edits.length ? `, ${standing.length} of them stand` : ""}</summary>
      <div class="stack" style={{ marginTop: "8px" }}>{edits.map((event) => <OneEdit key={event.seq} id={one.id} event={event} undone={one.undone.includes(event.seq)} again={again} />)}</div></details>
  );
}
