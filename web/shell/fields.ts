// The fields of the query language, for completion (docs/query-language.md says what they mean).
export const fields: [string, string][] = [
  ["kind", "what it is"], ["name", "in the short name"], ["full", "in the full name or path"], ["sig", "in the signature"], ["in", "declared in this type"], ["ns", "in or below this namespace"],
  ["module", "in this module"], ["project", "in this project"], ["lang", "in a file of this language"], ["file", "in the path"], ["content", "on a line"], ["base", "with this base type"],
  ["attr", "with this attribute"], ["literal", "whose code holds this literal"], ["as", "a reference of this kind"], ["note", "with a note that says so"], ["seen", "looked at in a session"],
  ["cited", "reported by a session"], ["changed", "changed between A..B"], ["added", "added between A..B"], ["removed", "removed between A..B"], ["moved", "moved between A..B"], ["public", "yes or no"],
  ["static", "yes or no"], ["abstract", "yes or no"], ["generated", "yes or no"], ["line", "first line"], ["token", "metadata token"], ["derives", "types that derive from it"],
  ["implements", "types that implement it"], ["overrides", "methods that override it"], ["calls", "code that calls it"], ["calledby", "what it calls"], ["reads", "code that reads the field"],
  ["writes", "code that writes the field"], ["refs", "whatever refers to it"], ["refby", "whatever it refers to"], ["depth", "follow so many times"], ["at", "in this snapshot"], ["limit", "so many rows"],
  ["sort", "by a column"], ["select", "only these columns"], ["count", "how many of each value"],
];

const values: Record<string, string[]> = {
  kind: ["type", "class", "struct", "interface", "enum", "delegate", "member", "method", "field", "property", "event", "constructor", "module", "file", "line", "literal", "reference", "session", "finding", "note"],
  as: ["call", "new", "ftn", "read", "write", "addr", "type", "base", "interface", "signature", "attribute", "override", "import", "rpc"],
  public: ["yes", "no"], static: ["yes", "no"], abstract: ["yes", "no"], generated: ["yes", "no"], seen: ["last"], cited: ["last"],
  sort: ["name", "-name", "kind", "full", "module", "file", "line"], count: ["kind", "module", "project", "in", "ns", "file", "lang"],
  lang: ["c", "cpp", "csharp", "go", "java", "javascript", "kotlin", "php", "proto", "python", "ruby", "rust", "scala", "swift", "typescript"],
};
export const valuesOf = (field: string): string[] => values[field] ?? [];
