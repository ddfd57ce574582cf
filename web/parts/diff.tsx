// Two texts side by side, from a unified diff: what went on the left, what came on the right.
interface Line { kind: "same" | "gone" | "come" | "part"; text: string; left: number; right: number }

export function parseDiff(text: string): Line[] {
  const lines: Line[] = [];
  let left = 0, right = 0;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      left = Number(hunk[1]);
      right = Number(hunk[2]);
      lines.push({ kind: "part", text: line, left: 0, right: 0 });
    } else if (left + right === 0 || line.startsWith("\\")) continue;
    else if (line.startsWith("-")) lines.push({ kind: "gone", text: line.slice(1), left: left++, right: 0 });
    else if (line.startsWith("+")) lines.push({ kind: "come", text: line.slice(1), left: 0, right: right++ });
    else lines.push({ kind: "same", text: line.slice(1), left: left++, right: right++ });
  }
  return lines;
}

/** Rows of two sides: lines that went stand beside those that came in their place. */
function paired(lines: Line[]): [Line | null, Line | null][] {
  const rows: [Line | null, Line | null][] = [];
  for (let i = 0; i < lines.length; ) {
    const gone: Line[] = [], come: Line[] = [];
    while (lines[i]?.kind === "gone") gone.push(lines[i++]!);
    while (lines[i]?.kind === "come") come.push(lines[i++]!);
    for (let k = 0; k < Math.max(gone.length, come.length); ++k) rows.push([gone[k] ?? null, come[k] ?? null]);
    if (i < lines.length && (lines[i]!.kind === "same" || lines[i]!.kind === "part")) rows.push([lines[i]!, lines[i]!]), ++i;
  }
  return rows;
}

export function Diff({ text, label }: { text: string; label: string }) {
  const rows = paired(parseDiff(text));
  if (rows.length === 0) return <p class="dim">No line differs.</p>;
  return (
    <div class="diff" tabIndex={0} role="region" aria-label={label}>
      <table>
        <colgroup><col style={{ width: "48px" }} /><col /><col style={{ width: "48px" }} /><col /></colgroup>
        <tbody>
          {rows.map(([left, right], i) => left?.kind === "part" ? <tr key={i} class="part"><td colSpan={4}>{left.text}</td></tr> : (
            <tr key={i}>
              <td class="at">{left?.left || ""}</td><td class={left?.kind === "gone" ? "gone" : ""}>{left?.kind === "gone" && <span class="hidden">removed: </span>}{left?.text ?? ""}</td>
              <td class="at">{right?.right || ""}</td><td class={right?.kind === "come" ? "come" : ""}>{right?.kind === "come" && <span class="hidden">added: </span>}{right?.text ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A unified diff of two texts, by lines (Myers; texts of more than 4,000 lines are compared as a whole). */
export function unified(before: string, after: string, context = 3): string {
  const a = before.split("\n"), b = after.split("\n");
  const ops = script(a, b);
  let out = "";
  for (let i = 0; i < ops.length; ) {
    if (ops[i]![0] === " ") {
      ++i;
      continue;
    }
    let from = i, end = i;
    for (let k = i, same = 0; k < ops.length && same <= 2 * context; ++k) ops[k]![0] === " " ? ++same : ((same = 0), (end = k));
    from = Math.max(0, i - context);
    const to = Math.min(ops.length, end + 1 + context);
    const part = ops.slice(from, to);
    const old = part.filter(([op]) => op !== "+").length, fresh = part.filter(([op]) => op !== "-").length;
    const left = ops.slice(0, from).filter(([op]) => op !== "+").length + 1, right = ops.slice(0, from).filter(([op]) => op !== "-").length + 1;
    out += `@@ -${left},${old} +${right},${fresh} @@\n` + part.map(([op, line]) => op + line + "\n").join("");
    i = to;
  }
  return out;
}

function script(a: string[], b: string[]): [string, string][] {
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) ++tail;
  const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail);
  const same = (lines: string[]) => lines.map((line): [string, string] => [" ", line]);
  const middle = x.length * y.length > 4_000_000 ? [...x.map((line): [string, string] => ["-", line]), ...y.map((line): [string, string] => ["+", line])] : longest(x, y);
  return [...same(a.slice(0, head)), ...middle, ...same(tail ? a.slice(-tail) : [])];
}

// By the table of longest common subsequences.
function longest(x: string[], y: string[]): [string, string][] {
  const wide = y.length + 1, table = new Uint32Array((x.length + 1) * wide);
  for (let i = x.length - 1; i >= 0; --i)
    for (let k = y.length - 1; k >= 0; --k) table[i * wide + k] = x[i] === y[k] ? table[(i + 1) * wide + k + 1]! + 1 : Math.max(table[(i + 1) * wide + k]!, table[i * wide + k + 1]!);
  const out: [string, string][] = [];
  let i = 0, k = 0;
  while (i < x.length || k < y.length)
    if (i < x.length && k < y.length && x[i] === y[k]) out.push([" ", x[i++]!]), ++k;
    else if (k >= y.length || (i < x.length && table[(i + 1) * wide + k]! >= table[i * wide + k + 1]!)) out.push(["-", x[i++]!]);
    else out.push(["+", y[k++]!]);
  return out;
}
