// <ec-finish>: the end of a chapter. Remembers that it was opened and where the reader left, says what is done, beside the goals too, and marks the chapter as
// done: by its practice (ec-done of a quiz, ec-judged {passed} of an exercise), or, where it has none, by the reader's own word.
import { here, read, recall, watchOthers, write } from "../progress.js";
import { gettext } from "../words.js";

const PRACTICE = "ec-quiz:not(ec-exercise ec-quiz), ec-exercise:has(button[name=check])";

class Finish extends HTMLElement {
  connectedCallback() {
    if (this.practice) return;
    this.practice = [...document.querySelectorAll(PRACTICE)];
    this.words = /** @type {HTMLElement} */ (this.querySelector(".finish-status"));
    const label = /** @type {HTMLElement} */ (this.querySelector(".finish-read"));
    label.hidden = this.practice.length > 0;
    this.words.hidden = !label.hidden;
    this.box = /** @type {HTMLInputElement} */ (label.querySelector("input"));
    this.box.checked = Boolean(read().parts[here.part]?.done);
    this.box.addEventListener("change", () => this.mark(this.box.checked));
    watchOthers(() => (this.box.checked = Boolean(read().parts[here.part]?.done)));
    for (const event of ["ec-done", "ec-judged", "ec-settled"]) document.addEventListener(event, () => this.tell());
    write((record) => this.opened(record));
    addEventListener("pagehide", () => write((record) => this.opened(record)));
    this.tell();
  }

  /** @param {import("../progress/record.js").Course} record */
  opened(record) {
    record.parts[here.part] = { ...record.parts[here.part], opened: Date.now() };
    const anchor = document.querySelector("ec-rail a[aria-current]")?.getAttribute("href")?.slice(1);
    record.last = { part: here.part, ...(anchor && { anchor: decodeURIComponent(anchor) }) };
  }

  tell() {
    for (const link of document.querySelectorAll(".goals a:not(:has(+ .goal-done))")) {
      const { state } = recall(decodeURIComponent(link.hash.slice(1)));
      if (state === "passed" || state === "retried") link.after(Object.assign(document.createElement("span"), { className: "goal-done visually-hidden", textContent: gettext(", done"), lang: link.closest("[lang]").lang }));
    }
    const { length } = this.practice;
    if (!length) return;
    const done = this.practice.filter((thing) => thing.hasAttribute("done")).length;
    this.words.textContent = done === length ? gettext("You have done all the practice of this part.")
      : gettext("%(done)s of %(total)s done: a part counts as done when its exercises are passed and its quiz is finished.", { done, total: length });
    if (done === length && !read().parts[here.part]?.done) this.mark(true);
  }

  /** @param {boolean} done */
  mark(done) {
    write(({ parts }) => (parts[here.part] = { ...parts[here.part], done: done ? Date.now() : undefined }));
    if (done) import("../progress/lasting.js").then(({ lasting }) => lasting(this), () => {}); // without a connection, or when the page is left, the next part does
  }
}

customElements.define("ec-finish", Finish);
