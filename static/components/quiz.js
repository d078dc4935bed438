// <ec-quiz>: asks its questions one at a time, says each verdict aloud, and sums up at the end.
// Listens to its questions (ec-verdict, ec-missed, ec-settled). Event, bubbling: ec-done, when every question has been settled; `done` says so, too.
// One within an exercise is a part of that, and says neither.
import { keep, recall, watchOthers } from "../progress.js";
import { answered } from "../progress/record.js";
import "../quiz/question.js";
import { ngettext } from "../words.js";

class Quiz extends HTMLElement {
  connectedCallback() {
    if (this.questions) return;
    this.questions = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("ec-question")]);
    this.summary = /** @type {HTMLElement} */ (this.querySelector(".quiz-summary"));
    this.status = /** @type {HTMLElement} */ (this.querySelector(".quiz-status"));
    this.addEventListener("ec-verdict", (event) => this.say(event.detail.text));
    this.addEventListener("ec-missed", ({ target, detail }) => keep(target.id, answered(recall(target.id), detail.kept, Date.now())));
    this.addEventListener("ec-settled", (event) => this.settled(event.target, event.detail));
    this.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button?.name === "next") this.ask(this.waiting());
      if (button?.name === "again") this.again();
    });
    addEventListener("hashchange", () => this.follow());
    watchOthers(() => this.catchUp());
    /** How each question ended. @type {Map<HTMLElement, string>} */
    this.results = new Map();
    for (const question of this.questions) this.restore(question, recall(question.id));
    this.show(this.waiting() ?? this.questions[0]);
    if (this.waiting()) this.follow();
    else this.sum();
  }

  /** What has been settled in another tab is settled here. */
  catchUp() {
    for (const question of this.questions) {
      const item = recall(question.id);
      if (!this.results.has(question) && item.state && item.state !== "tried") this.restore(question, item);
    }
    if (this.results.has(this.current)) this.current.querySelector("[name=next]").hidden = !this.waiting();
    if (!this.waiting() && this.summary.hidden) this.sum();
  }

  /** @param {HTMLElement} question @param {import("../progress/record.js").Item} item */
  restore(question, item) {
    const result = question.restore(item);
    if (result) this.results.set(question, result);
  }

  again() {
    this.results.clear();
    this.removeAttribute("done");
    for (const question of this.questions) {
      question.reset();
      keep(question.id, { state: undefined, tries: undefined, answer: undefined });
    }
    this.ask(this.questions[0]);
  }

  /** @param {HTMLElement} question */
  async show(question) {
    this.current = question;
    for (const other of this.questions) other.hidden = other !== question;
    this.summary.hidden = true;
    try {
      await question.begin();
    } catch {   // there is no connection: all stand as without script
      for (const other of this.questions) other.hidden = false;
    }
    setTimeout(() => this.waiting()?.begin().catch(() => {}));   // so that nobody waits for the next one; in a task of its own
  }

  /** @param {HTMLElement} question */
  ask(question) {
    this.status.textContent = "";
    this.show(question);
    question.scrollIntoView({ block: "nearest" });   // before the focus: Firefox gives none to a legend that it has not laid out
    question.querySelector("legend").focus({ preventScroll: true });
  }

  /** A link may lead to a question that is not the one shown. */
  follow() {
    const question = this.questions.find(({ id }) => location.hash === `#${encodeURIComponent(id)}`);
    if (!question || question === this.current || !this.summary.hidden) return;
    this.show(question);
    question.scrollIntoView();
  }

  /** @returns {HTMLElement | undefined} the next question that has not been settled, after the current one and then before it */
  waiting() {
    const place = this.current ? this.questions.indexOf(this.current) + 1 : 0;
    return [...this.questions.slice(place), ...this.questions].find((question) => !this.results.has(question));
  }

  /** @param {HTMLElement} question @param {{result: string, kept: object}} how */
  settled(question, { result, kept }) {
    this.results.set(question, result);
    const why = keep(question.id, answered(recall(question.id), kept, Date.now()));
    const next = /** @type {HTMLElement} */ (question.querySelector("[name=next]"));
    next.hidden = !this.waiting();
    if (next.hidden) this.sum();
    const inField = document.activeElement instanceof HTMLInputElement && question.contains(document.activeElement);
    if (next.hidden) this.summary.querySelector(".quiz-end").focus({ preventScroll: true });
    else if (!inField) next.focus();
    if (why) question.note.textContent = why;
  }

  sum() {
    this.summary.querySelector("ol")?.replaceChildren(...this.questions.map((question) => {
      const line = document.createElement("li");
      const result = document.createElement("b");
      result.textContent = this.results.get(question) ?? "";
      const place = recall(question.id).due === undefined ? null : question.querySelector(".reread");
      line.append(...question.querySelector("legend").cloneNode(true).childNodes, " ", result, place?.cloneNode(true) ?? "");
      return line;
    }));
    const returning = this.questions.filter(({ id }) => recall(id).due !== undefined).length;
    this.summary.querySelector(".quiz-returns").textContent = returning
      ? ngettext("One of these comes back under Review from tomorrow on.", "%(count)s of these come back under Review from tomorrow on.", returning) : "";
    this.summary.hidden = false;
    if (this.closest("ec-exercise")) return;
    this.setAttribute("done", "");
    this.dispatchEvent(new CustomEvent("ec-done", { bubbles: true }));
  }

  /** The same verdict twice is a change each time, so that it is read out twice. @param {string} text */
  say(text) {
    this.status.textContent = "";
    clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.status.textContent = text), 100);
  }
}

customElements.define("ec-quiz", Quiz);
