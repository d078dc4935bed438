// A place where code runs: its code, its buttons, its status and its output. A cell has one, and so has an exercise.
// state of the element round it: "idle | waiting | running | done | failed | stopped".
import { SIZE } from "./download.js";
import { Output } from "./output.js";
import { python } from "./runtime.js";
import { Writing } from "./writing.js";

const BUSY = ["waiting", "running"];
const HALTED = {
  withdrawn: "Stopped before it began.",
  stopped: "Stopped. Variables are gone; the code and its output stay.",
  limit: "Stopped at the time limit. Variables are gone; the code and its output stay.",
  fatal: "Python broke down, perhaps in too deep a recursion, and starts anew. Variables are gone.",
};

/** @typedef {import("./protocol.js").Cell & {readonly: boolean}} About */

/** @implements {import("./runtime.js").Asker} */
export class Bench {
  asked = false; // by the learner, not by a cell below that needs it

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
    const label = `Code for ${about.name.toLowerCase()}`;
    this.writing = about.readonly ? null
      : new Writing(part(".code"), { source: this.about.source, label, describedBy: part(".keys").id, onRun: () => this.run() });
    this.awaken();
  }

  /** What needs script comes to life. */
  awaken() {
    this.root.addEventListener("click", ({ target }) => {
      const { name } = /** @type {Element} */ (target).closest("button") ?? { name: "" };
      if (name === "run") this.run();
      if (name === "stop") python.stop(this);
      if (name === "reset") this.reset();
    });
    for (const part of this.root.querySelectorAll("button[name], .idle, .keys")) {
      /** @type {HTMLElement} */ (part).hidden = part === this.stopper;
    }
    const size = `The first run downloads Python once, at most ${Math.ceil(SIZE / 1e6)} MB.`;
    if (!python.ready) this.note.textContent = size;
    python.addEventListener("ready", () => this.note.textContent === size && (this.note.textContent = ""));
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
    this.note.textContent = note;
    const leaving = document.activeElement === this.stopper;
    this.stopper.hidden = !busy || !this.asked;
    if (leaving && this.stopper.hidden) this.runner.focus();
  }

  /** @returns {import("./protocol.js").Cell} */
  get cell() {
    return { ...this.about, source: this.writing?.text ?? this.about.source };
  }

  /** @param {Partial<import("./runtime.js").Job>} how differs from the run of a cell that needs no other */
  run(how = {}) {
    const taken = python.run({
      asker: this, above: () => [], exercise: () => null,
      done: (end) => this.done(end),
      broken: (message) => this.broken(message),
      ...how,
    });
    if (!taken) return;
    this.asked = true;
    this.status.textContent = python.ready ? "" : "Python is being loaded. The code runs once it is here.";
    this.enter("waiting", this.note.textContent);
  }

  reset() {
    if (this.writing) this.writing.text = this.about.source;
    if (BUSY.includes(this.state)) return;
    this.pane.reset();
    this.enter("idle");
    this.status.textContent = "The code and its output are as they were at first.";
  }

  // ── what the runtime tells ──

  phase(text) {
    this.enter("waiting", text);
  }

  begin() {
    this.ran = this.cell.source;
    this.failure = "";
    this.pane.begin();
    this.enter("running", "Running.");
  }

  output(pieces) {
    const code = { source: this.ran, goTo: this.writing ? (line) => this.writing.goTo(line) : null };
    this.pane.add(pieces, code);
    for (const [kind, text] of pieces) {
      if (kind === "failure") this.failure = stopped(JSON.parse(text));
    }
  }

  ask(prompt) {
    this.note.textContent = "Waiting for your input.";
    return this.pane.ask(prompt).finally(() => (this.note.textContent = "Running."));
  }

  end({ seconds }) {
    this.seconds = seconds;
    this.enter(this.failure ? "failed" : "done", this.asked ? "" : "It ran because a cell below needs it.");
  }

  done({ blockedBy }) {
    this.asked = false;
    if (blockedBy) {
      this.enter("failed");
      this.status.textContent = `Not run: ${blockedBy.cell.name}, which it needs, stopped with an error.`;
    } else {
      this.status.textContent = `${this.failure || `Ran in ${time(this.seconds)}.`} ${this.pane.summary}`;
    }
  }

  halted(how) {
    this.pane.endAsking();
    this.enter("stopped");
    if (this.asked) this.status.textContent = HALTED[how];
    this.asked = false;
  }

  broken(message) {
    this.asked = false;
    this.enter("failed");
    this.status.textContent = `Python could not be loaded: ${message} Press Run to try again.`;
  }
}

const time = (seconds) => (seconds < 0.05 ? "under 0.1 s" : `${seconds.toFixed(1)} s`);

/** @param {{kind: string, line: number}} failure */
function stopped({ kind, line }) {
  const why = { TimeLimit: "at the time limit", OutputLimit: "because it printed too much" }[kind] ?? `with ${kind}`;
  return `Stopped ${why}${line ? ` on line ${line}` : ""}.`;
}
