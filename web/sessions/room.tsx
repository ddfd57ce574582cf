// Sessions: the list, one of them (/session/ID#EVENT), or two side by side (/session/A..B).
import { address } from "../state/address";
import { Beside } from "./beside";
import { SessionList } from "./list";
import { Replay } from "./replay";

export function Sessions() {
  const { about } = address.value;
  const [left, right] = about.split("..");
  if (left && right) return <Beside key={about} left={left} right={right} />;
  return about ? <Replay key={about} id={about} /> : <SessionList />;
}
