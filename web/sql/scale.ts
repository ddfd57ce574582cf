// Round numbers beside an axis, and where a value stands.
export function scale(low: number, high: number, bottom: number, top: number): { ticks: number[]; place: (value: number) => number } {
  const span = high - low || 1;
  const raw = span / 5, size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * size).find((one) => one >= raw) ?? raw;
  const from = Math.floor(low / step) * step, to = Math.ceil(high / step) * step || step;
  const ticks: number[] = [];
  for (let tick = from; tick <= to + step / 2; tick += step) ticks.push(Math.round(tick / step) * step);
  return { ticks, place: (value) => bottom - ((value - from) / (to - from)) * (bottom - top) };
}
