// A kind by letter and colour, never by colour alone.
const letters = new Map(Object.entries({
  module: ["M", ""], namespace: ["N", ""], type: ["T", "type"], class: ["C", "type"], struct: ["S", "type"], interface: ["I", "type"], enum: ["E", "type"], delegate: ["D", "type"],
  trait: ["T", "type"], alias: ["A", "type"], annotation: ["@", "type"], method: ["m", "method"], function: ["f", "method"], constructor: ["c", "method"], field: ["f", "field"],
  constant: ["k", "field"], variable: ["v", "field"], property: ["p", "property"], event: ["e", "event"], file: ["≡", ""], line: ["¶", ""], literal: ["\"", ""],
  reference: ["→", ""], session: ["§", ""], finding: ["!", ""], note: ["✎", ""], member: ["m", "method"], folder: ["▸", ""],
}));

export function Kind({ of }: { of: string }) {
  const [letter = "", colour = ""] = letters.get(of) ?? ([of.slice(0, 1).toUpperCase() || "?", ""] as const);
  return <span class={"kind " + colour} title={of} aria-hidden="true">{letter}</span>;
}
