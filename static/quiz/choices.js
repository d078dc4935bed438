// The answer of a question that offers choices: one of them (radio buttons) or several (check boxes).
import { copied, ended, mark, spoken } from "./explain.js";
import { gettext } from "../words.js";

/** @typedef {{row: Element, input: HTMLInputElement, why: HTMLElement, right: boolean}} Choice */

export class Choices {
  /** @param {Element} question @param {Element[]} reasons the list items that explain the choices, in their order */
  constructor(question, reasons) {
    /** @type {Choice[]} */
    this.all = [...question.querySelectorAll(".choice")].map((row, index) => {
      const why = copied(/** @type {Element} */ (reasons[index].querySelector(".why")));
      why.dataset.word = row.hasAttribute("data-right") ? gettext("Right.") : gettext("Not this one."); // for paper
      row.append(why);
      return { row, why, input: /** @type {HTMLInputElement} */ (row.querySelector("input")), right: row.hasAttribute("data-right") };
    });
    if (question.hasAttribute("shuffle")) shuffle(this.all);
    this.inputs = this.all.map(({ input }) => input);
  }

  /** What was typed: nothing. */
  get typed() {
    return undefined;
  }

  set typed(_) {}

  get picked() {
    return this.all.filter(({ input }) => input.checked);
  }

  /** @returns {string} why this cannot be checked yet, or "" */
  get lacks() {
    return this.picked.length ? "" : gettext("Pick an answer first.");
  }

  get isRight() {
    return this.all.every(({ right, input }) => right === input.checked);
  }

  /** Marks what is wrong. @returns {string} what to say about it */
  refuse() {
    const wrong = this.picked.filter(({ right }) => !right);
    for (const choice of wrong) this.#show(choice, "wrong");
    if (!wrong.length) return gettext("What you picked is right, and something is missing.");
    return [gettext("Not this one."), ...wrong.map(({ why }) => spoken(why))].join(" ");
  }

  /** What was refused stays marked, with its explanation. */
  reopen() {
    for (const choice of this.all) if (choice.row.getAttribute("state") === "wrong") this.#show(choice, "tried");
  }

  /** Unpicks what was refused. @returns {HTMLElement} where to go on */
  retry() {
    this.reopen();
    const untried = this.all.filter(({ row }) => !row.hasAttribute("state"));
    for (const { row, input } of this.all) if (row.hasAttribute("state")) input.checked = false;
    return (untried[0] ?? this.all[0]).input;
  }

  /** @param {"right" | "shown"} state @returns {string} what to say */
  settle(state) {
    this.reopen();
    const right = this.all.filter((choice) => choice.right);
    for (const choice of this.all) choice.input.checked = choice.right;
    for (const choice of right) this.#show(choice, state);
    const names = state === "shown" ? right.map(({ row }) => gettext("The answer: %(answer)s", { answer: ended(spoken(/** @type {Element} */ (row.querySelector("label")))) })) : [gettext("Correct.")];
    return [...names, ...right.map(({ why }) => spoken(why))].join(" ");
  }

  reset() {
    for (const choice of this.all) this.#show(choice, "");
  }

  /** @param {Choice} choice @param {"" | "wrong" | "tried" | "right" | "shown"} state */
  #show({ row, why }, state) {
    mark(row, state);
    why.hidden = !state;
  }
}

/** Puts the choices in an order of chance, on the page as well (Fisher and Yates). @param {Choice[]} choices */
function shuffle(choices) {
  for (let last = choices.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [choices[last], choices[other]] = [choices[other], choices[last]];
  }
  for (const { row } of choices) row.parentElement?.append(row);
}
