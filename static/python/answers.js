// Where Python cannot wait for the learner (an engine without stack switching), what input() gets is written before the run.
import { made, said } from "./made.js";
import { gettext } from "../words.js";

const WAITS = typeof WebAssembly === "object" && typeof WebAssembly.Suspending === "function"; // as in worker.js
const ASKS = /^[^#\n]*\binput\s*\(/m;

export class Answers {
  /** @param {HTMLElement} before what the box stands before */
  constructor(before) {
    this.before = before;
    this.label = said(made("label", "answers", `${gettext("This code asks with input(). Its answers, one on each line, before you run it:")} `));
    this.field = made("textarea");
    Object.assign(this.field, { rows: 2, spellcheck: false, autocomplete: "off" });
    this.field.setAttribute("autocapitalize", "off");
    this.label.append(this.field);
    this.reminded = false;
  }

  /** The box is there as long as the code asks. @param {string} source */
  look(source) {
    const asks = !WAITS && ASKS.test(source);
    if (asks && !this.label.isConnected) this.before.before(this.label);
    else if (!asks) this.label.remove();
  }

  /** Whether a run should wait for the box to be filled in; said once, for an empty answer may be meant. */
  get missing() {
    if (!this.label.isConnected || this.field.value || this.reminded) return false;
    this.reminded = true;
    this.field.focus();
    return true;
  }

  /** @returns {string[]} */
  get lines() {
    return this.label.isConnected && this.field.value ? this.field.value.replace(/\n$/, "").split("\n") : [];
  }
}
