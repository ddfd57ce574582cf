// The card of what is selected, beside the room and never instead of it. Escape closes it.
import { lazily } from "../parts/lazily";
import { select, selected } from "../state/store";
import { SymbolCard } from "../symbol/card";

const FileCard = lazily(() => import("../source/card").then((part) => part.FileCard));
const SessionCard = lazily(() => import("../sessions/card").then((part) => part.SessionCard));

export function Inspector() {
  const what = selected.value;
  const colon = what.indexOf(":");
  if (colon < 0) return null;
  const kind = what.slice(0, colon), about = what.slice(colon + 1);
  return (
    <aside class="card" aria-label="Inspector">
      {kind === "symbol" ? <SymbolCard key={about} about={about} close={() => select("")} />
        : kind === "file" ? <FileCard key={about} about={about} close={() => select("")} />
        : <SessionCard key={about} about={about} close={() => select("")} />}
    </aside>
  );
}
