// A result as a table: sorted by a click, filtered by a word, its cells links where they name symbols, files or sessions.
import { Copy } from "../parts/copy";
import { saveCsv, saveJson } from "../parts/save";
import { counted, number } from "../parts/text";
import { address, changed, go, link } from "../state/address";
import type { SqlResult } from "../state/api";
import { fileLink, symbolLink } from "../state/store";

type Cell = string | number | null;
const symbols = new Set(["full_name", "key", "target", "target_key", "source_member", "source_type", "type", "base_type", "target_type"]);

function Shown({ column, cell }: { column: string; cell: Cell }) {
  if (cell === null) return <span class="dim">null</span>;
  if (typeof cell === "number") return <>{/(^|_)(id|line|token|seq)$/.test(column) ? cell : number(cell)}</>;
  if (symbols.has(column) && cell) return <a href={symbolLink(cell)}>{cell}</a>;
  if (column === "path" && cell && !cell.startsWith("/") && !/^[A-Za-z]:\\/.test(cell)) return <a href={fileLink(cell)}>{cell}</a>;
  if (column === "session" && /^[0-9a-f]{12}$/.test(cell)) return <a href={link("session", cell)}>{cell}</a>;
  return <>{cell}</>;
}

export function Table({ result }: { result: SqlResult }) {
  const { params } = address.value;
  const filter = params.get("has") ?? "";
  const [, dash = "", name = ""] = /^(-?)(.*)$/s.exec(params.get("sort") ?? "") ?? [];
  const column = name ? result.columns.indexOf(name) : -1, down = dash !== "";
  const sort = (i: number, descending: boolean) => go(changed({ sort: (descending ? "-" : "") + result.columns[i] }), true);
  let rows = filter ? result.rows.filter((row) => row.some((cell) => String(cell).toLowerCase().includes(filter.toLowerCase()))) : result.rows;
  if (column >= 0) rows = [...rows].sort((a, b) => {
    const x = a[column] ?? "", y = b[column] ?? "";
    return (typeof x === "number" && typeof y === "number" ? x - y : String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0) * (down ? -1 : 1);
  });
  const numeric = result.columns.map((_, i) => result.rows.some((row) => typeof row[i] === "number") && result.rows.every((row) => row[i] === null || typeof row[i] === "number"));
  return (
    <div class="stack">
      <div class="bar">
        <label><span class="hidden">Filter rows</span><input placeholder="Filter" value={filter} onInput={(event) => go(changed({ has: event.currentTarget.value }), true)} /></label>
        <span class="dim grow nowrap" style={{ minWidth: "max-content" }}>{counted(rows.length, "row")}{result.truncated ? "; there are more" : ""} · {result.elapsed_ms < 10 ? result.elapsed_ms.toFixed(1) : Math.round(result.elapsed_ms)} ms</span>
        <Copy label="Copy the rows, with tabs between the columns" text={() => [result.columns, ...rows].map((row) => row.map((cell) => String(cell ?? "").replace(/[\t\n\r]+/g, " ")).join("\t")).join("\n")}>Copy</Copy>
        <button onClick={() => saveCsv("result", result.columns, rows)}>CSV</button>
        <button onClick={() => saveJson("result", result.columns, rows)}>JSON</button>
      </div>
      <div style={{ overflow: "auto", maxHeight: "70vh" }} tabIndex={0} role="region" aria-label="Result">
        <table style={{ "--columns": result.columns.length, maxWidth: `${result.columns.length * 440}px` }}>
          <thead><tr>{result.columns.map((name, i) => <th key={i} class={numeric[i] ? "number" : ""} aria-sort={column === i ? (down ? "descending" : "ascending") : undefined}><button class="plain" onClick={() => sort(i, column === i ? !down : numeric[i] ?? false)}>{name}{column === i ? (down ? " ↓" : " ↑") : ""}</button></th>)}</tr></thead>
          <tbody>{rows.slice(0, 1000).map((row, r) => <tr key={r}>{row.map((cell, i) => <td key={i} class={numeric[i] ? "number" : "code"}><Shown column={result.columns[i]!} cell={cell} /></td>)}</tr>)}</tbody>
        </table>
      </div>
    </div>
  );
}
