// A place where code runs: its code, its buttons, its status and its output. A cell has one, and so has an exercise.
// state of the element round it: "idle | waiting | running | done | failed | stopped".
import { Answers } from "./answers.js";
import { Guess } from "./guess.js";
import { Keeping } from "./keeping.js";
import { foresee } from "./launch.js";
import { coded } from "./made.js";
import { more } from "./more.js";
import { Output } from "./output.js";
import { python } from "./runtime.js";
import { HALTED, KEPT, SINCE, stopped, time } from "./told.js";
import { Writing } from "./writing.js";
import { gettext, ngettext } from "../words.js";

const BUSY = ["waiting", "running"];

/** label: of the field in which its code is written. @typedef {import("./protocol.js").Cell & {readonly: boolean, label: string}} About */

/** @implements {import("./runtime.js").Asker} */
export class Bench {
  asked = false; // by the learner, not by a cell below that needs it
  undone = /** @type {string | null} */ (null); // the code that Reset took away
  ran = /** @type {string | null} */ (null); // the code whose output stands there
  since = ""; // what has come between

  /** @param {HTMLElement} element holds a .bench @param {About} about */
  constructor(element, about) {
    this.element = element;
    this.about = { ...about, source: about.source.replace(/\n$/, "") };
    this.root = /** @type {HTMLElement} */ (element.querySelector(".bench"));
    /** @param {string} selector @returns {HTMLElement} */
    const part = (selector) => this.root.querySelector(selector);
    this.note = part(".run-note");
    this.status = part("[role=status]");
    this.region = part(".output");
    this.pane = new Output(this.region);
    this.runner = /** @type {HTMLButtonElement} */ (part("button[name=run]"));
    this.stopper = /** @type {HTMLButtonElement} */ (part("button[name=stop]"));
    this.resetter = /** @type {HTMLButtonElement | null} */ (part("button[name=reset]"));
    this.keeping = new Keeping(about.id, this.about.source, (why) => (this.status.textContent = why), (text) => this.arrive(text));
    this.answers = new Answers(part(".buttons"));
    const kept = about.readonly ? { text: null, note: "" } : this.keeping.restored();
    this.writing = about.readonly ? null : this.write(part, kept.text);
    this.guess = part(".guess") && new Guess(part(".guess"), this.region, this.keeping);
    this.awaken();
    if (kept.note) this.note.textContent = `${kept.note} ${this.note.textContent}`.trim();
  }

  /** @param {(selector: string) => HTMLElement} part @param {string | null} text the learner's from before */
  write(part, text) {
    const writing = new Writing(part(".code"), {
      source: this.about.source, label: this.about.label, describedBy: part(".keys").id,
      onRun: () => this.run(), onChange: (now) => this.edited(now), complete: (before) => python.complete(before),
    });
    if (text !== null) writing.text = text;
    return writing;
  }

  /** What needs script comes to life. */
  awaken() {
    this.root.addEventListener("click", ({ target }) => {
      const { name } = /** @type {Element} */ (target).closest("button") ?? { name: "" };
      if (name === "run") this.run();
      if (name === "stop") python.stop(this);
      if (name === "reset") this.reset();
    });
    for (const sign of ["pointerover", "pointerdown", "focus"]) this.runner.addEventListener(sign, foresee, { once: true });
    for (const part of this.root.querySelectorAll(".buttons > :not([name=stop]), .idle, .keys")) /** @type {HTMLElement} */ (part).hidden = false;
    more(this.root.querySelector(".more"), () => this.above().length > 0, () => this.runAbove(), () => this.restart());
    this.answers.look(this.cell.source);
    const size = this.note.textContent; // of what the first run fetches
    const forget = () => (this.note.textContent = this.note.textContent.replace(size, "").trim());
    if (python.ready) forget();
    else python.addEventListener("ready", forget);
    python.addEventListener("kept", () => this.state === "done" && !this.since && (this.note.textContent = KEPT));
    python.addEventListener("gone", () => this.ran !== null && !this.about.isolated && this.mark("gone"));
  }

  get state() {
    return this.element.getAttribute("state") ?? "idle";
  }

  /** @param {string} state @param {string} note what goes on: to be seen, not to be read aloud, for it changes by the second */
  enter(state, note = "") {
    const busy = BUSY.includes(state);
    this.element.setAttribute("state", state);
    this.region.setAttribute("aria-busy", String(busy));
    this.runner.setAttribute("aria-disabled", String(busy));
    this.note.textContent = note || (busy ? "" : this.since);
    const leaving = document.activeElement === this.stopper;
    this.stopper.hidden = !busy || !this.asked;
    if (leaving && this.stopper.hidden) this.runner.focus();
  }

  /** @param {keyof SINCE | ""} what has come between the code and its output */
  mark(what) {
    this.since = SINCE[what] ?? "";
    if (!BUSY.includes(this.state)) this.note.textContent = this.since;
  }

  /** @param {string} text as the learner has just left it */
  edited(text) {
    this.keeping.change(text);
    this.answers.look(text);
    this.keepsNoUndo();
    if (this.ran !== null && this.since !== SINCE.gone) this.mark(text === this.ran ? "" : "edited");
  }

  /** The same cell has been changed in another tab. @param {string} text */
  arrive(text) {
    if (!this.writing || this.writing.text === text) return;
    this.writing.text = text;
    this.answers.look(text);
    this.keepsNoUndo();
    this.note.textContent = gettext("Changed in another tab.");
    if (this.ran !== null && this.since !== SINCE.gone) this.since = text === this.ran ? "" : SINCE.edited;
  }

  /** @returns {import("./protocol.js").Cell} */
  get cell() {
    return { ...this.about, source: this.writing?.text ?? this.about.source, answers: this.answers.lines };
  }

  /** The cells that lend their names. @returns {import("./runtime.js").Asker[]} */
  above() {
    return [];
  }

  /** @param {Partial<import("./runtime.js").Job>} how differs from the plain run of a cell */
  run(how = {}) {
    if (this.state === "running") return this.refuse();
    if (!how.rerun && this.answers.missing) {
      this.status.textContent = gettext("This code asks with input(). Write its answers into the box, then run it.");
      return;
    }
    const taken = python.run({
      asker: this, above: () => this.above(), exercise: () => null,
      done: (end) => this.done(end),
      broken: (message, again) => this.broken(message, again),
      ...how,
    });
    if (!taken) return;
    this.asked = true;
    this.status.textContent = python.ready ? "" : gettext("Python is being loaded. The code runs once it is here.");
    this.enter("waiting", this.note.textContent);
  }

  /** A second click in mid-run, told once. */
  refuse() {
    if (!this.refused) this.status.textContent = gettext("It is running already. Stop ends it.");
    this.refused = true;
  }

  /** All cells above run anew, in their order, and this one stays as it is. */
  runAbove() {
    const before = this.state;
    if (BUSY.includes(before)) return this.refuse();
    const count = this.above().length;
    const back = (words) => {
      this.asked = false;
      this.enter(before);
      this.status.textContent = words;
    };
    this.run({
      rerun: true,
      done: ({ blockedBy }) => back(blockedBy ? gettext("%(cell)s stopped with an error, and the cells after it did not run.", { cell: blockedBy.cell.name })
        : ngettext("The cell above ran.", "The %(count)s cells above ran.", count)),
    });
  }

  restart() {
    if (!python.ready) return;
    python.restart();
    this.status.textContent = gettext("Python starts anew: all variables of this page are gone. The code and its output stay.");
  }

  reset() {
    const { writing } = this;
    if (this.undone !== null) {
      writing.text = this.undone;
      this.edited(this.undone);
      this.status.textContent = gettext("Your code is back.");
      return;
    }
    const mine = writing.text;
    if (mine !== this.about.source) {
      writing.text = this.about.source;
      this.edited(this.about.source);
      this.undone = mine;
      this.resetter.textContent = gettext("Undo reset");
    }
    this.keeping.flush();
    if (BUSY.includes(this.state)) return;
    this.pane.reset();
    this.guess?.reset();
    this.ran = null;
    this.since = "";
    this.enter("idle");
    this.status.textContent = [gettext("The code and its output are as they were at first."), this.undone === null ? "" : gettext("Undo reset brings your code back.")].join(" ").trim();
  }

  /** Other code in the place of the learner's, which comes back at a press. @param {string} text */
  put(text) {
    const mine = this.writing.text;
    if (mine === text) return;
    this.writing.text = text;
    this.edited(text);
    this.undone = mine;
    this.resetter.textContent = gettext("Bring my code back");
  }

  keepsNoUndo() {
    this.undone = null;
    if (this.resetter) this.resetter.textContent = gettext("Reset");
  }

  // ── what the runtime tells ──

  phase(text) {
    this.enter("waiting", text);
  }

  begin() {
    this.ran = this.cell.source;
    this.since = this.failure = "";
    this.refused = false;
    this.pane.begin();
    this.guess?.settle();
    this.writing?.mark(0);
    this.enter("running", gettext("Running."));
  }

  output(pieces) {
    const code = { source: this.ran, goTo: this.writing ? (line) => this.writing.goTo(line) : null };
    this.pane.add(pieces, code);
    for (const [kind, text] of pieces) {
      if (kind !== "failure") continue;
      const failure = JSON.parse(text);
      this.failure = stopped(failure);
      if (this.writing?.text === this.ran) this.writing.mark(failure.line);
    }
  }

  ask(prompt) {
    this.note.textContent = gettext("Waiting for your input.");
    return this.pane.ask(prompt).finally(() => (this.note.textContent = gettext("Running.")));
  }

  end({ seconds }) {
    this.seconds = seconds;
    if (this.cell.source !== this.ran) this.since = SINCE.edited;
    this.enter(this.failure ? "failed" : "done", this.asked || this.since ? "" : gettext("It ran for a cell below."));
  }

  done({ blockedBy }) {
    this.asked = false;
    if (blockedBy) {
      this.enter("failed");
      this.status.textContent = gettext("Not run: %(cell)s, which it needs, stopped with an error.", { cell: blockedBy.cell.name });
    } else {
      this.status.textContent = `${this.failure || gettext("Ran in %(time)s.", { time: time(this.seconds) })} ${this.pane.summary}`;
    }
  }

  halted(how) {
    this.pane.endAsking();
    if (how !== "withdrawn") this.since = "";
    this.enter("stopped");
    if (this.asked) this.status.textContent = HALTED[how];
    this.asked = false;
  }

  broken(message, again) {
    this.asked = false;
    this.enter("failed");
    const hint = again ? gettext("Press Run to try again.") : "";
    this.status.replaceChildren(...coded(gettext("Python could not be loaded: %(why)s", { why: `${message} ${hint}`.trim() })));
  }
}
