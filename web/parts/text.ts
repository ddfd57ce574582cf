// How numbers, times and paths are written.
const numbers = new Intl.NumberFormat("en-GB");
export const number = (value: number | string) => (typeof value === "number" ? numbers.format(value) : value.replace(/\d{4,}/g, (digits) => numbers.format(Number(digits))));

const units: [Intl.RelativeTimeFormatUnit, number][] = [["year", 31536e6], ["month", 2592e6], ["week", 6048e5], ["day", 864e5], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
export function ago(when: string | number, now = Date.now()): string {
  const passed = new Date(when).getTime() - now;
  if (Number.isNaN(passed)) return String(when);
  for (const [unit, size] of units) if (Math.abs(passed) >= size || unit === "second") return relative.format(Math.round(passed / size), unit);
  return "now";
}

export function duration(ms: number): string {
  if (ms < 0) return "";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60000)} min ${Math.round((ms % 60000) / 1000)} s`;
}

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  for (const unit of ["KB", "MB", "GB"]) if ((size /= 1024) < 1024 || unit === "GB") return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
  return "";
}

export const counted = (count: number, one: string, many = one + "s") => `${number(count)} ${count === 1 ? one : many}`;

/** The last names of a path. */
export const baseName = (path: string) => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

/** A key's name without its parameters and without what it is in. */
export function shortName(key: string): string {
  const open = key.indexOf("(");
  const head = open < 0 ? key : key.slice(0, open);
  if (/\.\.(c?ctor)$/.test(head)) return head.slice(head.lastIndexOf(".", head.length - 7) + 1);
  return head.slice(head.lastIndexOf(".") + 1) || key;
}
