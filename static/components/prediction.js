// <ec-prediction>: a question before the text tells. What the reader guesses is kept, and stands again where the answer does, which those who
// have guessed find open when they come to it.
import { keep, recall, watchOthers } from "../progress.js";
import { copied, spoken } from "../quiz/explain.js";
import { gettext } from "../words.js";

const LONGEST = 2000; // characters that are kept of a guess

class Prediction extends HTMLElement {
  connectedCallback() {
    if (this.inputs) return;
    this.inputs = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll("input")]);
    this.status = /** @type {HTMLElement} */ (this.querySelector("[role=status]"));
    this.answer = document.getElementById(`${this.id}-answer`);
    this.addEventListener("change", () => this.guess());
    watchOthers(() => this.show(recall(this.id).guess));
    if (this.picked) this.guess(); // before this script came
    else this.show(recall(this.id).guess);
  }

  get picked() {
    return this.inputs.find(({ checked }) => checked);
  }

  guess() {
    const guess = words(this.picked);
    this.status.textContent = keep(this.id, { guess }) || gettext("Your guess is kept.");
    this.show(guess);
    if (this.fold) this.fold.open = true;
  }

  /** @returns {HTMLDetailsElement | null | undefined} what holds the answer */
  get fold() {
    return this.answer?.querySelector("details");
  }

  /** Goes by its words, so that it stays what it was where an author puts the choices in another order. @param {string} [guess] */
  show(guess) {
    if (!guess || guess === this.shown) return;
    this.shown = guess;
    const choice = this.inputs.find((input) => words(input) === guess);
    for (const input of this.inputs) input.checked = input === choice;
    if (!this.answer) return;
    const place = /** @type {HTMLElement} */ (this.answer.querySelector(".answered-guess"));
    place.querySelector("q").replaceChildren(...(choice ? copied(line(choice)).childNodes : [guess]));
    place.hidden = false;
    this.answer.querySelector(".answered-how").hidden = true;
    if (this.answer.getBoundingClientRect().top > innerHeight) this.fold.open = true; // else it would move what is being read
  }
}

/** @param {HTMLInputElement} input @returns {Element} what stands beside it */
const line = (input) => /** @type {Element} */ (input.nextElementSibling);

/** @param {HTMLInputElement} input */
const words = (input) => spoken(line(input)).slice(0, LONGEST);

customElements.define("ec-prediction", Prediction);
