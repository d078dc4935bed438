// Python for the page: one worker, started at the first run, and a queue of what was asked for.
// Events: "ready" when Python is there for the first time.
import { files } from "./files.js";
import { Missing, parts } from "./download.js";
import { GRACE, PATIENCE } from "./protocol.js";

/**
 * Who asks for a run, and shows what comes of it: a cell or an exercise of the page.
 * @typedef {object} Asker
 * @property {import("./protocol.js").Cell} cell           read when its turn comes
 * @property {(text: string) => void} phase                what it waits for, in words
 * @property {() => void} begin                            its output starts anew
 * @property {(pieces: import("./protocol.js").Piece[]) => void} output
 * @property {(end: {seconds: number, ended: string}) => void} end
 * @property {(how: "withdrawn" | "stopped" | "limit" | "fatal") => void} halted   withdrawn: before it began. Else all names are gone
 * @property {(prompt: string) => Promise<string>} ask
 *
 * A run that was asked for. exercise: see protocol.js.
 * @typedef {object} Job
 * @property {Asker} asker
 * @property {() => Asker[]} above
 * @property {() => null | {check: string | null, starter: string}} exercise
 * @property {(end: {verdict: null | {passed: boolean, message: string}, blockedBy: Asker | null}) => void} done
 * @property {(message: string) => void} broken            Python could not be loaded
 */

class Runtime extends EventTarget {
  /** @type {Job[]} */ queue = [];
  /** @type {Job | null} */ job = null;
  /** @type {Worker | null} */ worker = null;
  /** @type {Promise<void> | null} */ booted = null;
  ready = false;
  phase = ""; // what everybody waits for, "" when Python is there
  halt = (/** @type {string} */ _how) => {};

  /** @param {Job} job @returns {boolean} whether it was taken: one that waits or runs already is not taken twice */
  run(job) {
    if ([this.job, ...this.queue].some((other) => other?.asker === job.asker)) return false;
    this.queue.push(job);
    if (this.job) job.asker.phase(`Waiting for ${this.job.asker.cell.name}.`);
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
      for (const job of [this.job, ...this.queue.splice(0)]) job.broken(error.message);
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
    const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    this.tell("Loading Python.");
    const kept = await parts((loaded, total) => this.tell(`Loading Python: ${megabytes(loaded)} of ${megabytes(total)} MB.`));
    this.tell("Starting Python.");
    const worker = (this.worker = new Worker(files.worker, { type: "module" }));
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Missing("it did not start in time.")), PATIENCE.start);
      worker.onerror = (event) => reject(new Missing(`${event.message || "worker.js could not be used"}.`));
      worker.onmessage = ({ data }) => {
        clearTimeout(late);
        if (data.type === "booted") resolve();
        else reject(new Missing(data.part ? `${data.part} could not be used.` : data.error));
      };
      worker.postMessage({ type: "boot", parts: kept, loader: files.loader, glue: files.glue });
    });
    this.ready = true;
    this.dispatchEvent(new Event("ready"));
  }

  end() {
    this.worker?.terminate();
    this.worker = this.booted = null;
  }

  // ── one job ──

  /** @param {Job} job @param {Promise<string>} halted */
  async perform(job, halted) {
    const above = job.above();
    const askers = new Map([...above, job.asker].map((asker) => [asker.cell.id, asker]));
    const { worker } = this;
    let current = job.asker;
    let limit = 0;
    const over = () => this.halt("limit");
    const done = new Promise((resolve) => {
      worker.onmessage = async ({ data }) => {
        const asker = askers.get(data.id) ?? current;
        if (data.type === "begins") {
          current = asker;
          limit = setTimeout(over, asker.cell.seconds * 1000 + GRACE);
          asker.begin();
        } else if (data.type === "output") asker.output(data.pieces);
        else if (data.type === "ends") {
          clearTimeout(limit);
          asker.end(data);
        } else if (data.type === "asks") {
          clearTimeout(limit);
          const text = await asker.ask(data.prompt);
          limit = setTimeout(over, asker.cell.seconds * 1000 + GRACE);
          worker.postMessage({ type: "answer", text });
        } else if (data.type === "fatal") this.halt("fatal");
        else if (data.type === "done") resolve(data);
      };
    });
    worker.onerror = () => this.halt("fatal");
    worker.postMessage({ type: "run", cell: job.asker.cell, above: above.map(({ cell }) => cell), exercise: job.exercise() });
    const how = await Promise.race([done, halted]);
    clearTimeout(limit);
    if (typeof how !== "string") return job.done({ verdict: how.verdict, blockedBy: askers.get(how.blockedBy) ?? null });
    this.end();
    if (current !== job.asker) current.halted(how);
    job.asker.halted(how);
  }
}

export const python = new Runtime();
