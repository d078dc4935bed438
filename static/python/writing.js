// The code of a cell, where the learner writes: the listing as it is, a textarea over it, an editor from the first focus on.
import { settings } from "../progress.js";
import { files } from "./files.js";

export class Writing {
  #editor = null;
  #textarea;

  /**
   * @param {HTMLElement} place   holds the listing, a <pre>
   * @param {{source: string, label: string, describedBy: string, onRun: () => void, onChange?: (text: string) => void,
   *   complete?: (before: string) => Promise<[string, string][]>}} how   complete: see editor.js
   */
  constructor(place, { source, label, describedBy, onRun, onChange = (_) => {}, complete }) {
    Object.assign(this, { place, label, describedBy, onRun, onChange, complete, source });
    this.marked = 0; // the line that failed
    this.listing = place.querySelector("pre");
    this.byHand = false; // the learner clicked or typed, and did not merely come by on the way
    this.#textarea = this.overlay(source);
    this.listing.inert = true; // the textarea says the same
    this.listing.setAttribute("aria-hidden", "true");
    place.append(this.#textarea);
    addEventListener("beforeprint", () => this.print());
    this.listed = this.listing.textContent.replace(/\n$/, "") === source;
    place.setAttribute("state", this.listed ? "listed" : "plain");
  }

  get text() {
    return this.#editor ? this.#editor.text : this.#textarea.value;
  }

  set text(text) {
    if (this.#editor) this.#editor.text = text;
    else {
      this.#textarea.value = text;
      this.fit();
    }
  }

  /** Marks the line that failed, until the text is changed; 0 for none. The plain field has no marks. @param {number} line */
  mark(line) {
    this.marked = line;
    this.#editor?.markLine(line);
  }

  /** @param {number} line */
  async goTo(line) {
    this.place.closest("details")?.setAttribute("open", "");
    await this.upgrade().catch(() => {});
    if (this.#editor) return this.#editor.selectLine(line);
    const lines = this.#textarea.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#textarea.focus();
    this.#textarea.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  }

  /** Paper shows the listing, which wraps: it takes the learner's text. */
  print() {
    if (this.listing.textContent.replace(/\n$/, "") !== this.text) this.listing.textContent = this.text;
  }

  overlay(source) {
    const textarea = document.createElement("textarea");
    textarea.value = source;
    textarea.rows = rows(source);
    const names = { "aria-label": this.label, "aria-describedby": this.describedBy };
    const plain = { spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", wrap: "off" };
    for (const [name, value] of Object.entries({ ...names, ...plain })) textarea.setAttribute(name, value);
    const upgrade = () => this.upgrade().catch((error) => console.warn("The plain text field stays:", error));
    textarea.addEventListener("focus", upgrade, { once: true });
    textarea.addEventListener("pointerdown", () => (this.byHand = true));
    textarea.addEventListener("compositionstart", () => (this.composing = true));
    textarea.addEventListener("compositionend", () => (this.composing = false));
    textarea.addEventListener("scroll", () => (this.listing.scrollLeft = textarea.scrollLeft));
    textarea.addEventListener("input", () => {
      this.byHand = true;
      this.marked = 0;
      this.fit();
      this.onChange(textarea.value);
    });
    textarea.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.onRun();
    });
    return textarea;
  }

  /** The coloured listing shows through only as long as it is the text. */
  fit() {
    this.place.setAttribute("state", this.listed && this.#textarea.value === this.source ? "listed" : "plain");
    this.#textarea.rows = rows(this.#textarea.value);
  }

  /** Puts the editor in the textarea's place, with its text and caret. */
  upgrade() {
    this.upgrading ??= this.#replace();
    return this.upgrading;
  }

  async #replace() {
    const { createEditor } = await import(files.editor);
    const textarea = this.#textarea;
    // Text that is being composed (an accent, a Chinese word) must not lose its field.
    const composed = new Promise((resolve) => textarea.addEventListener("compositionend", () => setTimeout(resolve), { once: true }));
    if (this.composing) await composed;
    const focused = document.activeElement === textarea;
    const parent = document.createElement("div");
    parent.className = "editor";
    const { label, describedBy, onChange, onRun, complete } = this;
    const tabMovesFocus = settings().tab === "moves";
    this.#editor = createEditor({ parent, text: textarea.value, caret: textarea.selectionStart, label, describedBy, onChange, onRun, complete, tabMovesFocus });
    this.#editor.markLine(this.marked);
    const { scrollX, scrollY } = window;
    textarea.replaceWith(parent);
    this.place.setAttribute("state", "editor");
    if (focused) this.#editor.focus({ tabIndents: this.byHand });
    window.scrollTo(scrollX, scrollY);
  }
}

/** @param {string} text */
const rows = (text) => text.split("\n").length;
