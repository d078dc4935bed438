// A learner's code from one visit to the next: written when they pause, and when they leave.
import { keep, recall, revision, watchOthers } from "../progress.js";
import { gettext } from "../words.js";

const PAUSE = 400; // ms
let told = false; // once for a page that nothing is kept

export class Keeping {
  #timer = 0;
  #text = /** @type {string | null} */ (null); // still to be written
  #known = ""; // what is kept, as far as this tab knows

  /**
   * @param {string} id @param {string} source the author's code @param {(why: string) => void} fail is given the reason when nothing is kept
   * @param {(text: string) => void} arrive is given what another tab has written
   */
  constructor(id, source, fail, arrive) {
    Object.assign(this, { id, source, fail, arrive });
    this.#known = this.restored().text ?? source;
    addEventListener("pagehide", () => this.flush());
    watchOthers(() => this.look());
  }

  /** Another tab has written. Where the learner is just writing here, that stays and is written next. */
  look() {
    const text = this.restored().text ?? this.source;
    if (this.#text !== null || text === this.#known) return;
    this.#known = text;
    this.arrive(text);
    clearTimeout(this.#timer);
    this.#text = null; // what has just come need not be written again, over what may come next
  }

  /** What to begin with, null for the author's code, and what to say about it. @returns {{text: string | null, note: string}} */
  restored() {
    const { code, rev } = recall(this.id);
    const same = rev === revision(this.source);
    // Without a label a cell goes by its number: once the page has changed, that may be another cell.
    if (typeof code !== "string" || code === this.source || (!same && this.id.startsWith("cell--"))) return { text: null, note: "" };
    return { text: code, note: same ? gettext("Your code from before is back.") : gettext("Your code from before is back; the page has changed since. Reset shows what it gives now.") };
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
    this.#known = text;
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
