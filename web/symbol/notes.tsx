// Notes on a symbol, written in place. They belong to its key, so they survive every import.
import { useState } from "preact/hooks";
import { Failure, post } from "../state/api";
import { kept, keep, mayWrite, project, tellTabs } from "../state/store";

export function Notes({ of, notes, changed }: { of: string; notes: string[]; changed: () => void }) {
  const [text, setText] = useState(kept("note." + of));
  const [open, setOpen] = useState(text !== "");
  const [failure, fail] = useState("");
  const draft = (value: string) => {
    setText(value);
    keep("note." + of, value);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      await post("/api/notes", { symbol: of, text, project: project.peek() });
      draft("");
      setOpen(false);
      fail("");
      tellTabs();
      changed();
    } catch (error) {
      fail((error as Failure).message);
    }
  };
  return (
    <section aria-label="Notes">
      {notes.map((note) => <p key={note} class="said" style={{ marginBottom: "4px" }}>{note}</p>)}
      {!open && mayWrite.value && <button class="plain" style={{ marginLeft: "-6px" }} onClick={() => setOpen(true)}>+ Note</button>}
      {open && (
        <form class="stack" onSubmit={save}>
          <label class="field">Note<textarea rows={2} value={text} maxLength={4000} onInput={(event) => draft(event.currentTarget.value)} /></label>
          {failure && <p class="said bad" role="alert">{failure}</p>}
          <div class="bar"><button class="main" disabled={!text.trim()}>Keep it</button><button type="button" onClick={() => { setOpen(false); draft(""); }}>Discard</button></div>
        </form>
      )}
    </section>
  );
}
