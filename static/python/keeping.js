// A learner's code from one visit to the next: written when they pause, and when they leave.
import { keep, recall, revision } from "../progress.js";

const PAUSE = 400; // ms
let told = false; // once for a page that nothing is kept

export class Keeping {
  #timer = 0;
  #text = /** @type {string | null} */ (null); // still to be written

  /** @param {string} id @param {string} source the author's code @param {(why: string) => void} fail is given the reason when nothing is kept */
  constructor(id, source, fail) {
    Object.assign(this, { id, source, fail });
    addEventListener("pagehide", () => this.flush());
  }

  /** What to begin with, null for the author's code, and what to say about it. @returns {{text: string | null, note: string}} */
  restored() {
    const { code, rev } = recall(this.id);
    const same = rev === revision(this.source);
    // Without a label a cell goes by its number: once the page has changed, that may be another cell.
    if (typeof code !== "string" || code === this.source || (!same && this.id.startsWith("cell--"))) return { text: null, note: "" };
    return { text: code, note: same ? "Your code from before is back." : "Your code from before is back; the page has changed since. Reset shows what it gives now." };
  }

  /** @param {string} text the code as it is now */
  change(text) {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE);
  }

  flush() {
    clearTimeout(this.#timer);
    const text = this.#text;
    this.#text = null;
    if (text === null) return;
    if (text === this.source) this.write({ code: undefined, rev: undefined });
    else this.write({ code: text, rev: revision(this.source) });
  }

  /** @param {string} guess '' for none */
  guess(guess) {
    this.write({ guess: guess || undefined });
  }

  write(fields) {
    const why = keep(this.id, fields);
    if (why && !told) this.fail(why);
    told ||= Boolean(why);
  }
}
