// <ec-exercise>: a task that checks itself. Its code runs in a copy of the names of the cells above.
// Event, bubbling: ec-judged {passed}, after each check. `done` where it has been passed, on this visit or before.
import { keep, recall } from "../progress.js";
import { cellsAbove } from "../python/above.js";
import { Bench } from "../python/bench.js";
import { coded, made } from "../python/made.js";

class Exercise extends HTMLElement {
  connectedCallback() {
    if (this.bench) return;
    const { number, seconds, source, check } = JSON.parse(this.querySelector(":scope > script").textContent);
    const about = { id: this.id, name: `Exercise ${number}`, source, seconds, isolated: false, setup: false, mayFail: false, readonly: false };
    this.oneByOne([...this.querySelectorAll("details.hint")]);
    this.toggleAttribute("done", recall(this.id).state === "passed");
    if (source) this.bench = new ExerciseBench(this, about, check);
  }

  /** The next hint appears when the one before it has been opened. @param {HTMLDetailsElement[]} hints */
  oneByOne(hints) {
    hints.forEach((hint, at) => {
      hint.hidden = at > 0 && !hints[at - 1].open;
      hint.addEventListener("toggle", () => {
        if (hint.open && hints[at + 1]) hints[at + 1].hidden = false;
      });
    });
  }
}

class ExerciseBench extends Bench {
  /** @param {HTMLElement} element @param {import("../python/bench.js").About} about @param {string} check */
  constructor(element, about, check) {
    super(element, about);
    const button = /** @type {HTMLButtonElement} */ (this.root.querySelector("button[name=check]"));
    button.addEventListener("click", () => this.run({ exercise: () => ({ check, starter: this.about.source }) }));
  }

  above() {
    return cellsAbove(this.element);
  }

  run(how = {}) {
    super.run({ exercise: () => ({ check: null, starter: this.about.source }), ...how });
  }

  done(end) {
    super.done(end);
    if (!end.verdict) return;
    const { passed, message } = end.verdict;
    const { state, tries = 0, first } = recall(this.about.id);
    const now = Date.now();
    keep(this.about.id, { state: passed ? "passed" : (state ?? "tried"), tries: tries + 1, ...(passed && { first: first ?? now }) });
    if (passed) this.element.setAttribute("done", "");
    if (!this.failure) {   // code that fails itself shows its failure, as in any run
      this.region.querySelector(".live").prepend(verdict(passed, message));
      this.status.textContent = passed ? "The check passed." : "The check did not pass yet; its message stands above the output.";
    }
    this.element.dispatchEvent(new CustomEvent("ec-judged", { bubbles: true, detail: { passed } }));
  }
}

/** @param {boolean} passed @param {string} message what stands in `backticks` is code */
function verdict(passed, message) {
  const box = made("p", "verdict");
  box.setAttribute("state", passed ? "right" : "wrong");
  box.append(made("strong", "", passed ? "Correct" : "Not yet"), " ", ...coded(message));
  return box;
}

customElements.define("ec-exercise", Exercise);
