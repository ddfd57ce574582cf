// Replays what is recorded, as a player does: play, step, speed, jump. Pauses between events are as long as they were,
// at most two seconds at speed 1.
import { useEffect, useState } from "preact/hooks";
import type { Event } from "./data";

export function usePlayer(events: Event[], at: number, jump: (seq: number) => void) {
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(1);
  const index = events.findIndex((one) => one.seq === at);
  useEffect(() => {
    if (!playing) return;
    const here = events[index], next = events[index + 1];
    if (!next) {
      play(false);
      return;
    }
    const pause = here ? new Date(next.at).getTime() - new Date(here.at).getTime() : 0;
    const timer = setTimeout(() => jump(next.seq), Math.min(2000, Math.max(120, pause)) / speed);
    return () => clearTimeout(timer);
  }, [playing, index, speed, events.length]);
  return { playing, play, speed, setSpeed, index };
}

export function Player({ events, at, jump }: { events: Event[]; at: number; jump: (seq: number) => void }) {
  const { playing, play, speed, setSpeed, index } = usePlayer(events, at, jump);
  const step = (by: number) => {
    play(false);
    const to = events[Math.max(0, Math.min(events.length - 1, (index < 0 ? events.length - 1 : index) + by))];
    if (to) jump(to.seq);
  };
  const toggle = () => {
    if (!playing && (index < 0 || index === events.length - 1) && events[0]) jump(events[0].seq);
    play(!playing);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement) return;
    if (event.key === " " && !(event.target instanceof HTMLButtonElement)) toggle();
    else if (event.key === "ArrowRight" && !(event.target instanceof HTMLInputElement)) step(1);
    else if (event.key === "ArrowLeft" && !(event.target instanceof HTMLInputElement)) step(-1);
    else return;
    event.preventDefault();
  };
  const shown = index < 0 ? events.length : index + 1;
  return (
    <div class="bar player" role="group" aria-label="Player" tabIndex={0} onKeyDown={onKey}>
      <button onClick={() => { play(false); if (events[0]) jump(events[0].seq); }} aria-label="To the beginning">|◂</button>
      <button onClick={() => step(-1)} aria-label="Back one event">◂</button>
      <button class="main" onClick={toggle} aria-label={playing ? "Pause" : "Play"}>{playing ? "❚❚" : "▶"}</button>
      <button onClick={() => step(1)} aria-label="Forward one event">▸</button>
      <input type="range" class="grow" min={1} max={Math.max(1, events.length)} value={shown} aria-label="Event" aria-valuetext={`event ${shown} of ${events.length}`} onInput={(event) => { play(false); const to = events[Number(event.currentTarget.value) - 1]; if (to) jump(to.seq); }} />
      <span class="dim number">{shown} / {events.length}</span>
      <label><span class="hidden">Speed</span><select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>{[0.500, 1, 2, 5, 20].map((one) => <option key={one} value={one}>{one}×</option>)}</select></label>
    </div>
  );
}
