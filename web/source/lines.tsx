// Lines of text of any number: what is seen of them is drawn, and each has a number that is a link.
import { observeElementOffset, observeElementRect, elementScroll, Virtualizer } from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  count: number;
  from: number; // marked lines, from 1; 0 = none
  to: number;
  line: (index: number) => ComponentChildren;
  mark: (index: number) => ComponentChildren;
  pick: (index: number, extend: boolean) => void;
  follow: (name: string) => void;
  text: (index: number) => string;
}
const height = 18;

export function Lines({ count, from, to, line, mark, pick, follow, text }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [, draw] = useState(0);
  const virtual = useRef<Virtualizer<HTMLDivElement, Element> | null>(null);
  const options = { count, estimateSize: () => height, getScrollElement: () => box.current, observeElementRect, observeElementOffset, scrollToFn: elementScroll, overscan: 30, onChange: () => draw((n) => n + 1) };
  virtual.current ??= new Virtualizer(options);
  virtual.current.setOptions(options);
  useLayoutEffect(() => virtual.current!._didMount(), []);
  useLayoutEffect(() => virtual.current!._willUpdate());
  useEffect(() => {
    if (from > 0 && from <= count) virtual.current!.scrollToIndex(from - 1, { align: "center" });
  }, [from, count > 0]);
  // The keyboard's way to a definition: up and down mark a line, F12 follows the names on it.
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = Math.max(0, Math.min(count - 1, (event.shiftKey ? to || from : from) - 1 + (event.key === "ArrowDown" ? 1 : -1)));
      pick(next, event.shiftKey);
    } else if ((event.key === "F12" || event.key === "Enter") && from > 0) {
      const name = /[A-Za-z_$][\w$]*(?=\s*\()/.exec(text(from - 1))?.[0] ?? /[A-Za-z_$][\w$]{2,}/.exec(text(from - 1))?.[0];
      if (name) follow(name);
    }
  };
  const digits = String(count).length;
  return (
    <div class="rows source" ref={box} tabIndex={0} role="region" aria-label="Source" onKeyDown={onKey}>
      <div style={{ height: virtual.current.getTotalSize() + "px" }}>
        {virtual.current.getVirtualItems().map(({ index, start }) => (
          <div key={index} class={"source-line" + (index + 1 >= from && index + 1 <= to && from > 0 ? " marked" : "")} style={{ transform: `translateY(${start}px)` }}>
            {mark(index)}
            <a class="at" href={"#L" + (index + 1)} tabIndex={-1} aria-label={"Line " + (index + 1)} style={{ width: `calc(${digits}ch + 20px)` }} onClick={(event) => { event.preventDefault(); pick(index, event.shiftKey); }}>{index + 1}</a>
            <code>{line(index)}</code>
          </div>
        ))}
      </div>
    </div>
  );
}
