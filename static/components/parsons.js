// <ec-parsons>: the lines of an answer, moved up and down by buttons, which keep the focus. The order of the solution is right at once;
// any other is run, and is right where it passes the check.
// Events, bubbling: ec-arranged {source}, to be judged (who judges calls `judged`); ec-insert {source}, into the editor.
// state="open | judging | right".
import { keep, recall } from "../progress.js";
import { coded } from "../python/made.js";
import { gettext } from "../words.js";

class Parsons extends HTMLElement {
  connectedCallback() {
    if (this.status) return;
    this.status = /** @type {HTMLElement} */ (this.querySelector(".parsons-status"));
    this.insert = /** @type {HTMLButtonElement} */ (this.querySelector("[name=insert]"));
    this.exercise = this.closest("ec-exercise");
    this.addEventListener("click", ({ target }) => {
      const button = /** @type {Element} */ (target).closest("button");
      if (button?.name === "up" || button?.name === "down") this.move(button);
      if (button?.name === "order") this.ask();
      if (button?.name === "insert") this.hand();
    });
    for (const part of this.querySelectorAll(".parsons-moves, .parsons-buttons")) part.hidden = false;
    if (recall(this.exercise?.id ?? "").arranged) this.say(gettext("You have put these lines in order before."));
    this.open();
  }

  get rows() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".parsons-line")]);
  }

  get moving() {
    return this.rows.filter((row) => !row.hasAttribute("data-still"));
  }

  get source() {
    return this.rows.map((row) => `${row.querySelector("code").textContent}\n`).join("");
  }

  open() {
    this.setAttribute("state", "open");
    this.insert.hidden = true;
    const { moving } = this;
    moving.forEach((row, at) => {
      row.querySelector("[name=up]").setAttribute("aria-disabled", String(at === 0));
      row.querySelector("[name=down]").setAttribute("aria-disabled", String(at === moving.length - 1));
    });
  }

  /** @param {HTMLButtonElement} button of the line that moves past its neighbour among those that move */
  move(button) {
    const { moving } = this;
    const row = /** @type {HTMLElement} */ (button.closest(".parsons-line"));
    const other = moving[moving.indexOf(row) + (button.name === "up" ? -1 : 1)];
    if (!other || this.getAttribute("state") === "judging") return;
    const place = document.createComment("");
    row.replaceWith(place);
    other.replaceWith(row);
    place.replaceWith(other);
    button.focus();
    this.open();
    this.say(gettext("Now in place %(number)s of %(total)s.", { number: this.moving.indexOf(row) + 1, total: moving.length }));
  }

  ask() {
    if (this.getAttribute("state") === "judging") return;
    const { source } = this;
    const answer = this.exercise?.querySelector(".answer code")?.textContent ?? "";
    if (filled(source) === filled(answer)) return this.judged({ passed: true, message: "" });
    this.setAttribute("state", "judging");
    this.say(gettext("Python looks whether this order works."));
    this.dispatchEvent(new CustomEvent("ec-arranged", { bubbles: true, detail: { source } }));
  }

  /** @param {{passed: boolean, message: string}} told message: with code in `backticks` */
  judged({ passed, message }) {
    this.setAttribute("state", passed ? "right" : "open");
    this.insert.hidden = !passed;
    this.say(passed ? gettext("This order works.") : `${gettext("Not in this order yet.")} ${message}`);
    if (passed && this.exercise) keep(this.exercise.id, { arranged: Date.now() });
  }

  hand() {
    this.dispatchEvent(new CustomEvent("ec-insert", { bubbles: true, detail: { source: this.source } }));
    this.say(gettext("The lines stand in the editor above."));
  }

  /** @param {string} text */
  say(text) {
    this.status.replaceChildren(...coded(text));
  }
}

/** The lines of a text that are not blank. @param {string} text */
const filled = (text) => text.split("\n").filter((line) => line.trim()).map((line) => line.trimEnd()).join("\n");

customElements.define("ec-parsons", Parsons);
