// The answer of a question that is typed: a number or a text. A wrong one that was foreseen has an explanation of its own.
import { agrees, readings } from "./answers.js";
import { copied, mark, spoken } from "./explain.js";
import { gettext } from "../words.js";

export class Typed {
  /** @param {Element} question @param {Element[]} reasons the list items that name an answer each, the right one first */
  constructor(question, reasons) {
    this.kind = question.getAttribute("kind") ?? "text";
    this.tolerance = Number(question.getAttribute("tolerance")) || 0;
    this.row = /** @type {Element} */ (question.querySelector(".answer-line"));
    this.input = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (this.row.querySelector("input, textarea"));
    this.inputs = [this.input];
    this.foreseen = reasons.map((reason) => {
      const why = copied(document.createElement("div"));
      why.classList.add("typed-why");
      why.append(...copied(reason).childNodes);
      this.row.parentElement.append(why);
      return { why, right: reason.hasAttribute("data-right"), forms: [...reason.querySelectorAll("data")].map((form) => form.value) };
    });
  }

  get typed() {
    return this.input.value.trim().slice(0, 200);
  }

  set typed(text) {
    this.input.value = text;
  }

  get match() {
    return this.foreseen.find(({ forms }) => forms.some((form) => agrees(this.kind, this.input.value, form, this.tolerance)));
  }

  /** @returns {string} why this cannot be checked yet, or "" */
  get lacks() {
    if (!this.input.value.trim()) return gettext("Type an answer first.");
    return this.kind === "number" && !readings(this.input.value).length ? gettext("Type a number, such as 0.5 or 1e-3.") : "";
  }

  get isRight() {
    return Boolean(this.match?.right);
  }

  /** Marks what is wrong. @returns {string} what to say about it */
  refuse() {
    const match = this.match;
    this.reset();
    mark(this.row, "wrong");
    if (match) match.why.hidden = false;
    return [gettext("Not this one."), match ? spoken(match.why.querySelector(".reason")) : ""].join(" ").trim();
  }

  reopen() {
    if (this.row.getAttribute("state") === "wrong") mark(this.row, "");
  }

  /** @returns {HTMLElement} where to go on */
  retry() {
    this.reopen();
    this.input.select();
    return this.input;
  }

  /** @param {"right" | "shown"} state @returns {string} what to say */
  settle(state) {
    this.reset();
    mark(this.row, state);
    this.input.readOnly = true;
    const right = this.foreseen.filter((answer) => answer.right);
    for (const { why } of right) why.hidden = false;
    return [state === "shown" ? gettext("The answer:") : gettext("Correct."), ...right.map(({ why }) => spoken(why.querySelector(".reason")))].join(" ");
  }

  reset() {
    this.input.readOnly = false;
    mark(this.row, "");
    for (const { why } of this.foreseen) why.hidden = true;
  }
}
