// Copies a text, and says on the button that it did. Where the browser has no clipboard (a page that did not come from
// this machine, without TLS), the text is shown to be copied by hand.
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "./dialog";

export function Copy({ text, children, label, plain = false }: { text: () => string; children: string; label?: string; plain?: boolean }) {
  const [said, say] = useState("");
  const [shown, show] = useState("");
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const whole = text();
    try {
      await navigator.clipboard.writeText(whole);
    } catch {
      return show(whole);
    }
    say("Copied");
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => say(""), 1500);
  };
  return (
    <>
      <button type="button" class={plain ? "plain" : ""} aria-label={said ? undefined : label} title={label} onClick={() => void copy()}>{said || children}</button>
      <span class="hidden" role="status">{said}</span>
      {shown && (
        <Dialog title="Copy this" onClose={() => show("")}>
          <textarea readOnly rows={4} data-first value={shown} aria-label="Text to copy" onFocus={(event) => event.currentTarget.select()} />
          <div class="bar"><button onClick={() => show("")}>Close</button></div>
        </Dialog>
      )}
    </>
  );
}
