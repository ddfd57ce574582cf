// A question before everything else: focus stays in it, Escape is its "no".
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  // Before the dialog is seen: a key that is pressed at once is for it.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    (box.current?.querySelector<HTMLElement>("[data-first]") ?? box.current?.querySelector<HTMLElement>("button, input, select"))?.focus();
    return () => before?.focus?.();
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== "Tab") return;
    const all = [...box.current!.querySelectorAll<HTMLElement>("button:not(:disabled), input, select, textarea, a[href], [tabindex='0']")];
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (document.activeElement === edge) {
      event.preventDefault();
      (event.shiftKey ? all.at(-1) : all[0])?.focus();
    }
  };
  return (
    <div class="shade" onKeyDown={onKey}>
      <div class="box" role="dialog" aria-modal="true" aria-label={title} ref={box}>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
