// The editor of SQL, in a shadow root: its style sheet is adopted there, so the page needs no inline styles.
import { autocompletion, closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { sql, SQLite } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)" }, { tag: tags.string, color: "var(--string)" }, { tag: tags.number, color: "var(--number)" }, { tag: tags.comment, color: "var(--comment)" }, { tag: tags.typeName, color: "var(--type)" },
]);
const look = EditorView.theme({
  "&": { backgroundColor: "var(--ground)", color: "var(--ink)", fontSize: "13px", border: "1px solid var(--line-strong)", borderRadius: "4px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--code)", minHeight: "96px", maxHeight: "320px", overflow: "auto" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--ink-3)", borderRight: "1px solid var(--line)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--chosen)" },
  ".cm-tooltip": { backgroundColor: "var(--ground)", border: "1px solid var(--line-strong)", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--chosen)", color: "var(--ink)" },
});

const language = new Compartment();
const languageOf = (schema: Record<string, string[]>) => sql({ dialect: SQLite, schema, upperCaseKeywords: true });

/** `given` is a text that others than the editor chose; what is typed after it is told, and never given back: it would
 *  overtake what is typed meanwhile. */
export function Editor({ given, schema, onChange, onSelect, onRun }: { given: { text: string }; schema: Record<string, string[]>; onChange: (text: string) => void; onSelect: (text: string) => void; onRun: (text: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const calls = useRef({ onChange, onSelect, onRun });
  calls.current = { onChange, onSelect, onRun };
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const run = (editor: EditorView) => {
      const { from, to } = editor.state.selection.main;
      calls.current.onRun(from === to ? editor.state.doc.toString() : editor.state.sliceDoc(from, to));
      return true;
    };
    view.current = new EditorView({
      root, parent: root,
      state: EditorState.create({
        doc: given.text,
        extensions: [Prec.highest(keymap.of([{ key: "Ctrl-Enter", mac: "Cmd-Enter", run }])), lineNumbers(), history(), drawSelection(), closeBrackets(), autocompletion(), language.of(languageOf(schema)),
          syntaxHighlighting(colours), look, keymap.of([...defaultKeymap, ...historyKeymap]), placeholder("SELECT … ; Ctrl Enter runs it, or what is selected of it"), EditorView.contentAttributes.of({ "aria-label": "SQL" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) calls.current.onChange(update.state.doc.toString());
            if (update.selectionSet || update.docChanged) calls.current.onSelect(update.state.sliceDoc(update.state.selection.main.from, update.state.selection.main.to));
          })],
      }),
    });
    return () => view.current?.destroy();
  }, []);
  // The schema comes later, while somebody may be typing.
  useEffect(() => view.current?.dispatch({ effects: language.reconfigure(languageOf(schema)) }), [schema]);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== given.text) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: given.text } });
  }, [given]);
  return <div ref={host} id="editor" />;
}
