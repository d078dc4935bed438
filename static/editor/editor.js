/**
 * The code editor of one cell. In: an element, the text and what to call when the learner types or runs. Out: a handle.
 *
 * hatch_build.py bundles this file with CodeMirror into one module, vendor/editor/editor.js, which a page imports
 * when a learner first enters a cell. Colours and sizes stand in the site's style sheet: `.cm-*` name the parts,
 * `.tok-*` the words of Python.
 */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, toggleTabFocusMode } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { countColumn, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const INDENT = 4;
const NO_BREAK_SPACE = /\u00a0/g;

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
 *
 * @typedef {object} Editor
 * @property {string} text                        setting it is one step that the learner can undo
 * @property {(how?: {tabIndents?: boolean}) => void} focus   tabIndents: true when the learner came by a click
 * @property {(line: number) => void} selectLine  selects and shows a line, counted from 1
 * @property {() => void} destroy
 */

/** @param {EditorOptions} options @returns {Editor} */
export function createEditor({ parent, text = "", caret = 0, label, describedBy, tabMovesFocus = false, onChange, onRun }) {
  const start = EditorState.create({
    doc: text,
    extensions: [
      keymap.of([...runKeys(onRun), tabKey, ...closeBracketsKeymap, ...editingKeys, ...historyKeymap]),
      ...python,
      ...comfort,
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
    autocapitalize: "off",
    autocorrect: "off",
  };
}

const isLearnersEdit = (transaction) =>
  transaction.docChanged && ["input", "delete", "move", "undo", "redo"].some((event) => transaction.isUserEvent(event));

// ── Python: the language alone. No completions: a learner practises recalling names ──

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

const comfort = [
  lineNumbers(),
  history(),
  // A space copied from a web page, or typed with Option on a Mac, looks like a space and is an error in Python.
  EditorView.clipboardInputFilter.of((pasted) => pasted.replace(NO_BREAK_SPACE, " ")),
  EditorView.inputHandler.of((view, from, to, typed) => {
    const plain = typed.replace(NO_BREAK_SPACE, " ");
    if (plain === typed) return false;
    view.dispatch({ changes: { from, to, insert: plain }, selection: { anchor: from + plain.length }, userEvent: "input.type" });
    return true;
  }),
];

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
    keydown(event, view) {
      if (event.key === "Escape" && !event.isComposing) view.setTabFocusMode(true);
    },
    blur(_, view) {
      // A window that merely goes to the back keeps its focused element, and the learner keeps the mode.
      if (view.root.activeElement !== view.contentDOM) view.setTabFocusMode(true);
    },
  }),
  EditorView.updateListener.of(({ view, transactions }) => {
    if (transactions.some((transaction) => transaction.isUserEvent("input") || transaction.isUserEvent("delete"))) {
      view.setTabFocusMode(false);
    }
  }),
];
