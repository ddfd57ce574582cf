// The question for a permission: what, on whose behalf, where, and how far a yes goes.
import { Dialog } from "../parts/dialog";
import { post } from "../state/api";
import type { Question } from "./talk";

const does: Record<string, string> = { lookup: "look something up in the database", read: "read files of the workspace", write: "change files of the workspace", execute: "run a program" };

export function Permission({ session, question, root }: { session: string; question: Question; root: string }) {
  const answer = (granted: boolean, scope: string) => void post("/api/session/permit", { id: session, question: question.id, granted, scope }).catch(() => {});
  let input = question.input;
  try {
    input = Object.entries(JSON.parse(question.input) as Record<string, unknown>).map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join("\n");
  } catch {
    // shown as it is
  }
  return (
    <Dialog title={`Allow ${question.tool}?`} onClose={() => answer(false, "once")}>
      <p>{question.within === "auto-tools" ? <>A script of <b>Auto-Tools</b> wants to {does[question.capability] ?? question.capability}.</> : <>The model wants to {does[question.capability] ?? question.capability}.</>}</p>
      <dl class="facts"><dt>tool</dt><dd><code>{question.tool}</code> <span class="tag">{question.capability}</span></dd>{question.within && <><dt>called by</dt><dd>{question.within === "auto-tools" ? "Auto-Tools" : question.within}</dd></>}<dt>where</dt><dd class="code">{root}</dd></dl>
      <pre class="listing wrap" tabIndex={0} style={{ maxHeight: "240px", overflow: "auto" }}>{input}</pre>
      <div class="bar">
        <button class="main" data-first onClick={() => answer(true, "once")}>Allow once</button>
        <button onClick={() => answer(true, "session")}>Allow {question.tool} in this session</button>
        {question.category && <button onClick={() => answer(true, "category")}>Allow every {question.capability} of {question.category} in this session</button>}
        <button onClick={() => answer(true, "kind")}>Allow every {question.capability} in this session</button>
        <button onClick={() => answer(false, "once")}>Deny</button>
      </div>
    </Dialog>
  );
}
