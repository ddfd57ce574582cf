// Saves what is shown: a picture as SVG, rows as CSV or JSON.
import { render, type VNode } from "preact";

type Cell = string | number | boolean | null | undefined;

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A cell that a spreadsheet would run as a formula is text.
function quoted(cell: Cell): string {
  let text = cell === null || cell === undefined ? "" : String(cell);
  if (typeof cell === "string" && /^[=+\-@\t\r]/.test(text)) text = "'" + text;
  return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}
export const csv = (columns: string[], rows: Cell[][]) => [columns, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";

export const saveCsv = (name: string, columns: string[], rows: Cell[][]) => download(name + ".csv", "text/csv", csv(columns, rows));
export const saveJson = (name: string, columns: string[], rows: Cell[][]) =>
  download(name + ".json", "application/json", JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))), null, 1) + "\n");

/** The picture with the colours it has on the page. */
export function saveSvg(name: string, picture: SVGSVGElement): void {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const from = [picture, ...picture.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of ["fill", "stroke", "stroke-width", "font"]) (to[i] as SVGElement).style.setProperty(property, style.getPropertyValue(property));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  download(name + ".svg", "image/svg+xml", new XMLSerializer().serializeToString(copy));
}

/** The same of a picture that the page has in another form: it is drawn for as long as it takes to save it. */
export function saveDrawn(name: string, picture: VNode): void {
  const holder = document.createElement("div");
  holder.className = "picture";
  document.body.append(holder);
  render(picture, holder);
  saveSvg(name, holder.querySelector("svg")!);
  render(null, holder);
  holder.remove();
}
