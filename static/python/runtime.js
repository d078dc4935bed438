// Python for the page: one worker, started at the first run, and a queue of what was asked for.
// Events: "ready" when Python is there for the first time, "gone" when all names are, "kept" when the page works without a
// connection from now on.
import { Unable, able } from "./able.js";
import { Deadline } from "./deadline.js";
import { files } from "./files.js";
import { launch } from "./launch.js";
import { gettext } from "../words.js";

/**
 * Who asks for a run, and shows what comes of it: a cell or an exercise of the page.
 * @typedef {object} Asker
 * @property {import("./protocol.js").Cell} cell           read when its turn comes
 * @property {(text: string) => void} phase                what it waits for, in words
 * @property {() => void} begin                            its output starts anew
 * @property {(pieces: import("./protocol.js").Piece[]) => void} output
 * @property {(end: {seconds: number, ended: string}) => void} end
 * @property {(how: "withdrawn" | "stopped" | "limit" | "left" | "fatal") => void} halted   withdrawn: before it began. Else all names are gone
 * @property {(prompt: string) => Promise<string>} ask
 *
 * A run that was asked for. exercise: see protocol.js.
 * @typedef {object} Job
 * @property {Asker} asker
 * @property {() => Asker[]} above
 * @property {() => null | {check: string | null, starter: string}} exercise
 * @property {(end: {verdict: null | {passed: boolean, message: string}, blockedBy: Asker | null}) => void} done
 * @property {(message: string, again: boolean) => void} broken   Python could not be loaded. again: it may help to try once more
 * @property {boolean} [rerun]                              all cells above run anew, and nothing else
 */

class Runtime extends EventTarget {
  /** @type {Job[]} */ queue = [];
  /** @type {Job | null} */ job = null;
  /** @type {Worker | null} */ worker = null;
  /** @type {Promise<void> | null} */ booted = null;
  ready = false;
  kept = false; // or about to be
  phase = ""; // what everybody waits for, "" when Python is there
  halt = (/** @type {string} */ _how) => {};

  /** @param {Job} job @returns {boolean} whether it was taken: one that waits or runs already is not taken twice */
  run(job) {
    if ([this.job, ...this.queue].some((other) => other?.asker === job.asker)) return false;
    this.queue.push(job);
    if (this.job) job.asker.phase(gettext("Waiting for %(cell)s.", { cell: this.job.asker.cell.name }));
    this.next();
    return true;
  }

  /** @param {Asker} asker */
  stop(asker) {
    if (this.job?.asker === asker) return this.halt("stopped");
    const waiting = this.queue.find((job) => job.asker === asker);
    this.queue = this.queue.filter((job) => job !== waiting);
    if (waiting) asker.halted("withdrawn");
  }

  /** Python starts anew, without names. What runs or waits is stopped. */
  restart() {
    for (const { asker } of this.queue.splice(0)) asker.halted("withdrawn");
    if (this.job) return this.halt("stopped");
    if (!this.worker) return; // it is starting, or was never asked for
    this.end();
    this.start().catch(() => {}); // the next run says what went wrong
  }

  /** The page is left, perhaps to come back to: nothing goes on computing behind it. */
  leave() {
    for (const { asker } of this.queue.splice(0)) asker.halted("withdrawn");
    if (!this.job) return;
    this.worker?.terminate();
    this.halt("left");
  }

  /** Names that may follow the beginning of a line; none while Python is busy or not there. @param {string} before @returns {Promise<[string, string][]>} */
  complete(before) {
    if (this.job || !this.worker || !this.ready) return Promise.resolve([]);
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage({ type: "complete", before }, [port2]);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(resolve, 1000, []); // a worker that has just been ended never answers
    }).finally(() => port1.close());
  }

  async next() {
    if (this.job || !this.queue.length) return;
    this.job = this.queue.shift();
    const { asker } = this.job;
    const halted = new Promise((resolve) => (this.halt = resolve));
    try {
      const started = this.start();
      if (this.phase) asker.phase(this.phase);
      const how = await Promise.race([halted, started.then(() => "ready")]);
      if (how === "ready") await this.perform(this.job, halted);
      else asker.halted("withdrawn");
    } catch (error) {
      for (const job of [this.job, ...this.queue.splice(0)]) job.broken(error.message, !(error instanceof Unable));
    }
    this.job = null;
    if (this.ready && !this.booted) this.start().catch(() => {}); // the next run finds it there, or says what went wrong
    this.next();
  }

  /** @param {string} text */
  tell(text) {
    this.phase = text;
    for (const job of text ? [this.job, ...this.queue] : []) job?.asker.phase(text);
  }

  // ── the worker ──

  /** @returns {Promise<void>} settled when Python is there; a later call tries again what failed */
  start() {
    this.booted ??= this.boot()
      .catch((error) => {
        this.end();
        throw error;
      })
      .finally(() => (this.phase = ""));
    return this.booted;
  }

  async boot() {
    await able();
    this.worker = await launch((text) => this.tell(text), lockOfPage());
    this.ready = true;
    this.dispatchEvent(new Event("ready"));
  }

  end() {
    const { worker } = this;
    worker?.terminate();
    this.worker = this.booted = null;
    if (worker) this.dispatchEvent(new Event("gone"));
  }

  // ── one job ──

  /** @param {Job} job @param {Promise<string>} halted */
  async perform(job, halted) {
    const above = job.above();
    const askers = new Map([...above, job.asker].map((asker) => [asker.cell.id, asker]));
    const { worker } = this;
    let current = job.asker;
    const deadline = new Deadline(() => this.halt("limit"));
    const done = new Promise((resolve) => {
      worker.onmessage = async ({ data }) => {
        const asker = askers.get(data.id) ?? current;
        if (data.type === "loads") job.asker.phase(data.text);
        else if (data.type === "begins") {
          current = asker;
          deadline.start(asker.cell.seconds);
          asker.begin();
        } else if (data.type === "output") asker.output(data.pieces);
        else if (data.type === "rings") deadline.rang();
        else if (data.type === "ends") {
          deadline.stop();
          asker.end(data);
        } else if (data.type === "asks") {
          deadline.stop();
          const text = await asker.ask(data.prompt);
          deadline.start(asker.cell.seconds);
          worker.postMessage({ type: "answer", text });
        } else if (data.type === "fatal") this.halt("fatal");
        else if (data.type === "done") resolve(data);
      };
    });
    worker.onerror = () => this.halt("fatal");
    worker.postMessage({ type: "run", cell: job.asker.cell, above: above.map(({ cell }) => cell), exercise: job.exercise(), rerun: Boolean(job.rerun) });
    const how = await Promise.race([done, halted]);
    deadline.stop();
    if (typeof how !== "string") {
      job.done({ verdict: how.verdict, blockedBy: askers.get(how.blockedBy) ?? null });
      this.keep(how.wheels);
      return;
    }
    this.end();
    if (current !== job.asker) current.halted(how);
    job.asker.halted(how);
  }

  /** After the first run, and whenever more was fetched. @param {string[]} used */
  async keep(used) {
    if (!files.serviceWorker || (this.kept && !used.length)) return;
    this.kept = true;
    const keeping = await import("../offline/keep.js").catch(() => null); // the page may be left meanwhile
    if (await keeping?.keep(files.serviceWorker, used)) this.dispatchEvent(new Event("kept"));
  }
}

/** The address of the lock of the packages that this page's cells can import, "" where there are none. */
const lockOfPage = () => {
  const named = document.querySelector("meta[name=wheels]")?.getAttribute("content");
  return named ? new URL(named, document.baseURI).href : "";
};

export const python = new Runtime();
addEventListener("pagehide", () => python.leave());
