// Colours for source text: comments, strings, numbers and keywords, by line. Names stay as they are and can be
// clicked. Rejected: a grammar per language in the page; the server has parsed the file already, and what a reader
// needs of colour is these four.
import type { ComponentChildren } from "preact";

const hash = new Set(["python", "ruby", "shell", "yaml", "toml", "perl", "makefile", "cmake", "php"]);
const keywords = new Set(("abstract alias and as assert async await base begin bool boolean break byte case catch char class const constexpr continue def default defer delegate delete do double elif else elsif end enum event except explicit export extends " +
  "extern false final finally fixed float fn for foreach from func function goto if impl implements import in include inline instanceof int interface internal is lambda let lock long match message mod module mut namespace native new nil none not null nullptr " +
  "object oneof operator optional or out override package params pass private protected pub public raise readonly ref repeated require return rpc sbyte sealed self service short sizeof stackalloc static string struct super switch syntax template then this throw " +
  "throws trait true try type typedef typename typeof uint ulong undefined union unless unsafe unsigned use using val var virtual void volatile when where while with yield None True False").split(" "));

const token = /(\/\/.*$|\/\*.*?(?:\*\/|$))|(#.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)/g;

/** The pieces of a line. `inside`: it begins within a block comment. `name` draws a name. */
export function pieces(line: string, language: string, inside: boolean, name: (text: string, key: number) => ComponentChildren): { out: ComponentChildren[]; inside: boolean } {
  const out: ComponentChildren[] = [];
  let from = 0;
  if (inside) {
    const end = line.indexOf("*/");
    if (end < 0) return { out: [<span class="tok-c">{line}</span>], inside: true };
    out.push(<span class="tok-c">{line.slice(0, end + 2)}</span>);
    from = end + 2;
  }
  token.lastIndex = from;
  let open = false;
  for (let found = token.exec(line); found; found = token.exec(line)) {
    const [text, comment, hashed, string, digits, word] = found;
    if (hashed !== undefined && !hash.has(language)) {
      token.lastIndex = found.index + 1;
      continue;
    }
    if (found.index > from) out.push(line.slice(from, found.index));
    from = found.index + text.length;
    if (comment !== undefined || hashed !== undefined) {
      out.push(<span class="tok-c">{text}</span>);
      open = text.startsWith("/*") && !text.endsWith("*/");
    } else if (string !== undefined) out.push(<span class="tok-s">{text}</span>);
    else if (digits !== undefined) out.push(<span class="tok-n">{text}</span>);
    else if (word !== undefined && keywords.has(word)) out.push(<span class="tok-k">{text}</span>);
    else out.push(name(text, found.index));
  }
  if (from < line.length) out.push(line.slice(from));
  return { out, inside: open };
}

/** For each line whether it begins within a block comment. */
export function commented(lines: string[]): boolean[] {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    for (let at = 0; at >= 0; ) {
      at = line.indexOf(inside ? "*/" : "/*", at);
      if (at < 0) break;
      const quoted = !inside && /["'`]/.test(line.slice(0, at)) && (line.slice(0, at).split('"').length - 1) % 2 === 1;
      if (!quoted) inside = !inside;
      at += 2;
    }
    return before;
  });
}
