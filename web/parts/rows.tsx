// A list of any length that draws what is seen of it, moved through with the arrow keys. A row that leads somewhere is
// a link, so that it opens in a new tab as links do.
import { observeElementOffset, observeElementRect, elementScroll, Virtualizer } from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isPlain } from "../state/address";

// So many rows before the last one, more are asked for: not at once, and early enough for who scrolls fast.
const ahead = (count: number) => Math.min(300, Math.floor(count / 3));

interface Props {
  count: number;
  label: string;
  chosen: number;
  height?: number;
  onChoose: (index: number) => void;
  onClick?: (index: number) => void; // default: chooses it
  onOpen?: (index: number) => void;
  onEnd?: () => void; // the last rows come into sight
  href?: (index: number) => string; // "" = the row leads nowhere
  row: (index: number) => ComponentChildren;
}

export function Rows({ count, label, chosen, height = 28, onChoose, onClick = onChoose, onOpen, onEnd, href, row }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [, draw] = useState(0);
  const virtual = useRef<Virtualizer<HTMLDivElement, Element> | null>(null);
  const options = {
    count, estimateSize: () => height, getScrollElement: () => box.current, observeElementRect, observeElementOffset,
    scrollToFn: elementScroll, overscan: 12, onChange: () => draw((n) => n + 1),
  };
  virtual.current ??= new Virtualizer(options);
  virtual.current.setOptions(options);
  useLayoutEffect(() => virtual.current!._didMount(), []);
  useLayoutEffect(() => virtual.current!._willUpdate());
  useEffect(() => {
    if (chosen >= 0 && chosen < count) virtual.current!.scrollToIndex(chosen, { align: "auto" });
  }, [chosen]);
  const items = virtual.current.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  // Rows that leave the window are drawn again as those that enter it: making elements is what scrolling costs.
  const slots = useRef(64);
  while (slots.current < items.length) slots.current *= 2;
  useEffect(() => {
    if (count > 0 && last >= count - 1 - ahead(count)) onEnd?.();
  }, [last, count]);

  const move = (to: number) => onChoose(Math.max(0, Math.min(count - 1, to)));
  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 280) / height) - 1);
    const steps: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + page, PageUp: chosen - page, Home: 0, End: count - 1 };
    if (event.key in steps) move(steps[event.key]!);
    else if (event.key === "Enter" && chosen >= 0) onOpen?.(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div class="rows" ref={box} tabIndex={0} role="listbox" aria-label={label} aria-activedescendant={chosen >= 0 && items.some((one) => one.index === chosen) ? `${label}-${chosen}`.replace(/\W+/g, "-") : undefined} onKeyDown={onKey}>
      <div role="presentation" style={{ height: virtual.current.getTotalSize() + "px" }}>
        {items.map((item) => {
          const to = href?.(item.index);
          const Row = to ? "a" : "div";
          const onPress = (event: MouseEvent) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            box.current?.focus({ preventScroll: true });
            onClick(item.index);
          };
          return (
            <Row key={item.index % slots.current} href={to || undefined} tabIndex={to ? -1 : undefined} draggable={false} id={`${label}-${item.index}`.replace(/\W+/g, "-")} role="option" aria-selected={item.index === chosen} aria-setsize={count} aria-posinset={item.index + 1}
                 class="row" style={{ transform: `translateY(${item.start}px)`, height: height + "px" }} onClick={onPress} onDblClick={() => onOpen?.(item.index)}>
              {row(item.index)}
            </Row>
          );
        })}
      </div>
    </div>
  );
}
