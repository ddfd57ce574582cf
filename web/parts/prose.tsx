// A model's text: Markdown, made safe. HTML in it is text, pictures are not fetched, and nothing in it is ever run.
import DOMPurify from "dompurify";
import { Marked } from "marked";
import { useMemo } from "preact/hooks";

const escape = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const markdown = new Marked({ gfm: true, async: false, renderer: { html: ({ text }) => escape(text), image: ({ text }) => escape(text) } });
const allowed = { ALLOWED_TAGS: ["p", "br", "strong", "em", "del", "code", "pre", "ul", "ol", "li", "blockquote", "h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "th", "td", "hr", "a"], ALLOWED_ATTR: ["href"], ALLOWED_URI_REGEXP: /^(?:https?:|\/(?:symbol|file|session|search)\b)/i, RETURN_TRUSTED_TYPE: true };

export function Prose({ text }: { text: string }) {
  const html = useMemo(() => DOMPurify.sanitize(markdown.parse(text.slice(0, 200_000)) as string, allowed as never), [text]);
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html as unknown as string }} />;
}
