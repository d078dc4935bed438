/**
 * The code editor of one cell. In: an element, the text and what to call when the learner types or runs. Out: a handle.
 *
 * hatch_build.py bundles this file with CodeMirror into one module, vendor/editor/editor.js, which a page imports
 * when a learner first enters a cell. Colours and sizes stand in the site's style sheet: `.cm-*` name the parts,
 * `.tok-*` the words of Python.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, toggleTabFocusMode } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { countColumn, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, gutterLineClass, GutterMarker, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { StyleModule } from "style-mod";

const INDENT = 4;
const ODD_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const INVISIBLE = /[\u200b\u2060\ufeff]/g;

/**
 * @typedef {object} EditorOptions
 * @property {Element} parent            where the editor is put
 * @property {string} [text]             what it holds at first
 * @property {number} [caret]            where the caret stands at first, counted in characters
 * @property {string} label              its name for a screen reader
 * @property {string} [describedBy]      the id of the line that tells how the keyboard leaves it
 * @property {boolean} [tabMovesFocus]   true: Tab never indents (the learner's setting)
 * @property {(text: string) => void} [onChange]   after each edit of the learner's, undo included; not after `text = …`
 * @property {() => void} [onRun]        Ctrl+Enter or Cmd+Enter
 * @property {(before: string) => Promise<[string, string][]>} [complete]   names, and their kinds, that may follow a line's beginning
 *
 * @typedef {object} Editor
 * @property {string} text                        setting it is one step that the learner can undo
 * @property {(how?: {tabIndents?: boolean}) => void} focus   tabIndents: true when the learner came by a click
 * @property {(line: number) => void} selectLine  selects and shows a line, counted from 1
 * @property {(line: number) => void} markLine    marks the line that failed until the text changes; 0 takes the mark away
 * @property {() => void} destroy
 */

// CodeMirror writes its styles into a <style> of the page, which a content security policy would have to allow by name. For a root in
// the shadow it adopts a sheet instead: so the set of its styles is made for what looks like one, and lent to the page.
const shadow = { ownerDocument: document, adoptedStyleSheets: [] };
StyleModule.mount(shadow, new StyleModule({}));
for (const mark of Object.getOwnPropertySymbols(shadow)) document[mark] ??= shadow[mark];

/** @param {EditorOptions} options @returns {Editor} */
export function createEditor({ parent, text = "", caret = 0, label, describedBy, tabMovesFocus = false, onChange, onRun, complete }) {
  const start = EditorState.create({
    doc: text,
    extensions: [
      keymap.of([...runKeys(onRun), tabKey, ...closeBracketsKeymap, ...editingKeys, ...historyKeymap]),
      ...python,
      ...comfort,
      complete ? completion(complete) : [],
      tabMovesFocus ? [] : tabIndentsOnceAtWork,
      EditorView.contentAttributes.of(attributes(label, describedBy)),
      EditorView.updateListener.of((update) => {
        if (update.transactions.some(isLearnersEdit)) onChange?.(update.state.doc.toString());
      }),
    ],
  });
  const view = new EditorView({ state: start, parent });
  view.setTabFocusMode(true);
  select(view, caret);

  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(replacement) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: replacement } });
    },
    focus({ tabIndents = false } = {}) {
      if (tabIndents && !tabMovesFocus) view.setTabFocusMode(false);
      view.focus();
    },
    selectLine(number) {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      select(view, line.from, line.to);
      view.focus();
    },
    markLine(number) {
      view.dispatch({ effects: failedLine.of(number >= 1 && number <= view.state.doc.lines ? number : 0) });
    },
    destroy() {
      view.destroy();
    },
  };
}

function select(view, anchor, head = anchor) {
  const within = (position) => Math.min(Math.max(position, 0), view.state.doc.length);
  view.dispatch({ selection: { anchor: within(anchor), head: within(head) }, scrollIntoView: true });
}

function attributes(label, describedBy) {
  return {
    "aria-label": label,
    ...(describedBy && { "aria-describedby": describedBy }),
    spellcheck: "false",
    tabindex: "0", // what scrolls can be reached, also by the rules of a checker
    autocapitalize: "off",
    autocorrect: "off",
  };
}

const isLearnersEdit = (transaction) =>
  transaction.docChanged && ["input", "delete", "move", "undo", "redo"].some((event) => transaction.isUserEvent(event));

// ── Python ──

const python = [
  pythonLanguage,
  syntaxHighlighting(classHighlighter),
  indentUnit.of(" ".repeat(INDENT)),
  EditorState.tabSize.of(INDENT),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
];

// ── Editing ──

const runKeys = (onRun) =>
  ["Mod-Enter", "Ctrl-Enter"].map((key) => ({
    key,
    run() {
      onRun?.();
      return true;
    },
  }));

// Ctrl+M would switch what Tab does until the next letter; the learner's settings do it for good.
const editingKeys = defaultKeymap.filter(({ run }) => run !== toggleTabFocusMode);

// The line that failed: coloured, and with a sign at its number, until the text changes.
const failedLine = StateEffect.define();
const sign = new (class extends GutterMarker {
  elementClass = "cm-failed-number";
})();
const shade = Decoration.line({ class: "cm-failed" });
const failed = StateField.define({
  create: () => 0,
  update: (at, { effects, docChanged, state }) => {
    const said = effects.find((effect) => effect.is(failedLine));
    return said ? (said.value && state.doc.line(said.value).from + 1) : docChanged ? 0 : at;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (at) => (at ? Decoration.set(shade.range(at - 1)) : Decoration.none)),
    gutterLineClass.from(field, (at) => (at ? RangeSet.of([sign.range(at - 1)]) : RangeSet.empty)),
  ],
});

const comfort = [
  lineNumbers(),
  history(),
  failed,
  // What comes from a web page, or from Option and Space on a Mac, looks like a space and is an error in Python.
  EditorView.clipboardInputFilter.of(cleaned),
  EditorView.inputHandler.of((view, from, to, typed) => {
    const plain = typed.replace(ODD_SPACE, " ");
    if (plain === typed) return false;
    view.dispatch({ changes: { from, to, insert: plain }, selection: { anchor: from + plain.length }, userEvent: "input.type" });
    return true;
  }),
];

/** Pasted code with plain spaces, without invisible characters, and with spaces for the tabs at the beginning of its lines. */
function cleaned(pasted) {
  const plain = pasted.replace(ODD_SPACE, " ").replace(INVISIBLE, "");
  return plain.replace(/^[ \t]*\t[ \t]*/gm, (start) => start.replace(/\t/g, " ".repeat(INDENT)));
}

// ── Names from the running Python: offered from the second letter on, and on Ctrl+Space. Nothing is chosen until an arrow key
// chooses it, so that Enter still ends the line for who goes on typing ──

function completion(complete) {
  async function source({ state, pos, explicit }) {
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    const [, path, start] = /((?:[\p{L}_][\p{L}\p{N}_]*\.)*)([\p{L}_][\p{L}\p{N}_]*)?$/u.exec(before);
    const within = syntaxTree(state).resolveInner(pos, -1).name;
    if (!explicit && (!(path || start?.length > 1) || /String|Comment/.test(within))) return null;
    const names = await complete(before);
    const options = names.map(([label, type]) => ({ label, type, detail: type === "variable" ? undefined : type }));
    return options.length ? { from: pos - (start?.length ?? 0), options, validFor: /^[\p{L}\p{N}_]*$/u } : null;
  }
  return autocompletion({ override: [source], selectOnOpen: false, icons: false, maxRenderedOptions: 60 });
}

// ── Tab: whoever arrives by Tab leaves by Tab; after a click or a letter Tab indents; after Escape it leaves again ──

const tabKey = { key: "Tab", run: indent, shift: indentLess };

function indent(view) {
  const { state } = view;
  if (state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
  view.dispatch(state.replaceSelection(" ".repeat(INDENT - (caretColumn(state) % INDENT))), { userEvent: "input" });
  return true;
}

function caretColumn(state) {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return countColumn(line.text.slice(0, head - line.from), state.tabSize);
}

const tabIndentsOnceAtWork = [
  EditorView.domEventHandlers({
    pointerdown(_, view) {
      view.setTabFocusMode(false);
    },
    blur(_, view) {
      // A window that merely goes to the back keeps its focused element, and the learner keeps the mode.
      if (view.root.activeElement !== view.contentDOM) view.setTabFocusMode(true);
    },
  }),
  EditorView.domEventObservers({
    // An observer, since the Escape that closes a list of names is handled there and reaches no handler.
    keydown(event, view) {
      if (event.key === "Escape" && !event.isComposing) view.setTabFocusMode(true);
    },
  }),
  EditorView.updateListener.of(({ view, transactions }) => {
    if (transactions.some((transaction) => transaction.isUserEvent("input") || transaction.isUserEvent("delete"))) {
      view.setTabFocusMode(false);
    }
  }),
];
