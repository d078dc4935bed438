// <ec-exercise>: a task that checks itself. Its code runs in a copy of the names of the cells above.
// Event, bubbling: ec-judged {passed}, after each check. `done` where it has been passed, on this visit or before: then the
// questions about the learner's code are shown, and what to try next.
// Listens to its puzzle (ec-arranged {source}: to be judged; ec-insert {source}: into the editor).
import { keep, recall, watchOthers } from "../progress.js";
import { cellsAbove } from "../python/above.js";
import { Bench } from "../python/bench.js";
import { python } from "../python/runtime.js";
import { coded, made, said } from "../python/made.js";
import { silent } from "../python/silent.js";
import { HALTED } from "../python/told.js";
import { gettext } from "../words.js";

class Exercise extends HTMLElement {
  after = /** @type {HTMLElement[]} */ ([]);

  connectedCallback() {
    if (this.bench) return;
    const { number, seconds, source, check } = JSON.parse(this.querySelector(":scope > script").textContent);
    const names = { name: gettext("Exercise %(number)s", { number }), label: gettext("Code for exercise %(number)s", { number }) };
    const about = { id: this.id, ...names, source, seconds, isolated: false, setup: false, mayFail: false, readonly: false };
    this.oneByOne([...this.querySelectorAll("details.hint")]);
    this.toggleAttribute("done", recall(this.id).state === "passed");
    watchOthers(() => this.catchUp());
    if (!source) return;
    this.bench = new ExerciseBench(this, about, check);
    this.addEventListener("ec-arranged", ({ target, detail }) => this.bench.attempt(detail.source, (told) => target.judged(told)));
    this.addEventListener("ec-insert", ({ detail }) => this.bench.put(detail.source));
    this.after = [...this.querySelectorAll(".once-passed")];
    for (const part of this.after) part.hidden = true;
    this.reveal();
    addEventListener("hashchange", () => this.reveal());
  }

  /** What has been passed in another tab is passed here. */
  catchUp() {
    if (this.hasAttribute("done") || recall(this.id).state !== "passed") return;
    this.pass();
    this.dispatchEvent(new CustomEvent("ec-judged", { bubbles: true, detail: { passed: true } }));
  }

  pass() {
    this.setAttribute("done", "");
    this.reveal();
  }

  /** What comes after passing is kept back until then, but for who follows a link to it. */
  reveal() {
    for (const part of this.after.filter(({ hidden }) => hidden)) {
      const asked = [...part.querySelectorAll("[id]")].find(({ id }) => location.hash === `#${encodeURIComponent(id)}`);
      part.hidden = !asked && !this.hasAttribute("done");
      asked?.scrollIntoView();
    }
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
    this.check = check;
    const button = /** @type {HTMLButtonElement} */ (this.root.querySelector("button[name=check]"));
    button.addEventListener("click", () => this.run({ exercise: () => ({ check, starter: this.about.source }) }));
  }

  above() {
    return cellsAbove(this.element);
  }

  /**
   * Judges other code than that in the editor, and leaves the output as it is.
   * @param {string} source @param {(told: {passed: boolean, message: string}) => void} tell message: why not, with code in `backticks`
   */
  attempt(source, tell) {
    let failed = "";
    const output = (pieces) => {
      for (const [kind, text] of pieces) if (kind === "failure") failed = sentence(JSON.parse(text));
    };
    python.run({
      asker: { ...silent({ ...this.about, id: `${this.about.id}-lines`, source, answers: this.cell.answers }), output, halted: (how) => tell({ passed: false, message: HALTED[how] }) },
      above: () => this.above(), exercise: () => ({ check: this.check, starter: this.about.source }),
      done: ({ verdict, blockedBy }) => tell({
        passed: Boolean(verdict?.passed),
        message: blockedBy ? gettext("%(cell)s, which it needs, stopped with an error.", { cell: blockedBy.cell.name }) : failed || verdict?.message || "",
      }),
      broken: (message) => tell({ passed: false, message: gettext("Python could not be loaded, so only the order of the solution can be told: %(why)s", { why: message }) }),
    });
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
    if (passed) this.element.pass();
    if (!this.failure) {   // code that fails itself shows its failure, as in any run
      this.region.querySelector(".live").prepend(verdict(passed, message, passed ? this.own : null));
      this.status.textContent = !passed ? gettext("The check did not pass yet; its message stands above the output.")
        : this.own ? gettext("The check passed. A question about your code stands below.") : gettext("The check passed.");
    }
    this.element.dispatchEvent(new CustomEvent("ec-judged", { bubbles: true, detail: { passed } }));
  }

  get own() {
    return this.element.querySelector(".own-code");
  }
}

/** @param {{kind: string, message: string, sentence?: string}} failure */
const sentence = ({ kind, message, sentence }) => sentence || (message ? `${kind}: ${message}` : kind);

/** @param {boolean} passed @param {string} message what stands in `backticks` is code @param {Element | null} next where to go on */
function verdict(passed, message, next) {
  const box = made("p", "verdict");
  box.setAttribute("state", passed ? "right" : "wrong");
  box.append(said(made("strong", "", passed ? gettext("Correct") : gettext("Not yet"))), " ", ...coded(message));
  if (next) box.append(" ", Object.assign(said(made("a", "", gettext("On to the question about your code"))), { href: `#${next.id}` }));
  return box;
}

customElements.define("ec-exercise", Exercise);
