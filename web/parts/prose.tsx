// A model's text: Markdown, made safe. No picture is fetched, no link leaves without being seen, and nothing in it is
// ever run.
import DOMPurify from "dompurify";
import { marked } from "marked";
import { useMemo } from "preact/hooks";

const allowed = { ALLOWED_TAGS: ["p", "br", "strong", "em", "del", "code", "pre", "ul", "ol", "li", "blockquote", "h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "th", "td", "hr", "a"], ALLOWED_ATTR: ["href"], ALLOWED_URI_REGEXP: /^(?:https?:|\/(?:symbol|file|session|search)\b)/i, RETURN_TRUSTED_TYPE: true };

export function Prose({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(marked.parse(text.slice(0, 200_000), { async: false, gfm: true }), allowed as never), [text]);
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html as unknown as string }} />;
}
