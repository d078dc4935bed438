// <ec-question>: one question. When its turn comes it judges an answer, shows that answer's own explanation, and lets the learner try
// again; until then it stands as it came. Only a quiz and the review load it, so that a page never shows the buttons of all questions at once.
// state="open | wrong | settled". Events, bubbling: ec-verdict {text: what to announce}, ec-missed {kept: what is remembered of it until it
// is settled}, ec-settled {result: how it ended, in words; kept: the same as it is remembered}.
import { revision } from "../progress/record.js";
import { copied, spoken, written } from "./explain.js";
import { gettext, ngettext } from "../words.js";

/** @typedef {import("../progress/record.js").Item} Item */

class Question extends HTMLElement {
  connectedCallback() {
    this.rev ??= revision(written(this.querySelector("fieldset")));   // of the choices as the author ordered them
  }

  /** Its turn has come. Throws where the script for its kind of answer cannot be fetched. */
  async begin() {
    const Answer = this.querySelector(".choice") ? (await import("./choices.js")).Choices : (await import("./typed.js")).Typed;
    if (this.answer) return;
    /** @template {Element} E @param {string} selector @returns {E} */
    const part = (selector) => this.querySelector(selector);
    this.form = /** @type {HTMLFormElement} */ (part("form"));
    this.note = part(".question-note");
    this.check = part("[name=check]");
    this.reveal = part("[name=show]");
    this.next = part("[name=next]");
    this.reasons = part(".reasons-fold");
    this.guessing = /** @type {HTMLInputElement} */ (part("[name=guessing]"));
    this.prepare(Answer);
    this.form.addEventListener("submit", this);
    this.form.addEventListener("input", this);
    this.form.addEventListener("click", this);
    this.open();   // what was typed or picked before this script came stays
    part(".question-buttons").hidden = part(".guessing").hidden = false;
    this.resume();
  }

  /**
   * The list of reasons gives each answer its explanation; what is left of it waits until the question is settled.
   * @param {typeof import("./choices.js").Choices | typeof import("./typed.js").Typed} Answer
   */
  prepare(Answer) {
    this.told = copied(this.reasons); // all of it, for paper
    const reasons = [...this.reasons.querySelectorAll(".reasons > li")];
    this.answer = new Answer(this, reasons);
    const general = this.reasons.querySelector(".general");
    if (general) this.form.querySelector("fieldset").append((this.general = copied(general)));
    general?.remove();
    for (const reason of reasons) if (reason.hasAttribute("data-right")) reason.remove();
    this.reasons.querySelector("summary").textContent = gettext("Why not the others");
  }

  /** As if it had never been asked. */
  reset() {
    this.left = undefined;
    if (!this.answer) return;
    this.form.reset();
    this.open();
  }

  /** Not yet answered. */
  open() {
    this.misses = 0;
    this.answer.reset();
    if (this.general) this.general.hidden = true;
    this.reasons.remove();
    this.reasons.open = false;
    this.check.hidden = this.guessing.parentElement.hidden = false;
    this.next.hidden = true;
    this.reopen();
  }

  /**
   * What is known of it from another visit, or from another tab.
   * @param {Item} item @returns {string} how it ended, in words, '' where it has not
   */
  restore(item) {
    this.left = item;
    if (this.answer) this.resume();
    return !item.state || item.state === "tried" || item.rev !== this.rev ? "" : ending(item);
  }

  /** As it was left. */
  resume() {
    const { state, rev, tries, answer } = this.left ?? {};
    if (!state) return;
    if (rev !== this.rev) {
      this.note.textContent = gettext("This question has changed since you answered it.");
    } else if (state === "tried") {
      this.misses = tries ?? 0;
      this.reopen();
    } else {
      this.misses = (tries ?? 1) - 1;
      this.answer.typed = answer ?? "";
      this.settle(state === "shown" ? "shown" : "right", true);
    }
  }

  /** Ready for an answer. */
  reopen() {
    this.setAttribute("state", "open");
    this.note.textContent = "";
    this.check.textContent = gettext("Check answer");
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
      if (target === this.guessing) return;
      if (state === "wrong") this.reopen();
      this.note.textContent = "";
    } else if (target === this.reveal) {
      this.settle("shown");
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
      this.settle("right");
    } else {
      this.refuse();
    }
  }

  refuse() {
    this.misses += 1;
    this.setAttribute("state", "wrong");
    const verdict = this.answer.refuse();
    if (!this.querySelector("[state=wrong]")) this.note.textContent = verdict;
    this.check.textContent = gettext("Try again");
    this.reveal.hidden = this.misses < 2;
    if (!this.answer.inputs.includes(document.activeElement)) this.check.focus();   // Safari's click leaves it nowhere
    this.say(verdict);
    const kept = { state: "tried", tries: this.misses, sure: !this.guessing.checked, rev: this.rev };
    this.dispatchEvent(new CustomEvent("ec-missed", { bubbles: true, detail: { kept } }));
  }

  /** @param {"right" | "shown"} state @param {boolean} before whether this is how it was left on another visit */
  settle(state, before = false) {
    this.setAttribute("state", "settled");
    this.note.textContent = "";
    const verdict = this.answer.settle(state);
    if (this.general) this.general.hidden = false;
    if (this.reasons.querySelector("li")) this.check.parentElement.after(this.reasons);
    if (!before) this.tell(state, [verdict, this.general ? spoken(this.general) : ""].join(" ").trim());
    this.check.hidden = this.reveal.hidden = this.guessing.parentElement.hidden = true;
  }

  /** @param {"right" | "shown"} state @param {string} verdict */
  tell(state, verdict) {
    this.say(verdict);
    const kept = {
      state: state === "shown" ? "shown" : this.misses ? "retried" : "passed", tries: this.misses + 1, sure: !this.guessing.checked, rev: this.rev, answer: this.answer.typed,
    };
    this.dispatchEvent(new CustomEvent("ec-settled", { bubbles: true, detail: { result: ending(kept), kept } }));
  }

  /** @param {string} text */
  say(text) {
    this.dispatchEvent(new CustomEvent("ec-verdict", { bubbles: true, detail: { text } }));
  }
}

/** How a question ended, in words. @param {Item} item */
function ending({ state, tries = 1 }) {
  if (state === "shown") return gettext("shown");
  return tries > 1 ? ngettext("after %(count)s try", "after %(count)s tries", tries) : gettext("first try");
}

customElements.define("ec-question", Question);
