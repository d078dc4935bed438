// <ec-question>: one question. It judges an answer, shows that answer's own explanation, and lets the learner try again. Only a quiz
// loads it, in one go, so that a page never shows the buttons of all questions at once.
// state="open | wrong | settled". Events, bubbling: ec-verdict {text: what to announce}, ec-settled {result: how it ended}.
import { Choices } from "./choices.js";
import { copied, spoken } from "./explain.js";
import { Typed } from "./typed.js";

class Question extends HTMLElement {
  connectedCallback() {
    if (this.form) return;
    /** @template {Element} E @param {string} selector @returns {E} */
    const part = (selector) => this.querySelector(selector);
    this.form = /** @type {HTMLFormElement} */ (part("form"));
    this.note = part(".question-note");
    this.check = part("[name=check]");
    this.reveal = part("[name=show]");
    this.next = part("[name=next]");
    this.reasons = part(".reasons-fold");
    this.prepare();
    this.form.addEventListener("submit", this);
    this.form.addEventListener("input", this);
    this.form.addEventListener("click", this);
    this.reset();
    part(".question-buttons").hidden = false;
  }

  /** The list of reasons gives each answer its explanation; what is left of it waits until the question is settled. */
  prepare() {
    const reasons = [...this.reasons.querySelectorAll(".reasons > li")];
    this.answer = this.querySelector(".choice") ? new Choices(this, reasons) : new Typed(this, reasons);
    const general = this.reasons.querySelector(".general");
    if (general) this.form.querySelector("fieldset").append((this.general = copied(general)));
    general?.remove();
    for (const reason of reasons) if (reason.hasAttribute("data-right")) reason.remove();
    this.reasons.querySelector("summary").textContent = "Why not the others";
  }

  /** As if it had never been asked. */
  reset() {
    this.misses = 0;
    this.form.reset();
    this.answer.reset();
    if (this.general) this.general.hidden = true;
    this.reasons.remove();
    this.reasons.open = false;
    this.check.hidden = false;
    this.next.hidden = true;
    this.reopen();
  }

  /** Ready for an answer. */
  reopen() {
    this.setAttribute("state", "open");
    this.note.textContent = "";
    this.check.textContent = "Check answer";
    this.reveal.hidden = this.misses < 2;
    this.answer.reopen();
  }

  /** @param {Event} event */
  handleEvent(event) {
    const state = this.getAttribute("state");
    const target = /** @type {Element} */ (event.target);
    if (event.type === "submit") {
      event.preventDefault();
      if (state === "open") this.judge();
      else if (state === "wrong") this.answer.retry().focus(), this.reopen();
      else this.next.focus();
    } else if (event.type === "input") {
      if (state === "wrong") this.reopen();
      this.note.textContent = "";
    } else if (target === this.reveal) {
      this.settle("shown", "shown");
    } else if (state === "settled" && target.closest(".choice-label")) {
      event.preventDefault();   // what was right stays picked
    }
  }

  judge() {
    const { lacks, isRight, inputs } = this.answer;
    if (lacks) {
      this.note.textContent = lacks;
      this.say(lacks);
      inputs[0].focus();
    } else if (isRight) {
      this.settle("right", this.misses ? `after ${this.misses + 1} tries` : "first try");
    } else {
      this.refuse();
    }
  }

  refuse() {
    this.misses += 1;
    this.setAttribute("state", "wrong");
    const verdict = this.answer.refuse();
    if (!this.querySelector("[state=wrong]")) this.note.textContent = verdict;
    this.check.textContent = "Try again";
    this.reveal.hidden = this.misses < 2;
    if (!this.answer.inputs.includes(document.activeElement)) this.check.focus();   // Safari's click leaves it nowhere
    this.say(verdict);
  }

  /** @param {"right" | "shown"} state @param {string} result */
  settle(state, result) {
    this.setAttribute("state", "settled");
    this.note.textContent = "";
    const verdict = this.answer.settle(state);
    if (this.general) this.general.hidden = false;
    if (this.reasons.querySelector("li")) this.check.parentElement.after(this.reasons);
    this.say([verdict, this.general ? spoken(this.general) : ""].join(" ").trim());
    this.dispatchEvent(new CustomEvent("ec-settled", { bubbles: true, detail: { result } }));
    this.check.hidden = this.reveal.hidden = true;
  }

  /** @param {string} text */
  say(text) {
    this.dispatchEvent(new CustomEvent("ec-verdict", { bubbles: true, detail: { text } }));
  }
}

customElements.define("ec-question", Question);
