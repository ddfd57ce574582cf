// Where an error of a query stands: the server names the byte, the box counts characters.
import type { Failure } from "../state/api";
import type { Complaint } from "../shell/query";

export function placeOf(query: string, failure: Failure): Complaint {
  const before = new TextDecoder().decode(new TextEncoder().encode(query).slice(0, Math.max(0, failure.begin)));
  return { text: failure.message.split("\n")[0]!, column: before.length };
}
