// A path on one line, cut at its beginning: what tells files apart stands at the end.
export const Path = ({ of, as: As = "span", class: more = "" }: { of: string; as?: "span" | "h1" | "p"; class?: string }) => (
  <As class={"path " + more} title={of}><bdi>{of}</bdi></As>
);
