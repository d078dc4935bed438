// What a run gave, drawn into an Output region: text as text, values by value.js, failures with their line.
import { failure } from "./failure.js";
import { button, made, said } from "./made.js";
import { drawn } from "./value.js";
import { gettext, listed, ngettext } from "../words.js";

const AT_FIRST = { lines: 200, characters: 64_000 }; // the rest waits for "Show all"

export class Output {
  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
    this.live = /** @type {HTMLElement} */ (region.querySelector(".live"));
    this.before = [...region.querySelectorAll(".idle, .recorded")];
    this.clear();
  }

  clear() {
    this.live.replaceChildren();
    this.lines = this.characters = 0;
    this.shown = { picture: 0, table: 0, formatted: 0 };
    this.open = false; // the last line has no end yet
    this.waiting = null; // pieces beyond what is shown at first
    this.full = false;
  }

  /** A run begins: what stood there gives way. */
  begin() {
    this.clear();
    for (const part of this.before) part.hidden = true;
    this.live.hidden = false;
  }

  /** As if nothing had been run. */
  reset() {
    this.clear();
    this.live.hidden = true;
    for (const part of this.before) part.hidden = false;
  }

  /** @param {import("./protocol.js").Piece[]} pieces @param {import("./failure.js").Code} code */
  add(pieces, code) {
    for (const [kind, text] of pieces) {
      if (kind === "failure") this.live.append(failure(JSON.parse(text), code));
      else if (this.waiting) this.waiting.push([kind, text]);
      else if (kind === "value") this.value(JSON.parse(text));
      else this.print(kind, text);
    }
  }

  print(kind, text) {
    const [shown, rest] = this.full ? [text, ""] : this.cut(text);
    const last = this.live.lastElementChild;
    if (last?.className === kind) last.append(shown);
    else if (shown) this.live.append(made("pre", kind, shown));
    this.count(shown);
    if (rest) this.fold([[kind, rest]]);
  }

  /** @param {string} text @returns {[string, string]} what is shown at first, and the rest */
  cut(text) {
    let end = Math.min(text.length, AT_FIRST.characters - this.characters);
    let at = -1;
    for (let lines = this.lines; lines < AT_FIRST.lines && at < end; lines += 1) {
      at = text.indexOf("\n", at + 1);
      if (at < 0) return [text.slice(0, end), text.slice(end)];
    }
    end = Math.min(end, at + 1);
    return [text.slice(0, end), text.slice(end)];
  }

  count(text) {
    this.characters += text.length;
    this.lines += breaks(text);
    if (text) this.open = !text.endsWith("\n");
  }

  fold(pieces) {
    this.waiting = pieces;
    const more = said(button(gettext("Show all"), () => {
      const { waiting } = this;
      more.remove();
      this.waiting = null;
      this.full = true;
      this.add(waiting, { source: "", goTo: null });
    }));
    this.live.append(more);
  }

  /** @param {Record<string, string>} forms by media type */
  value(forms) {
    const { kind, parts } = drawn(forms);
    this.live.append(...parts);
    if (kind === "text") this.count(`${forms["text/plain"]}\n`);
    else this.shown[kind] += 1;
  }

  /** "3 lines of output and 1 picture." */
  get summary() {
    const hidden = (this.waiting ?? []).reduce((sum, [, text]) => sum + breaks(text), 0);
    const lines = this.lines + (this.open ? 1 : 0) + hidden;
    const parts = [];
    const { picture, table, formatted } = this.shown;
    if (lines) parts.push(ngettext("%(count)s line of output", "%(count)s lines of output", lines));
    if (picture) parts.push(ngettext("%(count)s picture", "%(count)s pictures", picture));
    if (table) parts.push(ngettext("%(count)s table", "%(count)s tables", table));
    if (formatted) parts.push(ngettext("%(count)s formatted text", "%(count)s formatted texts", formatted));
    return parts.length ? `${listed(parts)}.` : gettext("Nothing was printed.");
  }

  endAsking() {
    this.live.querySelector(".ask")?.remove();
  }

  /** Asks the learner what the program asks for. @param {string} prompt @returns {Promise<string>} */
  ask(prompt) {
    const form = made("form", "ask");
    const label = made("label", "", `${prompt || gettext("Input for the program")} `);
    const field = made("input");
    Object.assign(field, { type: "text", autocomplete: "off", spellcheck: false });
    field.setAttribute("autocapitalize", "off");
    label.append(field);
    form.append(label, said(made("button", "", gettext("Enter"))));
    this.live.append(form);
    field.focus();
    return new Promise((resolve) => {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        form.remove();
        resolve(field.value);
      });
    });
  }
}

/** @param {string} text */
const breaks = (text) => text.split("\n").length - 1;
